/** Erases a client: destroys its key and erases what is stored of its recipients unsealed. */
import { eraseLinesOfBulk, findKeptBulkOrder } from '../../orders/bulk/erase-lines.ts';
import { eraseCallsOfClient } from '../../reports/call-log/erase-calls.ts';
import { deleteLooks } from '../../certificates/looks/look-rows.ts';
import { eraseAccess } from '../../clients/forget-client.ts';
import { operator } from '../../people/access/party.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction, type Sql } from '../../platform/database/database.ts';
import { eraseBatch } from './erase-batch.ts';
import type { ErasureContext, Erasing } from './erasing.ts';
import { findOpen, isOpen } from './open-of-client.ts';
import { add, noTally, type Tally } from './tally.ts';

const ordersInBatch = 100;
/** Orders that are looked at in one statement. */
const ordersAtOnce = 1000;
const linesInBatch = 1000;

/** A killed run is begun again: each part finds only what it has not done. */
export async function eraseClient(ctx: ErasureContext, erasing: Erasing, clientId: number): Promise<Tally> {
  const sum = noTally();
  if (isOpen(await findOpen(ctx.db, clientId))) return { ...sum, waiting: 1, hindrance: 'on-its-way' };
  await destroyKey(ctx, erasing, clientId);
  for (let after = 0; ;) {
    const { ids, last } = await findKept(ctx.db, clientId, after);
    for (let from = 0; from < ids.length; from += ordersInBatch) {
      const requestIds = ids.slice(from, from + ordersInBatch);
      add(sum, await eraseBatch(ctx, erasing, { clientId, requestIds }));
    }
    if (last === null) break;
    after = last;
  }
  await eraseLines(ctx, clientId);
  sum.rows += await eraseCallsOfClient(ctx.db, clientId);
  if (sum.waiting === 0) sum.rows += await endAccess(ctx, erasing, clientId);
  return sum;
}

async function destroyKey({ db, keyring, clock, crashPoint }: ErasureContext, by: Erasing, clientId: number) {
  const now = clock.now();
  await transaction(db, async (tx) => {
    if (!(await keyring.destroyClientKey(tx, clientId, now))) return;
    const act = { party: operator, by, act: 'client.key-destroyed', about: `client ${clientId}` };
    await recordAct(tx, keyring, act, now);
  });
  crashPoint('forget-client:key-destroyed');
}

/** Orders of which something is kept: never erased, or sent to another address since. */
async function findKept(
  db: Sql,
  clientId: number,
  after: number,
): Promise<{ ids: number[]; last: number | null }> {
  const { rows } = await db.query<{ id: number; kept: boolean }>(
    `select r.id, r.erased_at is null or exists (
       select from deliveries d where d.client_id = r.client_id and d.request_id = r.id and d.address <> '') as kept
     from (select client_id, id, erased_at from requests where client_id = $1 and id > $2 order by client_id, id limit $3) r
     order by r.id`,
    [clientId, after, ordersAtOnce],
  );
  const ids = rows.filter(({ kept }) => kept).map(({ id }) => id);
  return { ids, last: rows.length < ordersAtOnce ? null : (rows.at(-1)?.id ?? null) };
}

async function eraseLines({ db, clock }: ErasureContext, clientId: number): Promise<void> {
  const now = clock.now();
  for (;;) {
    const key = await findKeptBulkOrder(db, { clientId, before: now });
    if (key === null) return;
    await transaction(db, (tx) => eraseLinesOfBulk(tx, key, linesInBatch, now));
  }
}

async function endAccess(
  { db, keyring, clock }: ErasureContext,
  by: Erasing,
  clientId: number,
): Promise<number> {
  const now = clock.now();
  return transaction(db, async (tx) => {
    const rows = (await eraseAccess(tx, clientId)) + (await deleteLooks(tx, clientId));
    const act = { party: operator, by, act: 'client.forgotten', about: `client ${clientId}` };
    await recordAct(tx, keyring, act, now);
    return rows;
  });
}
