/**
 * Orders by which suppliers were tested by hand. Their onboarding is in the centre, the orders in cells, whose tables have their full
 * names here (docs/decisions/0077).
 */
import { cellOfId, schemaOf } from '../platform/cells/cell-ids.ts';
import { readCells } from '../platform/cells/spread-tables.ts';
import type { Sql } from '../platform/database/database.ts';

/** The order by which a supplier was tested. */
export interface TestOrder {
  orderId: number;
  issuedAt: Date;
  active: boolean;
  redeemedAt: Date | null;
}

/** The test orders of suppliers, if they were filled by codes of theirs. */
export async function readTestOrders(
  db: Sql,
  asks: readonly { supplierId: number; testOrderId: number | null }[],
): Promise<Map<number, TestOrder>> {
  const found = new Map<number, TestOrder>();
  const asked = asks.filter(({ testOrderId }) => testOrderId !== null);
  for (const [schema, some] of await bySchema(db, asked)) {
    const { rows } = await db.query<TestOrder & { supplierId: number }>(
      `select w.supplier_id as "supplierId", t.order_id as "orderId", t.issued_at as "issuedAt", c.active,
         (select max(r.redeemed_at) from ${schema}.redemptions r
          where r.supplier_id = c.supplier_id and r.code_id = c.id and r.part = 0 and r.undone_at is null) as "redeemedAt"
       from unnest($1::bigint[], $2::bigint[]) as w (supplier_id, order_id)
       join ${schema}.requests q on q.order_id = w.order_id
       join ${schema}.certificates t on t.client_id = q.client_id and t.request_id = q.id and t.supplier_id = w.supplier_id
       join ${schema}.codes c on c.supplier_id = t.supplier_id and c.id = t.code_id`,
      [some.map(({ supplierId }) => supplierId), some.map(({ testOrderId }) => testOrderId)],
    );
    for (const { supplierId, ...order } of rows) found.set(supplierId, order);
  }
  return found;
}

/** Whether an order was filled by a real code of this supplier. */
export async function isOrderOf(db: Sql, supplierId: number, orderNumber: string): Promise<boolean> {
  if (!/^\d{1,15}$/.test(orderNumber)) return false;
  return (await readTestOrders(db, [{ supplierId, testOrderId: Number(orderNumber) }])).size === 1;
}

async function bySchema<Ask extends { testOrderId: number | null }>(
  db: Sql,
  asks: readonly Ask[],
): Promise<Map<string, Ask[]>> {
  if (asks.length === 0) return new Map();
  const cells = await readCells(db);
  const known = asks.filter(
    ({ testOrderId }) => cells.length === 0 || cells.includes(cellOfId(testOrderId ?? 0)),
  );
  return Map.groupBy(known, ({ testOrderId }) =>
    cells.length === 0 ? 'public' : schemaOf(cellOfId(testOrderId ?? 0)),
  );
}
