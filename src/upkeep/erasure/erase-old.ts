/** Erases recipients, and codes, whose certificates ended so long ago as their client agreed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eraseLinesOfBulk, findKeptBulkOrder } from '../../orders/bulk/erase-lines.ts';
import { eraseOldSetAside } from '../../messaging/bounces/erase-senders.ts';
import { transaction, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { endsOfOrders } from './ends-of-orders.ts';
import { eraseOrders } from './erase-orders.ts';
import type { ErasureContext } from './erasing.ts';
import { keptSince, takeOld } from './take-old.ts';

const idleMs = 5000;
/** When nothing was due, it is looked again after so long. */
const lookEveryMs = 10 * 60_000;
const ordersInBatch = 100;
const linesInBatch = 1000;
const mailsInBatch = 1000;
/** Mails that came to the bounce address and are of no client. */
const keepMailsMonths = 18;
/** A batch is followed by a pause this many times as long, so that a long list leaves the database to others. */
const restFactor = 4;
const dayMs = 86_400_000;

export function createOldEraser(ctx: ErasureContext): Worker {
  let lookedAt = -Infinity;

  async function round(): Promise<number> {
    const now = ctx.clock.now();
    if (now.getTime() - lookedAt < lookEveryMs) return 0;
    const startedMs = performance.now();
    const done =
      (await takeOld(ctx.db, now)) +
      (await eraseDue(ctx, now)) +
      (await eraseOldLines(ctx, now)) +
      (await eraseOldMails(ctx, now));
    if (done === 0) lookedAt = now.getTime();
    else await sleep((performance.now() - startedMs) * restFactor);
    return done;
  }

  return { name: 'erase-old-recipients', idleMs, round, drain: () => Promise.resolve() };
}

interface OldClient {
  clientId: number;
  /** What ended before it is erased. */
  before: Date;
}

async function clientsDue(db: Sql, now: Date): Promise<OldClient[]> {
  const { rows } = await db.query<OldClient>(
    `select c.id as "clientId", ${keptSince('$1')} as before from clients c cross join lateral (
       select since from recipients_kept k where k.client_id = c.id order by since limit 1) oldest
     where oldest.since <= ${keptSince('$1')} order by c.id`,
    [now],
  );
  return rows;
}

async function eraseDue(ctx: ErasureContext, now: Date): Promise<number> {
  let done = 0;
  for (const client of await clientsDue(ctx.db, now)) {
    done += await transaction(ctx.db, async (tx) => {
      const looked = await eraseOfClient(tx, ctx.keyring, client, now);
      if (looked > 0) ctx.crashPoint('erase-old:before-commit');
      return looked;
    });
  }
  return done;
}

async function eraseOfClient(
  tx: Tx,
  keyring: Keyring,
  { clientId, before }: OldClient,
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ requestId: number }>(
    `select request_id as "requestId" from recipients_kept where client_id = $1 and since <= $2
     order by since, request_id limit $3 for update skip locked`,
    [clientId, before, ordersInBatch],
  );
  const ids = rows.map(({ requestId }) => requestId);
  if (ids.length === 0) return 0;
  const ends = await endsOfOrders(tx, clientId, ids, now);
  const due = ends.filter(({ endedAt }) => endedAt !== null && endedAt <= before);
  const requestIds = due.map(({ requestId }) => requestId);
  const {
    erased,
    rows: changed,
    codes,
  } = await eraseOrders(tx, keyring, { clientId, requestIds, codesToo: true }, now);
  await tx.query(
    `delete from recipients_kept where client_id = $1 and since <= $2 and request_id = any($3::bigint[])`,
    [clientId, before, erased],
  );
  const isErased = new Set(erased);
  await lookLater(
    tx,
    { clientId, before },
    ends.filter(({ requestId }) => !isErased.has(requestId)),
    now,
  );
  await countDay(tx, { clientId, orders: erased.length, changed, codes }, now);
  return ids.length;
}

/** Certificates in force are looked at again after all the months; what could not be erased, after a day. */
async function lookLater(
  tx: Tx,
  { clientId, before }: OldClient,
  left: readonly { requestId: number; endedAt: Date | null }[],
  now: Date,
): Promise<void> {
  const since = ({ endedAt }: { endedAt: Date | null }): Date => {
    if (endedAt === null) return now;
    return endedAt > before ? endedAt : new Date(before.getTime() + dayMs);
  };
  await tx.query(
    `update recipients_kept k set since = w.since from unnest($3::bigint[], $4::timestamptz[]) as w (id, since)
     where k.client_id = $1 and k.since <= $2 and k.request_id = w.id`,
    [clientId, before, left.map(({ requestId }) => requestId), left.map(since)],
  );
}

async function countDay(
  tx: Tx,
  { clientId, orders, changed, codes }: { clientId: number; orders: number; changed: number; codes: number },
  now: Date,
): Promise<void> {
  if (orders === 0) return;
  await tx.query(
    `insert into erasure_days as d (client_id, day, orders, rows_changed, codes) values ($1, $2, $3, $4, $5)
     on conflict (client_id, day) do update
     set orders = d.orders + excluded.orders, rows_changed = d.rows_changed + excluded.rows_changed,
       codes = d.codes + excluded.codes`,
    [clientId, moscowDay(now), orders, changed, codes],
  );
}

/** Lines of bulk orders; their orders have copies of their own. */
async function eraseOldLines({ db }: ErasureContext, now: Date): Promise<number> {
  const { rows } = await db.query<OldClient>(
    `select c.id as "clientId", ${keptSince('$1')} as before from clients c cross join lateral (
       select ended_at from bulk_orders b
       where b.client_id = c.id and b.ended_at is not null and b.erased_at is null order by ended_at limit 1) oldest
     where oldest.ended_at <= ${keptSince('$1')} order by c.id`,
    [now],
  );
  let done = 0;
  for (const client of rows) {
    const key = await findKeptBulkOrder(db, client);
    if (key === null) continue;
    await transaction(db, (tx) => eraseLinesOfBulk(tx, key, linesInBatch, now));
    done += 1;
  }
  return done;
}

function eraseOldMails({ db }: ErasureContext, now: Date): Promise<number> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - keepMailsMonths);
  return eraseOldSetAside(db, before, mailsInBatch);
}
