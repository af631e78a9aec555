/**
 * `node bin/facevalue.mjs --run test/statements/explain.ts FOLDER URL` plans every statement that a run with
 * FACEVALUE_TEST_STATEMENTS=FOLDER has sent, on a migrated database of any kind, and fails with the place in src/ of each
 * that is refused. On a database that is spread by Citus it also says into how many tasks each falls.
 */
import { isExplainable, readStatements } from './gathered.ts';
import { openPlanner } from './planner.ts';
import { told, verdictOf } from './verdict.ts';

const [folder = '', url = ''] = process.argv.slice(2);
if (folder === '' || url === '') {
  process.stderr.write('Name the folder of the statements and the address of a migrated database.\n');
  process.exit(2);
}

const statements = readStatements(folder).filter(isExplainable);
const counts = new Map<string, number>();
const planner = await openPlanner(url);
for (const statement of statements) {
  const verdict = await verdictOf(planner.of(statement), statement);
  counts.set(verdict.kind, (counts.get(verdict.kind) ?? 0) + 1);
  if (verdict.kind === 'refused') process.exitCode = 1;
  if (verdict.detail !== '') process.stdout.write(`${verdict.kind}  ${told(statement, verdict.detail)}`);
}
await planner[Symbol.asyncDispose]();
for (const [kind, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other)))
  process.stdout.write(`${count} ${kind}\n`);
