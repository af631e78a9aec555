/** The time of a `getCode` that waits for its issue. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureOf } from '../../src/clients/client-directory.ts';
import { latenciesOf, type Latencies } from '../report/latency.ts';
import type { ShopDatabase } from '../world/bench-world.ts';

export const waitingCallers = 100;
const betweenMs = 20;

/**
 * Callers that ask for the code right after makeOrder, one every 20 ms: from the commit that issued the order, by
 * PostgreSQL's commit timestamps, to the answer of getCode.
 */
export async function timeOfWaiting(shop: ShopDatabase, port: number): Promise<Latencies> {
  const asked: Promise<{ id: number; atMs: number }>[] = [];
  for (let index = 0; index < waitingCallers; index += 1) {
    asked.push(orderAndWait(shop, port));
    await sleep(betweenMs);
  }
  const answered = await Promise.all(asked);
  const { rows } = await shop.db.query<{ id: number; ms: number }>(
    `select request_id as id, (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as ms
     from certificates where request_id = any($1::bigint[])`,
    [answered.map(({ id }) => id)],
  );
  const issuedMs = new Map(rows.map(({ id, ms }) => [id, ms]));
  return latenciesOf(answered.map(({ id, atMs }) => atMs - (issuedMs.get(id) ?? 0)));
}

async function orderAndWait(shop: ShopDatabase, port: number): Promise<{ id: number; atMs: number }> {
  const { product } = shop.shop;
  const placed = await call(shop, port, 'makeOrder', {
    product_id: product.id,
    face: product.faceKopecks / 100,
    uuid: randomUUID(),
    delivery_type: 'link',
  });
  const { id } = placed as { id: number };
  await call(shop, port, 'getCode', { id });
  return { id, atMs: performance.timeOrigin + performance.now() };
}

async function call(shop: ShopDatabase, port: number, cmd: string, ask: object): Promise<unknown> {
  const [caller] = shop.shop.clients;
  if (caller === undefined) throw new Error('The shop has no client.');
  const data = JSON.stringify(ask);
  const sig = signatureOf(cmd, data, caller.secret);
  const query = new URLSearchParams({
    cmd,
    id: String(caller.client.id),
    in: 'json',
    out: 'json',
    sig,
    data,
  });
  const response = await fetch(`http://127.0.0.1:${port}/?${query.toString()}`);
  const { status, data: answer } = (await response.json()) as { status: string; data?: unknown };
  if (status !== 'ok') throw new Error(`${cmd} was refused.`);
  return answer;
}
