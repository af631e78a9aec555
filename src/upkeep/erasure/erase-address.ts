/** Erases an address, or the recipient of one order. */
import { eraseLines, type LinesAsk } from '../../orders/bulk/erase-lines.ts';
import { eraseSetAside } from '../../messaging/bounces/erase-senders.ts';
import { chosenOrders } from '../../orders/exchange/exchanged-orders.ts';
import type { RequestKey } from '../../orders/find-requests.ts';
import type { Address } from '../../orders/search/orders-of-address.ts';
import { eraseSenders } from '../../suppliers/mail/erase-senders.ts';
import { digitsOf } from './address.ts';
import { eraseBatch } from './erase-batch.ts';
import type { ErasureContext, Erasing } from './erasing.ts';
import { cellsToSearch, clientsToSearch, findOrders } from './find-orders.ts';
import { add, noTally, type Tally } from './tally.ts';

/** Orders of one client that are erased in one transaction. */
const ordersInBatch = 100;

/** Erases an address with one client or with all: orders, lines of bulk orders, and what its owner wrote to the platform. */
export async function eraseAddress(
  ctx: ErasureContext,
  erasing: Erasing,
  { address, clientId }: { address: Address; clientId: number | null },
): Promise<Tally> {
  const sum = noTally();
  for (const cell of cellsToSearch(ctx, clientId))
    for (const id of await clientsToSearch(cell.db, clientId))
      add(sum, await eraseWithClient(cell, erasing, address, id));
  if (clientId === null && address.mail !== '') {
    sum.rows += await eraseSetAside(ctx.db, address.mail);
    sum.rows += await eraseSenders(ctx.db, address.mail);
  }
  return sum;
}

async function eraseWithClient(
  ctx: ErasureContext,
  erasing: Erasing,
  address: Address,
  clientId: number,
): Promise<Tally> {
  const { db, keyring } = ctx;
  const sum = noTally();
  for (let after = 0; ;) {
    const ask = { address, clientIds: [clientId], after, most: ordersInBatch };
    const requestIds = (await findOrders(db, keyring, ask)).map(({ requestId }) => requestId);
    const { mail } = address;
    add(sum, await eraseKeptLines(db, { clientId, requestIds, mail, digits: digitsOf(address) }));
    if (requestIds.length > 0) add(sum, await eraseBatch(ctx, erasing, { clientId, requestIds }));
    const last = requestIds.at(-1);
    if (last === undefined || requestIds.length < ordersInBatch) return sum;
    after = last;
  }
}

/** Before the orders, by which alone some of the lines are found. */
async function eraseKeptLines(db: ErasureContext['db'], ask: LinesAsk): Promise<Tally> {
  const { lines, waiting } = await eraseLines(db, ask);
  return { rows: lines, waiting, hindrance: waiting > 0 ? 'on-its-way' : null };
}

/**
 * Erases the recipient of one order, and of what it was exchanged for, if it is a choice certificate: it went to the same person. What was
 * chosen is read after the certificate is erased: what is chosen later has no address to copy.
 */
export async function eraseOrder(
  ctx: ErasureContext,
  erasing: Erasing,
  { clientId, requestId }: RequestKey,
): Promise<Tally> {
  const requestIds = [requestId];
  const sum = await eraseKeptLines(ctx.db, { clientId, requestIds, mail: '', digits: '' });
  add(sum, await eraseBatch(ctx, erasing, { clientId, requestIds }));
  const chosen = await chosenOrders(ctx.db, { clientId, cardRequestId: requestId });
  for (let from = 0; from < chosen.length; from += ordersInBatch)
    add(
      sum,
      await eraseBatch(ctx, erasing, { clientId, requestIds: chosen.slice(from, from + ordersInBatch) }),
    );
  return sum;
}
