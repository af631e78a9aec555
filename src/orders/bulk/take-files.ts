/** The files of a bulk order for people: its result and its wrong lines. */
import { may, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { actOf, partyOf } from './bulk-acts.ts';
import { findBulk, type BulkKey } from './bulk-order.ts';
import { resultFile, wrongLinesFile, type ResultAsk } from './result-file.ts';

export type FileTaken =
  | { is: 'taken'; content: AsyncIterable<Uint8Array> }
  /** There is none, or it is none of the principal's business. */
  | { is: 'missing' }
  | { is: 'step-up' };

interface TakingContext {
  /** Recorded in the audit. */
  db: Database;
  /** The file is read from it, in batches. */
  pageDb: Database;
  keyring: Keyring;
}

/**
 * The result with links, for whoever may see links and proves to be there. It is made as it is taken, so that no file with
 * links lies anywhere.
 */
export async function takeResult(
  ctx: TakingContext,
  principal: Principal,
  ask: ResultAsk,
  now: Date,
): Promise<FileTaken> {
  const permitted = permit(principal, 'links.read', partyOf(ask), now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  if (!(await noteTaken(ctx, principal, ask, 'bulk.result-taken', now))) return { is: 'missing' };
  return { is: 'taken', content: resultFile(ctx.pageDb, ctx.keyring, ask) };
}

/** The lines that brought nothing, with the addresses that stand in them. */
export async function takeWrongLines(
  ctx: TakingContext,
  principal: Principal,
  ask: Omit<ResultAsk, 'baseUrl'>,
  now: Date,
): Promise<FileTaken> {
  if (!may(principal, 'orders.place', partyOf(ask))) return { is: 'missing' };
  if (!(await noteTaken(ctx, principal, ask, 'bulk.wrong-lines-taken', now))) return { is: 'missing' };
  return { is: 'taken', content: wrongLinesFile(ctx.pageDb, ask) };
}

async function noteTaken(
  { db, keyring }: TakingContext,
  principal: Principal,
  { clientId, bulkId }: BulkKey,
  act: string,
  now: Date,
): Promise<boolean> {
  const key = { clientId, bulkId };
  if ((await findBulk(db, key)) === null) return false;
  await transaction(db, (tx) => recordAct(tx, keyring, actOf(principal, key, act), now));
  return true;
}
