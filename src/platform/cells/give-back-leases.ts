/** What processes of this machine had leased when they were killed is given back, so that it does not wait for its lease to run out. */
import type { Database } from '../database/database.ts';
import { dueTables, giveBack } from '../database/due.ts';
import { endVisitsOf } from '../mail/mailbox-place.ts';
import { openLeaseFolder, type LeaseFolder } from '../process/lease-owner.ts';
import type { Log } from '../process/log.ts';
import { describeProblem, type Worker } from '../process/loop.ts';
import type { Settings } from '../settings/config.ts';
import type { Clock } from '../time/clock.ts';
import { everyCell, type Celled } from './cell-context.ts';
import { cellTables } from './table-classes.ts';

interface LeaseContext extends Celled {
  config: Pick<Settings, 'runFolder'>;
  db: Database;
  clock: Clock;
  log: Log;
}

/** The first look is at the start: a process that was started again gives back its own leases. */
const idleMs = 10_000;

export function createLeaseReturner(ctx: LeaseContext): Worker {
  const folder = openFolder(ctx);
  return {
    name: 'give-back-leases',
    idleMs,
    async round() {
      for (const dead of folder?.dead() ?? []) {
        try {
          const count = await giveBackAll(ctx, dead.owner);
          if (count > 0)
            ctx.log.warn(
              { owner: dead.owner, count },
              'a process was killed: what it had leased is given back',
            );
          dead.forget();
        } finally {
          dead.release();
        }
      }
      return 0;
    },
    drain: () => Promise.resolve(),
  };
}

/** Without it leases run out, as those of other machines do. */
function openFolder({ config, log }: LeaseContext): LeaseFolder | null {
  if (config.runFolder === '') return null;
  try {
    return openLeaseFolder(config.runFolder);
  } catch (problem) {
    log.warn(
      { problem: describeProblem(problem) },
      'FACEVALUE_RUN_FOLDER cannot be used: what a killed process had leased waits',
    );
    return null;
  }
}

async function giveBackAll(ctx: LeaseContext, owner: string): Promise<number> {
  const now = ctx.clock.now();
  let count = await endVisitsOf(ctx.db, owner);
  const ofCells = new Set<string>(cellTables);
  for (const table of dueTables)
    for (const { db } of ofCells.has(table) ? everyCell(ctx) : [ctx])
      count += await giveBack(db, table, owner, now);
  return count;
}
