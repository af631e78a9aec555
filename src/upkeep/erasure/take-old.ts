/** Takes the orders whose recipients have been kept long enough. */
import { transaction, type Database, type Sql, type Tx } from '../../platform/database/database.ts';
import { endsOfOrders } from './ends-of-orders.ts';

/** Orders that are looked at in one transaction. */
const ordersAtOnce = 500;

/** SQL: the time before which what ended is erased; `c` is the client. */
export const keptSince = (now: string): string =>
  `${now}::timestamptz - make_interval(months => c.keep_recipients_months)`;

/** Clients with orders that have become older than their recipients' data is kept. One probe of a key for each client. */
async function clientsWithOld(db: Sql, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select c.id from clients c left join recipients_read k on k.client_id = c.id
     cross join lateral (
       select accepted_at from requests r where r.client_id = c.id and r.id > coalesce(k.last_request, 0)
       order by r.client_id, r.id limit 1) oldest
     where oldest.accepted_at <= ${keptSince('$1')} order by c.id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Takes orders that have become old into `recipients_kept`, each once; returns their number. Nothing is done when they are accepted. */
export async function takeOld(db: Database, now: Date): Promise<number> {
  let taken = 0;
  await takeAgain(db, now);
  for (const clientId of await clientsWithOld(db, now))
    taken += await transaction(db, (tx) => takeOfClient(tx, clientId, now));
  return taken;
}

/** What an earlier version erased without a part of it (`recipients_read.take_again_at`) is taken from the first order again. */
async function takeAgain(db: Database, now: Date): Promise<void> {
  const { rows } = await db.query<{ clientId: number }>(
    `select client_id as "clientId" from recipients_read where take_again_at <= $1 order by client_id`,
    [now],
  );
  for (const { clientId } of rows) {
    await transaction(db, async (tx) => {
      const { rowCount } = await tx.query(
        `update recipients_read set last_request = 0, take_again_at = null where client_id = $1 and take_again_at <= $2`,
        [clientId, now],
      );
      if (rowCount === 1) await tx.query(`delete from recipients_kept where client_id = $1`, [clientId]);
    });
  }
}

async function takeOfClient(tx: Tx, clientId: number, now: Date): Promise<number> {
  await tx.query(`insert into recipients_read (client_id) values ($1) on conflict do nothing`, [clientId]);
  const { rows: held } = await tx.query<{ last: number; before: Date }>(
    `select k.last_request as last, ${keptSince('$2')} as before
     from recipients_read k join clients c on c.id = k.client_id where k.client_id = $1 for update of k skip locked`,
    [clientId, now],
  );
  const [mark] = held;
  if (mark === undefined) return 0;
  const { rows } = await tx.query<{ id: number; acceptedAt: Date }>(
    `select id, accepted_at as "acceptedAt" from requests where client_id = $1 and id > $2 order by client_id, id limit $3`,
    [clientId, mark.last, ordersAtOnce],
  );
  const young = rows.findIndex(({ acceptedAt }) => acceptedAt > mark.before);
  const ids = (young < 0 ? rows : rows.slice(0, young)).map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return 0;
  const ends = await endsOfOrders(tx, clientId, ids, now);
  await tx.query(
    `insert into recipients_kept (client_id, since, request_id)
     select $1, since, id from unnest($2::timestamptz[], $3::bigint[]) as k (since, id) order by since, id on conflict do nothing`,
    [clientId, ends.map(({ endedAt }) => endedAt ?? now), ends.map(({ requestId }) => requestId)],
  );
  await tx.query(`update recipients_read set last_request = $2 where client_id = $1`, [clientId, last]);
  return ids.length;
}
