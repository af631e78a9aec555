/** `history`: moves the history of orders that ended long ago into files, and reads them. */
import type { Command } from 'commander';
import { HistoryFileProblem } from '../../upkeep/history/history-file.ts';
import { moveOut, type Moved } from '../../upkeep/history/move-out.ts';
import { movedMonths } from '../../upkeep/history/pieces.ts';
import { anAge } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { startProgress } from '../shell/progress.ts';
import { withWorld } from '../shell/with-world.ts';
import { registerReading } from './read-history.ts';

export function register(program: Command): void {
  const history = program
    .command('history')
    .description(
      'History of orders that ended years ago: moved out of the database into files, and read again.',
    );
  history
    .command('move-out')
    .description(
      'Move messages, callbacks and calls to suppliers of orders that ended long ago into files, one for each month.',
    )
    .requiredOption('--older-than <age>', 'since the certificate ended, as 3y or 18mo', anAge)
    .option('--to <folder>', 'where the files are; the same one each time')
    .option('--dry-run', 'only count the orders')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run);
  history
    .command('list')
    .description('What has been moved out, by month.')
    .option(...jsonOption)
    .action(list);
  registerReading(history);
}

const help = `
Orders stay, with their money, codes and uuids: getStatus, repeated uuids, gift pages and statements answer as before. An order
is moved only after its recipient was erased (client set --keep-recipients), so the files hold no personal data.
A run that was broken off is begun again. Keep the folder as long as you keep the accounts, and back it up.

Examples:
  facevalue history move-out --older-than 3y --dry-run
  facevalue history move-out --older-than 3y --to /srv/facevalue-history`;

interface MoveOptions extends OutputOptions {
  olderThan: number;
  to?: string;
  dryRun?: boolean;
}

async function run({ olderThan, to, dryRun = false, ...options }: MoveOptions): Promise<void> {
  if (!dryRun && to === undefined) throw new Misuse('Name the folder by --to, or count by --dry-run.');
  const progress = startProgress('orders');
  try {
    const moved = await withWorld((world) => {
      const now = world.clock.now();
      return moveOut(world, {
        before: monthsBefore(now, olderThan),
        now,
        folder: dryRun ? null : (to ?? null),
        onProgress: ({ orders }, share) => {
          progress.fraction(share);
          progress.count(orders);
        },
        crashPoint: world.crashPoint,
      });
    });
    progress.stop();
    answer(options, { dry_run: dryRun, ...moved }, () => movedText(moved, dryRun));
  } catch (problem) {
    throw problem instanceof HistoryFileProblem ? new Refusal(problem.message) : problem;
  } finally {
    progress.stop();
  }
}

function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

function movedText({ orders, rows, bytes }: Moved, dryRun: boolean): string {
  if (dryRun) return `The history of ${orders} orders can be moved out.`;
  return `The history of ${orders} orders was moved out: ${rows} rows, ${bytes} bytes. Their place in the tables is used again for new orders.`;
}

async function list(options: OutputOptions): Promise<void> {
  const months = await withWorld(({ db }) => movedMonths(db));
  answer(options, { months }, () =>
    table(
      ['MONTH', 'ORDERS', 'ROWS', 'BYTES'],
      months.map(({ month, orders, rows, bytes }) => [month.slice(0, 7), orders, rows, bytes]),
    ),
  );
}
