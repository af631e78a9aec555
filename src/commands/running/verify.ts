import type { Command } from 'commander';
import { verify, type CheckResult, type Verification } from '../../reports/verify.ts';
import { answer, jsonOption, say, table, type OutputOptions } from '../shell/output.ts';
import { withWorld } from '../shell/with-world.ts';

/** `verify`: checks money and codes over the whole database. */
export function register(program: Command): void {
  program
    .command('verify')
    .description(
      'Verify money, codes and audit: recompute the ledger, match every code with its order, follow the chains of acts.',
    )
    .option(...jsonOption)
    .addHelpText('after', '\nExit code 0: everything is correct. 1: violations, with the ids of the rows.')
    .action(run);
}

async function run(options: OutputOptions): Promise<void> {
  const watched = process.stderr.isTTY;
  const outcome = await withWorld(({ db, keyring }) =>
    verify(
      db,
      ({ promise }, place, of) => {
        if (watched) say(`${place}/${of} ${promise} …`);
      },
      keyring,
    ),
  );
  if (!outcome.ok) process.exitCode = 1;
  answer(options, outcome, () => wordsOf(outcome));
}

function wordsOf({ ok, counts, checks }: Verification): string {
  const looked = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return [
    `Looked at ${looked.join(', ')}.`,
    ...checks.map(describeCheck),
    ok ? 'Everything adds up.' : 'Something does not add up: see the rows above.',
  ].join('\n');
}

function describeCheck(check: CheckResult): string {
  if (check.ok) return `ok      ${check.promise}`;
  const names = Object.keys(check.rows[0] ?? {});
  const rows = table(
    names,
    check.rows.map((row) =>
      names
        .map((name) => row[name])
        .map((value) => (typeof value === 'number' ? value : String(value ?? ''))),
    ),
  );
  const hidden = check.total - check.rows.length;
  const more = hidden > 0 ? `\n        … and ${hidden} more` : '';
  return `BROKEN  ${check.promise}: ${check.total}\n${rows.replaceAll(/^/gm, '        ')}${more}`;
}
