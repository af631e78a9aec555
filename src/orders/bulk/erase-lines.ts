/** Erases the fields of lines of bulk orders. What became of each line stays; its order has a copy of its own. */
import type { Database, Sql, Tx } from '../../platform/database/database.ts';
import type { BulkKey } from './bulk-order.ts';

/** Bulk orders are looked through one after the other, each in a statement of its own. */
const bulkOrdersAtOnce = 100;

export interface LinesAsk {
  clientId: number;
  requestIds: readonly number[];
  /** In small letters, or ''. */
  mail: string;
  /** Digits of a phone without its country code, or ''. */
  digits: string;
}

export interface LinesErased {
  lines: number;
  /** Lines of bulk orders that have not ended. */
  waiting: number;
}

/**
 * Erases the lines that became one of these orders or contain the address, in all bulk orders of a client. Those of a bulk
 * order that has not ended stay: they may become orders yet.
 */
export async function eraseLines(db: Database, ask: LinesAsk): Promise<LinesErased> {
  const erased: LinesErased = { lines: 0, waiting: 0 };
  for (let after = 0; ;) {
    const { rows } = await db.query<{ id: number; ended: boolean }>(
      `select id, ended_at is not null as ended from bulk_orders
       where client_id = $1 and id > $2 and erased_at is null order by id limit $3`,
      [ask.clientId, after, bulkOrdersAtOnce],
    );
    for (const { id, ended } of rows) {
      if (ended) erased.lines += await eraseIn(db, id, ask);
      else erased.waiting += await countIn(db, id, ask);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < bulkOrdersAtOnce) return erased;
    after = last.id;
  }
}

const wanted = `client_id = $1 and bulk_id = $2 and fields <> '{}' and (
  request_id = any($3::bigint[])
  or ($4::text <> '' and position($4 in lower(fields)) > 0)
  or ($5::text <> '' and position($5 in translate(fields, ' ()+-', '')) > 0))`;

async function eraseIn(db: Sql, bulkId: number, ask: LinesAsk): Promise<number> {
  const { rowCount } = await db.query(
    `update bulk_lines set fields = '{}' where ${wanted}`,
    valuesOf(bulkId, ask),
  );
  return rowCount ?? 0;
}

async function countIn(db: Sql, bulkId: number, ask: LinesAsk): Promise<number> {
  const { rows } = await db.query<{ lines: number }>(
    `select count(*) as lines from bulk_lines where ${wanted}`,
    valuesOf(bulkId, ask),
  );
  return rows[0]?.lines ?? 0;
}

const valuesOf = (bulkId: number, { clientId, requestIds, mail, digits }: LinesAsk): unknown[] => [
  clientId,
  bulkId,
  requestIds,
  mail,
  digits,
];

/** The ended bulk order whose lines have been kept longest, if it ended so long ago. */
export async function findKeptBulkOrder(
  db: Sql,
  { clientId, before }: { clientId: number; before: Date },
): Promise<BulkKey | null> {
  const { rows } = await db.query<BulkKey>(
    `select client_id as "clientId", id as "bulkId" from bulk_orders
     where client_id = $1 and ended_at <= $2 and erased_at is null order by ended_at limit 1`,
    [clientId, before],
  );
  return rows[0] ?? null;
}

/** Erases lines of an ended bulk order, at most so many. */
export async function eraseLinesOfBulk(
  tx: Tx,
  { clientId, bulkId }: BulkKey,
  most: number,
  now: Date,
): Promise<void> {
  const { rowCount } = await tx.query(
    `update bulk_lines set fields = '{}'
     where client_id = $1 and bulk_id = $2 and line in (
       select line from bulk_lines where client_id = $1 and bulk_id = $2 and fields <> '{}' order by line limit $3)`,
    [clientId, bulkId, most],
  );
  if ((rowCount ?? 0) === most) return;
  // A hash of what a program sent: of few orders, addresses could be tried out by it.
  await tx.query(`update bulk_parts set hash = '' where client_id = $1 and bulk_id = $2`, [clientId, bulkId]);
  await tx.query(`update bulk_orders set erased_at = $3 where client_id = $1 and id = $2`, [
    clientId,
    bulkId,
    now,
  ]);
}
