import { InvalidArgumentError, type Command } from 'commander';
import { fromShell } from '../../people/access/principal.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { acceptMove } from '../../upkeep/restores/accept-move.ts';
import {
  beginGuard,
  previewGuard,
  type GuardAsk,
  type GuardBegun,
} from '../../upkeep/restores/begin-guard.ts';
import { endGuard } from '../../upkeep/restores/judge.ts';
import type { Lost, MarginAsk, PlannedMargin } from '../../upkeep/restores/margins.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';
import { registerErasures } from './restored-erasures.ts';
import { registerJudging } from './restored-judging.ts';
import { begunText, guardJson, guardText, readGuard } from './restored-text.ts';

/** `restored`: leads through what follows a restore of the database from a backup. */
export function register(program: Command): void {
  const restored = program
    .command('restored')
    .description(
      'After a restore of the database: what may have been sold and sent since is set aside, and cleared.',
    )
    .addHelpText('after', help);
  restored
    .command('show')
    .description('Where things stand, and what to do next.')
    .option(...jsonOption)
    .action(show);
  restored
    .command('begin')
    .description(
      'Guard the restored installation. Run it as the role that owns the tables; nothing else must run.',
    )
    .option('--lost-until <time>', 'when the old server surely sold nothing more (default: now)', anInstant)
    .option(
      '--margin <codes>',
      'codes of each lot to set aside: all, a number, or by-sales',
      aMargin,
      'by-sales',
    )
    .option('--dry-run', 'only show what would be set aside of the pools')
    .option(...jsonOption)
    .addHelpText('after', beginHelp)
    .action(begin);
  restored
    .command('moved')
    .description('The database has only moved (stopped, copied, started elsewhere): nothing was lost.')
    .requiredOption('--reason <text>', 'how that is known; it is recorded')
    .option(...jsonOption)
    .action(moved);
  registerJudging(restored);
  registerErasures(restored);
  restored
    .command('end')
    .description('End the guard, once nothing is set aside any more.')
    .option(...jsonOption)
    .action(end);
}

const help = `
Stop every process first. They refuse a database that was restored from a backup until "restored begin" has guarded it; a copy of files or a disk
snapshot is recognised by FACEVALUE_HEARTBEAT_FILE only, so run it after every restore. Then:
  1. facevalue restored begin --lost-until "2027-01-31T14:05+03:00"
  2. facevalue verify
  3. start the processes; products with codes at hand sell on
  4. facevalue restored erasures FILE
  5. facevalue restored show, and clear what it lists
  6. facevalue restored end`;

const beginHelp = `
Sets aside, in one transaction: the next codes of every lot; queued and delayed orders; messages that were due; shares of monthly limits.
All ids leap by 1,000,000, open calls to suppliers count as made, and everybody is signed out.
by-sales: ten times the busiest hour of the last 30 days for each hour that was lost, at least 1,000 of each lot.

An installation with cells takes --margin all only.

Examples:
  facevalue restored begin --dry-run
  facevalue restored begin --lost-until "2027-01-31T14:05+03:00" --margin all`;

function anInstant(text: string): Date {
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(instant.getTime()))
    throw new InvalidArgumentError('It must be a time with its offset: 2027-01-31T14:05+03:00.');
  return instant;
}

function aMargin(text: string): MarginAsk {
  if (text === 'all' || text === 'by-sales') return text;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be all, by-sales or a number.');
  return Number(text);
}

async function show(options: OutputOptions): Promise<void> {
  const guard = await withWorld(readGuard);
  answer(options, guardJson(guard), () => guardText(guard));
}

interface BeginOptions extends OutputOptions {
  lostUntil?: Date;
  margin: MarginAsk;
  dryRun?: boolean;
}

async function begin(options: BeginOptions): Promise<void> {
  const { planned, begun } = await withWorld(
    async (world) => {
      const { keyring, clock, crashPoint } = world;
      const ask: GuardAsk = { lostUntil: options.lostUntil ?? clock.now(), margin: options.margin };
      return options.dryRun === true
        ? { planned: await previewGuard(world, ask), begun: null }
        : { planned: null, begun: await beginGuard(world, keyring, fromShell, ask, clock.now(), crashPoint) };
    },
    { acceptsRestored: true },
  );
  if (begun === null) {
    if ('is' in planned) throw whyNot(planned);
    answer(options, planJson(planned), () => planText(planned));
    return;
  }
  if (begun.is !== 'begun') throw whyNot(begun);
  const { counts } = begun;
  answer(options, { ...planJson(begun), counts }, () => `${planText(begun)}\n\n${begunText(counts)}`);
}

type NotBegun = Exclude<GuardBegun, { is: 'begun' }>;

function whyNot(outcome: NotBegun): Refusal {
  switch (outcome.is) {
    case 'guarded':
      return new Refusal('The installation is guarded already: see facevalue restored show.', {
        why: outcome.is,
      });
    case 'no-rights':
      return new Refusal(
        'This role may not set sequences: run it as the role that owns the tables, as facevalue migrate.',
        { why: outcome.is },
      );
    case 'nothing-noted':
      return new Refusal('The platform has not run on this database yet: nothing can be lost.', {
        why: outcome.is,
      });
    case 'only-all':
      return new Refusal(
        'Codes move between the cells of this installation, so any of them may have been sold: --margin all.',
        { why: outcome.is },
      );
    case 'ends-before':
      return new Refusal(
        `The platform still worked at ${moscowDateTime(outcome.from)} Moscow on what was restored: --lost-until must be later.`,
        { why: outcome.is },
      );
    case 'forbidden':
      return new Refusal('Only a command may do this.', { why: outcome.is });
  }
}

interface Plan {
  lost: Lost;
  pools: PlannedMargin[];
}

const planJson = ({ lost, pools }: Plan): object => ({
  lost_from: lost.from,
  lost_until: lost.until,
  pools: pools.map(poolJson),
});

const poolJson = (pool: PlannedMargin): object => ({
  supplier_id: pool.supplierId,
  product_id: pool.productId,
  face: pool.faceKopecks / 100,
  free: pool.free,
  peak_per_hour: pool.peakPerHour,
  margin: pool.margin,
});

const planText = ({ lost, pools }: Plan): string =>
  [
    `Lost: ${moscowDateTime(lost.from)} to ${moscowDateTime(lost.until)} Moscow.`,
    table(
      ['PRODUCT', 'FACE', 'FREE', 'BUSIEST HOUR', 'SET ASIDE OF EACH LOT'],
      pools.map((pool) => [
        pool.productId,
        roubles(pool.faceKopecks),
        pool.free,
        pool.peakPerHour,
        pool.margin ?? 'all',
      ]),
    ),
  ].join('\n');

async function moved(options: OutputOptions & { reason: string }): Promise<void> {
  const done = await withWorld(
    ({ db, keyring, clock }) => acceptMove(db, keyring, fromShell, options.reason, clock.now()),
    { acceptsRestored: true },
  );
  if (done === 'no-reason') throw new Refusal('The reason is empty.');
  if (done !== 'accepted') throw new Refusal('This database was not restored or moved.', { why: done });
  answer(options, { accepted: true }, () => 'The processes work on this database again.');
}

async function end(options: OutputOptions): Promise<void> {
  const done = await withWorld((world) => endGuard(world, fromShell, world.clock.now()));
  if (done.is === 'open')
    throw new Refusal('Something is still set aside: see facevalue restored show.', { why: 'open' });
  if (done.is !== 'ended') throw new Refusal('The installation is not guarded.', { why: done.is });
  answer(options, { ended: true }, () => 'The guard is over.');
}
