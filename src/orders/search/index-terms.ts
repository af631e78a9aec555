/** Fills `order_terms` and `request_clients`, behind the acceptance of orders, so that it costs them nothing. */
import type { Context } from '../../context.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { termsOf } from './terms.ts';

/** Orders of one client in one transaction: sorted, they fill the index cheaply. */
const ordersInBatch = 1000;
/** Younger orders are left: one with a smaller id may not be committed yet. */
const settledAfterMs = 5 * 60_000;
/** Clients with new orders are looked for this often, and one that orders all the time is filed as seldom, not order by order. */
const discoverMs = 30_000;
const idleMs = 5000;

export function createTermIndexer({ db, clock, keyring }: Pick<Context, 'db' | 'clock' | 'keyring'>): Worker {
  let lookedAt = -Infinity;

  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - lookedAt < discoverMs) return 0;
    let indexed = 0;
    const dueBy = new Date(now.getTime() - settledAfterMs - discoverMs);
    for (const clientId of await clientsBehind(db, dueBy))
      indexed += await indexClient(db, keyring, clientId, now);
    if (indexed === 0) lookedAt = now.getTime();
    return indexed;
  }

  return { name: 'index-order-terms', idleMs, round, drain: () => Promise.resolve() };
}

/** Those whose first order that is not filed is as old. */
async function clientsBehind(db: Database, dueBy: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select c.id from clients c left join order_terms_read t on t.client_id = c.id
     cross join lateral (
       select accepted_at from requests r where r.client_id = c.id and r.id > coalesce(t.last_request, 0)
       order by r.client_id, r.id limit 1) next
     where next.accepted_at <= $1 order by c.id`,
    [dueBy],
  );
  return rows.map(({ id }) => id);
}

interface Row {
  id: number;
  acceptedAt: Date;
  emailTo: string;
  toPhone: string;
  externalId: string;
}

async function indexClient(db: Database, keyring: Keyring, clientId: number, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    await tx.query(
      `insert into order_terms_read (client_id, last_request) values ($1, 0) on conflict do nothing`,
      [clientId],
    );
    const { rows: held } = await tx.query<{ last: number }>(
      `select last_request as last from order_terms_read where client_id = $1 for update skip locked`,
      [clientId],
    );
    const [mark] = held;
    if (mark === undefined) return 0;
    const { rows } = await tx.query<Row>(
      `select id, accepted_at as "acceptedAt", email_to as "emailTo", to_phone as "toPhone", external_id as "externalId"
       from requests where client_id = $1 and id > $2 order by client_id, id limit $3`,
      [clientId, mark.last, ordersInBatch],
    );
    const young = rows.findIndex(({ acceptedAt }) => now.getTime() - acceptedAt.getTime() < settledAfterMs);
    const settled = young < 0 ? rows : rows.slice(0, young);
    const last = settled.at(-1);
    if (last === undefined) return 0;
    const terms = settled.flatMap((row) => termsOf(keyring, row).map((term) => ({ term, id: row.id })));
    await tx.query(
      `insert into order_terms (client_id, term, request_id)
       select $1, * from unnest($2::bigint[], $3::bigint[]) as t (term, id) order by t.term, t.id on conflict do nothing`,
      [clientId, terms.map(({ term }) => term), terms.map(({ id }) => id)],
    );
    await tx.query(
      `insert into request_clients (request_id, client_id)
       select id, $1 from unnest($2::bigint[]) as id on conflict do nothing`,
      [clientId, settled.map(({ id }) => id)],
    );
    await tx.query(`update order_terms_read set last_request = $2 where client_id = $1`, [clientId, last.id]);
    return settled.length;
  });
}
