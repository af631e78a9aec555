/** One day of the demo's invented month, lived through by the verbs of real orders. */
import { findClient } from '../../src/clients/find-client.ts';
import type { Client } from '../../src/clients/client.ts';
import { expireOrders } from '../../src/orders/end-orders.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import { placeOrders } from '../../src/orders/place-orders.ts';
import { readOrder } from '../../src/orders/read-order.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import type { IssuingSettings } from '../../src/orders/write-outcomes.ts';
import type { Moment } from './plan-day.ts';

const longestIssueMs = 2200;
const expiredAtOnce = 100;

/** Lives through a day by the verbs that real orders pass, each at its own time. */
export async function placeMoments(
  tx: Tx,
  settings: IssuingSettings,
  moments: Moment[],
  chance: () => number,
): Promise<void> {
  const clients = new Map<number, Client>();
  const clientOf = async (id: number): Promise<Client> => {
    const client = clients.get(id) ?? (await findClient(tx, id));
    if (client === null) throw new Error('A client of the demo is missing.');
    clients.set(id, client);
    return client;
  };
  for (const { at, orders } of moments) {
    const asks = [];
    for (const { clientId, data } of orders) {
      const reading = readOrder(await clientOf(clientId), data, at);
      if (reading.is === 'wrong')
        throw new Error(`An order of the demo is wrong: ${reading.names.join(', ')}`);
      asks.push(reading.ask);
    }
    // What funds or stock do not allow leaves no trace, as with any client.
    await (
      await placeOrders(tx, asks, at)
    ).written;
    await issueOrders(tx, settings, new Date(at.getTime() + 150 + Math.floor(chance() * longestIssueMs)));
  }
}

export async function expireDay(tx: Tx, { keyring }: IssuingSettings, now: Date): Promise<void> {
  await expireOrders(tx, keyring, expiredAtOnce, now);
}

/** One unopened certificate of a client is taken back. */
export async function refundOne(tx: Tx, clientId: number, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    `select r.id from requests r
     where r.client_id = $1 and r.state = 'issued' and not r.testmode and r.refunded_at is null
       and r.accepted_at < $2::timestamptz - interval '2 days'
     order by r.id desc limit 1`,
    [clientId, now],
  );
  const [order] = rows;
  if (order === undefined) return;
  await refundOrder(tx, { clientId, requestId: order.id, note: 'Получатель отказался' }, now);
}
