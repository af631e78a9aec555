/** Finds the delayed orders that loading codes would wake. */
import { schemaOf } from '../platform/cells/cell-ids.ts';
import { ascending } from '../platform/cells/merge.ts';
import { readCells } from '../platform/cells/spread-tables.ts';
import type { Sql, Tx } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/rows.ts';
import { moscowDay, moscowMonth } from '../platform/time/moscow-time.ts';
import type { LotCount } from '../vault/import-pool/report.ts';
import { maxWoken, stockedStatement } from './wake-delayed.ts';

/** Orders that are named one by one; the others are counted. */
const maxNamed = 50;

export interface WokenOrder {
  clientId: number;
  client: string;
  requestId: number;
  faceKopecks: number;
  /** ISO 8601: previews are stored. */
  acceptedAt: string;
}

/** Which delayed orders would be woken by codes that are not loaded yet, oldest first. */
export interface WakePreview {
  byFace: { faceKopecks: number; orders: number }[];
  first: WokenOrder[];
  /** More than one round wakes: the others follow. */
  more: boolean;
}

/**
 * Asks what `wakeDelayed` would ask, of the stock and of these lots besides. Orders that are accepted before the codes are
 * loaded may take some of them, and limits of a brand may be used up on the way.
 */
export async function previewWake(tx: Tx, ask: PreviewAsk, now: Date): Promise<WakePreview> {
  if (ask.lots.length === 0) return { byFace: [], first: [], more: false };
  const rows = await rowsOfAll(tx, ask, now);
  const counts = new Map<number, number>();
  for (const { faceKopecks } of rows) counts.set(faceKopecks, (counts.get(faceKopecks) ?? 0) + 1);
  return {
    byFace: [...counts].map(([faceKopecks, orders]) => ({ faceKopecks, orders })),
    first: rows.slice(0, maxNamed).map((row) => ({ ...row, acceptedAt: row.acceptedAt.toISOString() })),
    more: rows.length >= maxWoken,
  };
}

/** With cells each is asked as if all codes came there; of all its orders those that wait longest get them. */
async function rowsOfAll(tx: Tx, ask: PreviewAsk, now: Date): Promise<WokenRow[]> {
  const cells = await readCells(tx);
  if (cells.length === 0) return rowsOf(tx, ask, now);
  const rows: WokenRow[] = [];
  for (const cell of cells) {
    await tx.query(`set local search_path to ${schemaOf(cell)}, public`);
    rows.push(...(await rowsOf(tx, ask, now)));
  }
  await tx.query(`set local search_path to default`);
  const left = new Map<number, number>();
  for (const { faceKopecks, codes } of ask.lots) left.set(faceKopecks, (left.get(faceKopecks) ?? 0) + codes);
  return rows.toSorted(ascending(({ acceptedAt }) => acceptedAt)).filter(({ faceKopecks }) => {
    const codes = left.get(faceKopecks) ?? 0;
    left.set(faceKopecks, codes - 1);
    return codes > 0;
  });
}

interface PreviewAsk {
  productId: number;
  lots: readonly LotCount[];
}

type WokenRow = Omit<WokenOrder, 'acceptedAt'> & { acceptedAt: Date };

async function rowsOf(db: Sql, { productId, lots }: PreviewAsk, now: Date): Promise<WokenRow[]> {
  const stock = `(select supplier_id, product_id, face_kopecks, ends_on, available from stock_available where product_id = $2
     union all select p.supplier_id, p.id, l.face_kopecks, l.ends_on, l.codes
     from products p, unnest($6::bigint[], $7::date[], $8::bigint[]) as l (face_kopecks, ends_on, codes) where p.id = $2)`;
  const columns = `w.client_id as "clientId", (select name from clients where id = w.client_id) as client,
    w.id as "requestId", w.face_kopecks as "faceKopecks", w.accepted_at as "acceptedAt"`;
  const { rows } = await db.query<WokenRow>(stockedStatement(columns, stock, null), [
    moscowDay(now),
    productId,
    maxWoken,
    moscowMonth(now),
    now,
    ...columnsOf([...lots], ['faceKopecks', 'endsOn', 'codes']),
  ]);
  return rows;
}
