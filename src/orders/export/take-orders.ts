/** Exports the list of orders by its filters as a file, written while it is downloaded; the audit says who exported it. */
import type { Context } from '../../context.ts';
import { actorOf, may, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { orderFile, type OrderFileAsk } from './order-file.ts';

export type OrdersTaken =
  | { is: 'taken'; content: AsyncIterable<Uint8Array> }
  | { is: 'missing' }
  | { is: 'step-up' };

export interface TakingContext {
  /** For the audit. */
  db: Database;
  /** The file is read from it, in batches. */
  pageDb: Database;
  keyring: Keyring;
}

export async function takeOrders(
  ctx: TakingContext & Pick<Context, 'cells'>,
  principal: Principal,
  ask: OrderFileAsk,
  now: Date,
): Promise<OrdersTaken> {
  const party = { side: 'client', partyId: ask.clientId } as const;
  if (!may(principal, 'orders.read', party)) return { is: 'missing' };
  const permitted = permit(principal, 'exports.make', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  const { db, pageDb, keyring } = cellOf(ctx, ask.clientId);
  const { format, filters } = ask;
  const after = { format, ...filters };
  const act = { party, by: actorOf(principal), act: 'orders.exported', about: 'orders', after };
  await transaction(db, (tx) => recordAct(tx, keyring, act, now));
  return { is: 'taken', content: orderFile(pageDb, ask) };
}
