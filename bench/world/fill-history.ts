import { hash } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { addActs } from './fill-acts.ts';
import { fillLong, lanes } from './fill-long.ts';
import type { PoolProduct } from './shop.ts';

/** Of the first order of a history; ids follow each other. */
export const firstRequestId = 3_500_001;
const firstOrderId = 10_000_001;
const chunkOrders = 100_000;
const dayMs = 86_400_000;

/** Every fiftieth order failed, every hundredth was cancelled; the others are issued, delivered and called back. */
const stateOf = `case when i % 50 = 7 then 'failed' when i % 100 = 11 then 'cancelled' else 'issued' end`;

/** The uuid of an order of the history. */
export const uuidOfFilled = (requestId: number): string =>
  hash('md5', String(requestId)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export interface HistoryAsk {
  /** The first has every second order, the others share the rest. */
  clientIds: number[];
  product: PoolProduct;
  orders: number;
  /** They lie evenly over these days until `until`. */
  days: number;
  until: Date;
}

/** How many orders are written, and what is being done. */
type OnProgress = (orders: number, doing: string) => void;

/**
 * Orders that ended long ago, with everything that lies about them: transfers, certificates, letters, callbacks, uuids,
 * what is searched for, sums by day. Codes are left out: fillPool makes those.
 */
export async function fillHistory(
  url: string,
  ask: HistoryAsk,
  onProgress: OnProgress = () => {},
): Promise<void> {
  await fillLong(url, (db) => fill(db, ask, onProgress));
}

async function fill(db: Database, ask: HistoryAsk, onProgress: OnProgress): Promise<void> {
  await db.query(`drop index certificates_by_token`);
  await db.query(`alter table order_terms drop constraint order_terms_pkey`);
  await db.query(`alter table idempotency drop constraint idempotency_pkey`);
  await addChunks(db, ask, onProgress);
  const quietly = (sql: string, values: unknown[] = []): Promise<unknown> =>
    transaction(db, async (tx) => {
      await tx.query(`set local maintenance_work_mem = '512MB'`);
      await tx.query(`set local work_mem = '256MB'`);
      await tx.query(sql, values);
    });
  // First, so that whatever reads them afterwards has no pages to write.
  for (const table of ordersTables) {
    onProgress(ask.orders, `vacuum of ${table}`);
    await vacuum(db, table);
  }
  onProgress(ask.orders, 'indexes');
  await quietly(`create index certificates_by_token on certificates (token_hash)`);
  await quietly(`alter table order_terms add primary key (term, client_id, request_id)`);
  await quietly(`alter table idempotency add primary key (client_id, uuid)`);
  for (const [index, sql] of sums.entries()) {
    onProgress(ask.orders, `sums, ${index + 1} of ${sums.length}`);
    await quietly(sql);
  }
  onProgress(ask.orders, 'acts of people');
  await addActs({ ...ask, clientId: ask.clientIds[0] ?? 0 }, quietly);
  await db.query(
    `select setval('request_ids', 3500001 + $1::bigint), setval('order_ids', 10000001 + $1::bigint)`,
    [ask.orders],
  );
  await db.query(`select setval(pg_get_serial_sequence('transfers', 'id'), (select max(id) from transfers))`);
  for (const table of sumsTables) await vacuum(db, table);
}

/** In ascending order within each lane. */
async function addChunks(db: Database, ask: HistoryAsk, onProgress: OnProgress): Promise<void> {
  let next = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (next < ask.orders) {
      const first = next;
      const end = Math.min(ask.orders, first + chunkOrders);
      next = end;
      await addChunk(db, ask, first, end);
      done += end - first;
      onProgress(done, 'orders');
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const vacuum = (db: Database, table: string): Promise<unknown> => db.query(`vacuum (analyze) ${table}`);

const ordersTables = [
  'requests',
  'transfers',
  'certificates',
  'idempotency',
  'deliveries',
  'callbacks',
  'callback_attempts',
  'order_terms',
];

const sumsTables = [
  'order_terms',
  'request_clients',
  'order_days',
  'order_day_spans',
  'ledger_days',
  'audit',
  'api_calls',
  'api_call_days',
  'bulk_orders',
];

async function addChunk(db: Database, ask: HistoryAsk, first: number, end: number): Promise<void> {
  const { clientIds, product, orders, days, until } = ask;
  await transaction(db, async (tx) => {
    await tx.query(
      `create temp table chunk on commit drop as
       select i, ${firstRequestId} + i as id, ${firstOrderId} + i as order_id, ${stateOf} as state,
         ($1::bigint[])[case when i % 2 = 0 then 1 else 2 + (i / 2) % ($2 - 1) end] as client_id,
         $8::bigint as product_id, $9::bigint as supplier_id, $10::bigint as face,
         $3::timestamptz - make_interval(secs => ($4::float8 / 1000) * (1 - i::float8 / $5)) as at
       from generate_series($6::bigint, $7::bigint - 1) i`,
      [
        clientIds,
        clientIds.length,
        until,
        days * dayMs,
        orders,
        first,
        end,
        product.id,
        product.supplierId,
        product.faceKopecks,
      ],
    );
    for (const sql of inserts) await tx.query(sql);
  });
}

/** As scattered over their index as those of programs are; see uuidOfFilled. */
const uuidOf = `md5(id::text)::uuid::text`;

const inserts = [
  `insert into requests (client_id, id, state, testmode, product_id, supplier_id, face_kopecks, sum_kopecks, uuid,
     service_code, comment, external_id, email_from, email_to, sender_name, recipient_name, to_phone, greeting,
     delivery_type, callback_url, callback_format, accepted_at, due_at, ended_at, order_id, expires_at, error_code, error_text)
   select client_id, id, state, false, product_id, supplier_id, face, face, ${uuidOf}, 'API', 'Бонусы за покупку', 'order-' || i,
     'club@shop.example', 'user' || i % 1000003 || '@mail.example', 'Клуб', 'Анна', '7900' || lpad((i % 9999991)::text, 7, '0'),
     'С днём рождения!', 'email', 'http://127.0.0.1:9/callback', 'form', at, at, at + interval '1 second',
     case when state = 'issued' then order_id end, case when state = 'issued' then at + interval '1 year' end,
     case state when 'failed' then 1102 when 'cancelled' then 1001 end,
     case state when 'failed' then 'limit' when 'cancelled' then 'cancelled' end
   from chunk`,
  // Hold and end of an order lie side by side, as they do where orders are issued within a second.
  `insert into transfers (client_id, id, kind, from_account, to_account, amount_kopecks, request_id, phase, note, at)
   select client_id, 3 * id + phase - 1, case when phase = 1 then 'hold' when state = 'issued' then 'capture' else 'release' end,
     case phase when 1 then 'funds' else 'held' end,
     case when phase = 1 then 'held' when state = 'issued' then 'sales' else 'funds' end, face, id, phase, '',
     at + make_interval(secs => phase - 1)
   from chunk cross join generate_series(1, 2) phase order by id, phase`,
  `insert into certificates (client_id, request_id, order_id, product_id, supplier_id, face_kopecks, issued_at, expires_at,
     token_hash, sender_email, sender_name, recipient_name, greeting)
   select client_id, id, order_id, product_id, supplier_id, face, at, at + interval '1 year', sha256(id::text::bytea), 'club@shop.example',
     'Клуб', 'Анна', 'С днём рождения!'
   from chunk where state = 'issued'`,
  `insert into idempotency (client_id, uuid, parameters, request_id)
   select client_id, ${uuidOf}, sha256(id::text::bytea), id from chunk`,
  `insert into deliveries (client_id, request_id, channel, address, testmode, state, due_at, attempts, sent_at)
   select client_id, id, 'email', 'user' || i % 1000003 || '@mail.example', false, 'sent', at, 1, at + interval '2 seconds'
   from chunk where state = 'issued'`,
  `insert into callbacks (client_id, request_id, message_id, url, format, body, state, due_at, attempts, announced_at, ended_at,
     tries, last_status)
   select client_id, id, gen_random_uuid(), 'http://127.0.0.1:9/callback', 'form', decode(repeat('00', 300), 'hex'),
     case when i % 1000 in (3, 4) then 'abandoned' else 'accepted' end, at, 1, at, at + interval '1 second', 1,
     case when i % 1000 in (3, 4) then 500 else 200 end
   from chunk`,
  `insert into callback_attempts (client_id, request_id, attempt, at, duration_ms, http_status, answer_head)
   select client_id, id, 1, at, 40, case when i % 1000 in (3, 4) then 500 else 200 end, 'OK' from chunk`,
  // Two terms an order, as hashes lie: anywhere.
  `insert into order_terms (client_id, term, request_id)
   select client_id, ('x' || substr(md5(kind || i), 1, 16))::bit(64)::bigint, id
   from chunk cross join unnest(array['mail', 'external']) kind`,
];

const moscowDay = (column: string): string => `(${column} at time zone 'Europe/Moscow')::date`;

const sums = [
  `update accounts a
   set balance_kopecks = balance_kopecks + case name when 'sales' then sum else -sum end
   from (select client_id, sum(face_kopecks) as sum from certificates group by client_id) s
   where a.client_id = s.client_id and a.name in ('funds', 'sales')`,
  `insert into request_clients (request_id, client_id) select id, client_id from requests order by id`,
  `insert into order_terms_read (client_id, last_request) select client_id, max(id) from requests group by client_id`,
  `insert into order_day_spans (client_id, day, first_request, last_request, open_orders, within_5_s, within_1_min, within_1_h, slower)
   select client_id, ${moscowDay('accepted_at')}, min(id), max(id), 0, count(*) filter (where state = 'issued'), 0, 0, 0
   from requests group by 1, 2 order by 2, 1`,
  `insert into order_days (client_id, day, product_id, outcome, error_code, orders, sum_kopecks)
   select client_id, ${moscowDay('accepted_at')}, product_id, state, coalesce(error_code, 0), count(*), sum(sum_kopecks)
   from requests group by 1, 2, 3, 4, 5 order by 2, 1`,
  `insert into ledger_days (client_id, kind, day, transfers, sum_kopecks, total_kopecks, first_id, last_id)
   select client_id, kind, day, transfers, sum, sum(sum) over (partition by client_id, kind order by day), first, last
   from (select client_id, kind, ${moscowDay('at')} as day, count(*) as transfers, sum(amount_kopecks) as sum,
           min(id) as first, max(id) as last
         from transfers group by 1, 2, 3) d order by day, client_id`,
  `insert into ledger_positions (client_id, last_id) select client_id, max(id) from transfers group by client_id
   on conflict (client_id) do update set last_id = excluded.last_id`,
];
