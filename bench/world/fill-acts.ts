/** An act of a person for so many orders, and a bulk order for so many. */
const ordersOfAct = 100;
const ordersOfBulk = 2000;
/** What is kept of calls of each kind; and how many operations and outcomes each of these days has. */
const calls = { kept: 200, days: 30, operations: 12, outcomes: 8 };

export interface ActsAsk {
  clientId: number;
  /** Of the history. */
  orders: number;
  days: number;
  until: Date;
}

type Run = (sql: string, values?: unknown[]) => Promise<unknown>;

/** What people and programs of a client have done besides ordering: acts, bulk orders, calls. */
export async function addActs({ clientId, orders, days, until }: ActsAsk, run: Run): Promise<void> {
  const acts = Math.ceil(orders / ordersOfAct);
  await run(
    `insert into audit (side, party_id, seq, at, actor, actor_name, act, about, before, after, hash)
     select 'client', $1, i, $2::timestamptz - make_interval(days => $3) * (1 - i::float8 / $4), 'person:' || i % 5, 'Анна',
       case when i % 2 = 0 then 'order.resent' else 'order.cancelled' end, 'request ' || i, 'null',
       '{"state":"cancelled"}', sha256(i::text::bytea)
     from generate_series(1, $4::bigint) i`,
    [clientId, until, days, acts],
  );
  await run(`insert into audit_heads (side, party_id, seq, hash) values ('client', $1, $2, sha256('head'))`, [
    clientId,
    acts,
  ]);
  await run(
    `insert into bulk_orders (client_id, state, placing_mode, name, file_hash, lines, placed, issued, added_at, confirmed_at,
       ended_at, due_at)
     select $1, 'done', 'asked', 'orders.xlsx', sha256(i::text::bytea), 100, 100, 100, at, at, at, at
     from (
       select i, $2::timestamptz - make_interval(days => $3) * (1 - i::float8 / $4) as at
       from generate_series(1, $4::bigint) i) b`,
    [clientId, until, days, Math.ceil(orders / ordersOfBulk)],
  );
  await run(
    `insert into api_calls (client_id, kind, at, cmd, outcome, ref, address, duration_ms, asked, answered)
     select $1, kind, $2, 'makeOrder', case kind when 'ok' then 'ok' else '2001' end, 'ref-' || i, '192.0.2.7', 12,
       repeat('{"product_id":2001}', 20), repeat('{"status":"ok"}', 20)
     from generate_series(1, $3::integer) i cross join unnest(array['ok', 'error', 'refused']) kind`,
    [clientId, until, calls.kept],
  );
  await run(
    `insert into api_call_days (client_id, day, cmd, outcome, calls, last_at)
     select $1, ($2::timestamptz at time zone 'Europe/Moscow')::date - day, 'cmd' || cmd,
       case outcome when 1 then 'ok' else (2000 + outcome)::text end, 1000, $2
     from generate_series(0, $3::integer - 1) day, generate_series(1, $4::integer) cmd, generate_series(1, $5::integer) outcome`,
    [clientId, until, calls.days, calls.operations, calls.outcomes],
  );
}
