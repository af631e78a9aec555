import type { Command } from 'commander';
import { fromShell } from '../../people/access/principal.ts';
import { keepVerdict } from '../../reports/proof/keep-verdict.ts';
import { prove } from '../../reports/proof/prove.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { isRight, type Verdict } from '../../reports/proof/verdict.ts';
import type { CheckResult } from '../../reports/verify.ts';
import { guardJson, guardText, readGuard } from './restored-text.ts';
import { answer, jsonOption, say, table, type OutputOptions } from '../shell/output.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';

/** `verify`: checks money and codes over the whole database. */
export function register(program: Command): void {
  program
    .command('verify')
    .description(
      'Verify money, codes and audit: recompute the ledger, match every code with its order, follow the chains of acts.',
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Exit code 0: everything is correct. 1: violations, with the ids of the rows. 3: none as far as cells answer, but not all
do.`,
    )
    .action(run);
}

async function run(options: OutputOptions): Promise<void> {
  const watched = process.stderr.isTTY;
  const outcome = await withWorld(async (world) => {
    const askedAt = world.clock.now();
    const verdict = await prove(world, ({ promise }, place, of) => {
      if (watched) say(`${place}/${of} ${promise} …`);
    });
    await keep(world, verdict, askedAt);
    return { verdict, found: await readGuard(world) };
  });
  const { verdict, found } = outcome;
  // If the answer lacks something, the exit code says that instead.
  if (isRight(verdict) === false) process.exitCode = 1;
  const isNormal = !found.isRestored && found.guard === null;
  answer(options, isNormal ? verdict : { ...verdict, restore: guardJson(found) }, () =>
    isNormal ? wordsOf(verdict) : `${wordsOf(verdict)}\n\n${guardText(found)}`,
  );
}

/** What was found is told even where nothing can be written, as at a standby. */
async function keep({ db, keyring, clock }: CommandWorld, verdict: Verdict, askedAt: Date): Promise<void> {
  try {
    await keepVerdict(db, keyring, fromShell, { verdict, askedAt }, clock.now());
  } catch (problem) {
    say(`The verdict could not be kept for the page: ${problem instanceof Error ? problem.message : ''}`);
  }
}

const endings: Record<string, string> = {
  true: 'Everything adds up.',
  false: 'Something does not add up: see the rows above.',
  null: 'What was checked adds up, but not everything was: see the rows above.',
};

function wordsOf(verdict: Verdict): string {
  const { counts, checks, sealedDays, vouches = [] } = verdict;
  const looked = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return [
    `Looked at ${looked.join(', ')}.`,
    ...checks.map(describeCheck),
    describeDays(sealedDays),
    ...(vouches.length > 0 ? [describeVouches(vouches)] : []),
    endings[String(isRight(verdict))],
  ].join('\n');
}

const describeVouches = (vouches: NonNullable<Verdict['vouches']>): string =>
  [
    `note    on somebody's word instead of a final test: ${vouches.length}`,
    ...vouches.map(
      ({ productId, title, byName, at, reason }) =>
        `        ${productId} ${title}: ${byName}, ${moscowDateTime(at).slice(0, 10)}: ${reason}`,
    ),
  ].join('\n');

function describeDays(sealed: Verdict['sealedDays']): string {
  if (sealed === null) return '–       sealed days were not compared: that needs every cell';
  const { days, changed } = sealed;
  return changed.length === 0
    ? `ok      ${days} sealed days are as they were when they were sealed`
    : `BROKEN  sealed days have changed: ${changed.join(', ')}`;
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
