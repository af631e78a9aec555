/**
 * `node bin/facevalue.mjs --run test/statements/explain.ts FOLDER URL` plans every statement that a run with
 * FACEVALUE_TEST_STATEMENTS=FOLDER has sent, on a migrated database of any kind, and fails with the place in src/ of each
 * that is refused. On a database that is spread by Citus it also says into how many tasks each falls.
 */
import { Client } from 'pg';
import { isExplainable, readStatements, type Statement } from './gathered.ts';
import { explain, stepsOf, type PlanNode } from './plan.ts';

/** Tables that a statement makes for itself exist only in the transaction that gathered it. */
const MISSING_TABLE = '42P01';

const [folder = '', url = ''] = process.argv.slice(2);
if (folder === '' || url === '') {
  process.stderr.write('Name the folder of the statements and the address of a migrated database.\n');
  process.exit(2);
}

const statements = readStatements(folder).filter(isExplainable);
const counts = new Map<string, number>();
const client = new Client({ connectionString: url });
await client.connect();
for (const statement of statements) {
  const verdict = await verdictOf(statement);
  counts.set(verdict.kind, (counts.get(verdict.kind) ?? 0) + 1);
  if (verdict.kind === 'refused') process.exitCode = 1;
  if (verdict.detail !== '')
    process.stdout.write(
      `${verdict.kind}  ${statement.places.join(' < ') || 'outside of src/'}\n    ${verdict.detail}\n    ${inOneLine(statement.text)}\n`,
    );
}
await client.end();
for (const [kind, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other)))
  process.stdout.write(`${count} ${kind}\n`);

async function verdictOf(statement: Statement): Promise<{ kind: string; detail: string }> {
  try {
    return { kind: kindOf(await explain(client, statement)), detail: '' };
  } catch (problem) {
    const { message, code = '' } = problem as Error & { code?: string };
    return code === MISSING_TABLE
      ? { kind: 'of a table of its own', detail: '' }
      : { kind: 'refused', detail: message };
  }
}

function kindOf(plan: PlanNode): string {
  const spread = stepsOf(plan).flatMap((step) => step['Distributed Query'] ?? []);
  if (spread.length === 0) return 'planned';
  const tasks = Math.max(...spread.map(({ Job }) => Job['Task Count']));
  const subplans = spread.some(({ Subplans = [] }) => Subplans.length > 0) ? ', with parts done first' : '';
  return `planned as ${tasks === 1 ? 'one task' : 'many tasks'}${subplans}`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
