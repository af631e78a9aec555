import type { Tx } from '../platform/database/database.ts';
import { faceKey, lasts, lotColumns, lotKey, type LotAsk, type LotKey, type OpenLot } from './lots.ts';

/** What is known of the lots of some faces: each grant takes one code from it, and nothing is written. */
export class OpenLots {
  readonly #lots = new Map<string, OpenLot[]>();

  /** Lots of one face, in any order; those known already stay as they are. */
  add(face: Omit<LotKey, 'endsOn'>, lots: OpenLot[]): void {
    const known = this.#lots.getOrInsertComputed(faceKey(face), () => []);
    const fresh = lots.filter(({ endsOn }) => known.every((lot) => lot.endsOn !== endsOn));
    known.push(...fresh.map((lot) => ({ ...lot })));
    known.sort((one, other) => (one.endsOn < other.endsOn ? -1 : 1));
  }

  /** Of the lots that last long enough the one that ends first and has a code left; null when there is none. */
  find(ask: LotAsk): OpenLot | null {
    const lots = this.#lots.get(faceKey(ask)) ?? [];
    return lots.find((lot) => lot.available > 0 && lasts(lot.endsOn, ask)) ?? null;
  }
}

/**
 * Lots with this many times what a batch asks for are not locked while it is judged: other batches under way at the same
 * moment can't use up the difference. If they could all the same, `promiseCodes` fails.
 */
const ampleTimes = 10;

/** Whether what was read of the lots is so much that these sales may be judged by it; else the lots must be locked. */
export function areLotsAmple(read: OpenLots, asks: LotAsk[]): boolean {
  return [...Map.groupBy(asks, faceKey).values()].every((ofFace) =>
    ofFace.every((ask) => (read.find(ask)?.available ?? Infinity) >= ampleTimes * ofFace.length),
  );
}

/** Locks the lots that these sales could take codes from, until the transaction ends, and reads what is left of them. */
export async function lockLots(tx: Tx, asks: LotAsk[]): Promise<OpenLots> {
  const open = new OpenLots();
  if (asks.length === 0) return open;
  const earliest = new Map<string, LotAsk>();
  for (const ask of asks) {
    const known = earliest.get(faceKey(ask));
    if (known === undefined || ask.lastsTo < known.lastsTo) earliest.set(faceKey(ask), ask);
  }
  const faces = [...earliest.values()];
  const { rows } = await tx.query<LotKey & OpenLot>(
    `select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", a.ends_on as "endsOn",
       a.available
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]) as w (supplier_id, product_id, face_kopecks, lasts_to)
     join stock_available a using (supplier_id, product_id, face_kopecks)
     where a.ends_on >= w.lasts_to and a.available > 0
     order by supplier_id, product_id, face_kopecks, a.ends_on for update of a`,
    [
      faces.map((ask) => ask.supplierId),
      faces.map((ask) => ask.productId),
      faces.map((ask) => ask.faceKopecks),
      faces.map((ask) => ask.lastsTo),
    ],
  );
  for (const row of rows) open.add(row, [row]);
  return open;
}

/** So many codes of one lot. */
export interface LotCodes {
  lot: LotKey;
  codes: number;
}

/** One code of each named lot, counted by lot. */
export const countByLot = (lots: LotKey[]): LotCodes[] =>
  [...Map.groupBy(lots, lotKey).values()].map((same) => ({ lot: same[0] as LotKey, codes: same.length }));

/** Promises codes. Where the lots are not locked they must be ample, or the lot itself refuses. */
export const promiseCodes = (tx: Tx, counts: LotCodes[]): Promise<void> =>
  moveAvailable(
    tx,
    counts.map(({ lot, codes }) => ({ lot, codes: -codes })),
  );

/** These codes may be promised, again or for the first time. */
export const offerCodes = (tx: Tx, counts: LotCodes[]): Promise<void> => moveAvailable(tx, counts);

async function moveAvailable(tx: Tx, counts: LotCodes[]): Promise<void> {
  if (counts.length === 0) return;
  const columns = lotColumns(counts.map(({ lot }) => lot));
  await Promise.all([
    // An update takes its rows in no certain order.
    counts.length > 1 && lockAvailable(tx, columns),
    tx.query(
      `update stock_available a set available = a.available + w.codes
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[], $5::bigint[])
         as w (supplier_id, product_id, face_kopecks, ends_on, codes)
       where a.supplier_id = w.supplier_id and a.product_id = w.product_id and a.face_kopecks = w.face_kopecks
         and a.ends_on = w.ends_on`,
      [...columns, counts.map(({ codes }) => codes)],
    ),
  ]);
}

const lockAvailable = (tx: Tx, columns: unknown[][]): Promise<unknown> =>
  tx.query(
    `select from stock_available
     where (supplier_id, product_id, face_kopecks, ends_on) in (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]))
     order by supplier_id, product_id, face_kopecks, ends_on for update`,
    columns,
  );
