/** Lots of a pool: their keys, which codes are available, and promises of them. */
import { inOrder, type Tx } from '../platform/database/database.ts';
import { keepsMany } from '../platform/database/kept-versions.ts';
import { joinNewest, newestOfEach } from '../platform/database/newest-version.ts';
import { byPlaces } from '../platform/database/by-keys.ts';
import { rowsOfUnknownLength, type ColumnType } from '../platform/database/rows.ts';

/**
 * A lot: the codes of one product and face that expire on the same day (migration 0030). `endsOn` is the last whole
 * Moscow day of their validity, `YYYY-MM-DD`, or 'infinity' for codes without an expiry date. Both compare as text.
 */
export interface LotKey {
  supplierId: number;
  productId: number;
  faceKopecks: number;
  endsOn: string;
}

/** What a sale requires of a lot. */
export interface LotAsk extends Omit<LotKey, 'endsOn'> {
  /** The day until which the code must be valid. */
  lastsTo: string;
  /** Whether codes without an expiry date are valid that long. */
  endless: boolean;
}

/** The number of codes of a lot that are not promised. */
export interface OpenLot {
  endsOn: string;
  available: number;
}

const endless = 'infinity';

/** The day of the lot for a code with this expiry column. */
export const endsOnOf = (column: string): string =>
  `coalesce(((${column} + interval '1 second') at time zone 'Europe/Moscow')::date - 1, 'infinity')`;

/** Whether the codes of a lot are valid as long as a sale requires. */
const lasts = (endsOn: string, { lastsTo, endless: all }: Pick<LotAsk, 'lastsTo' | 'endless'>): boolean =>
  endsOn >= lastsTo && (all || endsOn < endless);

const faceKey = ({ supplierId, productId, faceKopecks }: Omit<LotKey, 'endsOn'>): string =>
  `${supplierId}:${productId}:${faceKopecks}`;

export const lotKey = (lot: LotKey): string => `${faceKey(lot)}:${lot.endsOn}`;

/** What `lotColumns` and further columns give, as rows of a statement. */
export const lotRows = (...more: ColumnType[]): string =>
  rowsOfUnknownLength('bigint', 'bigint', 'bigint', 'date', ...more);

export const lotColumns = (lots: LotKey[]): unknown[][] => [
  lots.map((lot) => lot.supplierId),
  lots.map((lot) => lot.productId),
  lots.map((lot) => lot.faceKopecks),
  lots.map((lot) => lot.endsOn),
];

/** The available codes of some lots, in memory: each grant subtracts one without writing. */
export class OpenLots {
  readonly #lots = new Map<string, OpenLot[]>();

  /** Adds the lots of a face, in any order; a face already known is not changed. */
  add(face: Omit<LotKey, 'endsOn'>, lots: OpenLot[]): void {
    const known = this.#lots.getOrInsertComputed(faceKey(face), () => []);
    const fresh = lots.filter(({ endsOn }) => known.every((lot) => lot.endsOn !== endsOn));
    known.push(...fresh.map((lot) => ({ ...lot })));
    known.sort((one, other) => (one.endsOn < other.endsOn ? -1 : 1));
  }

  /** Takes from the lot that expires first among those that last long enough; null if none has a code left. */
  find(ask: LotAsk): OpenLot | null {
    const lots = this.#lots.get(faceKey(ask)) ?? [];
    return lots.find((lot) => lot.available > 0 && lasts(lot.endsOn, ask)) ?? null;
  }
}

/**
 * Lots with this many times the codes that a batch needs are not locked while the batch is judged: other concurrent
 * batches cannot use up the difference. If they did, `promiseCodes` would fail.
 */
const ampleTimes = 10;

/** Whether these sales can be judged by the lots as read; otherwise the lots must be locked. */
export function areLotsAmple(read: OpenLots, asks: LotAsk[]): boolean {
  return [...Map.groupBy(asks, faceKey).values()].every((ofFace) =>
    ofFace.every((ask) => (read.find(ask)?.available ?? Infinity) >= ampleTimes * ofFace.length),
  );
}

/** SQL: joins the row of the lot `w`. */
export const newestLot = (
  table: 'stock' | 'stock_available',
  of: { columns: string; as: string; lock?: 'for update' },
): string =>
  joinNewest(table, {
    ...of,
    key: {
      supplier_id: 'w.supplier_id',
      product_id: 'w.product_id',
      face_kopecks: 'w.face_kopecks',
      ends_on: 'w.ends_on',
    },
  });

/** SQL: what `lotColumns` gives, in the order in which everybody locks lots. */
export const lotsInOrder = `(
  select * from ${lotRows()} as l (supplier_id, product_id, face_kopecks, ends_on) order by 1, 2, 3, 4) w`;

const lotsOfFaces = `unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]) as w (supplier_id, product_id, face_kopecks, lasts_to)
  join stock_available a using (supplier_id, product_id, face_kopecks)
  where a.ends_on >= w.lasts_to and a.available > 0
  order by supplier_id, product_id, face_kopecks, a.ends_on for update of a`;

/** SQL: the lots of these faces, which are locked one after the other. */
const newestLots = `(
    select w.supplier_id, w.product_id, w.face_kopecks, lots.ends_on
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]) as w (supplier_id, product_id, face_kopecks, lasts_to),
      lateral (with recursive ${newestOfEach('stock_available', {
        name: 'lots',
        group: { supplier_id: 'w.supplier_id', product_id: 'w.product_id', face_kopecks: 'w.face_kopecks' },
        each: { column: 'ends_on', from: 'w.lasts_to' },
        columns: ['available'],
      })} select ends_on from lots where available > 0) lots
    order by 1, 2, 3, 4) w
  ${newestLot('stock_available', { columns: 'available', as: 'a', lock: 'for update' })}
  where a.available > 0`;

/** Locks the lots that these sales could take codes from, and reads what is available. */
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
    `select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", ends_on as "endsOn", a.available
     from ${keepsMany(tx) ? newestLots : lotsOfFaces}`,
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

/** A number of codes of one lot. */
export interface LotCodes {
  lot: LotKey;
  codes: number;
}

/** Counts one code per sale, by lot. */
export const countByLot = (lots: LotKey[]): LotCodes[] =>
  [...Map.groupBy(lots, lotKey).values()].map((same) => ({ lot: same[0] as LotKey, codes: same.length }));

/**
 * Reserves codes for accepted requests. Lots that are not locked must be ample; the counter refuses to go below zero.
 */
export const promiseCodes = (tx: Tx, counts: LotCodes[]): Promise<void> =>
  moveAvailable(
    tx,
    counts.map(({ lot, codes }) => ({ lot, codes: -codes })),
  );

/** Makes these codes available, after a request ended without one or when they are new. */
export const offerCodes = (tx: Tx, counts: LotCodes[]): Promise<void> => moveAvailable(tx, counts);

async function moveAvailable(tx: Tx, counts: LotCodes[]): Promise<void> {
  if (counts.length === 0) return;
  const columns = lotColumns(counts.map(({ lot }) => lot));
  await inOrder(
    // In a fixed order first, because an update locks rows in no particular order; one that finds them by their place needs them locked.
    () => (counts.length > 1 || keepsMany(tx)) && lockAvailable(tx, columns),
    () => addAvailable(tx, columns, counts),
  );
}

async function addAvailable(tx: Tx, columns: unknown[][], counts: LotCodes[]): Promise<void> {
  const { rowCount } = await tx.query(
    `update stock_available a set available = a.available + w.codes
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[], $5::bigint[])
       as w (supplier_id, product_id, face_kopecks, ends_on, codes)
     ${keepsMany(tx) ? byPlace : byLot}`,
    [...columns, counts.map(({ codes }) => codes)],
  );
  if (keepsMany(tx) && rowCount !== counts.length)
    throw new Error('A lot whose codes are counted is not there, or not locked.');
}

const byLot = `where a.supplier_id = w.supplier_id and a.product_id = w.product_id and a.face_kopecks = w.face_kopecks
  and a.ends_on = w.ends_on`;

const byPlace = `${newestLot('stock_available', { columns: 'ctid as place', as: 'newest' })}
  where ${byPlaces('a', 'newest.place', 'w.supplier_id')}`;

const lockAvailable = (tx: Tx, columns: unknown[][]): Promise<unknown> =>
  tx.query(
    keepsMany(tx)
      ? `select from ${lotsInOrder} ${newestLot('stock_available', { columns: 'available', as: 'a', lock: 'for update' })}`
      : `select from stock_available
         where (supplier_id, product_id, face_kopecks, ends_on) in (
           select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]))
         order by supplier_id, product_id, face_kopecks, ends_on for update`,
    columns,
  );

/** Locks all lots of these faces until the transaction ends. */
export async function lockStock(tx: Tx, faces: Omit<LotKey, 'endsOn'>[]): Promise<void> {
  await tx.query(
    `select from stock where (supplier_id, product_id, face_kopecks) in (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]))
     order by supplier_id, product_id, face_kopecks, ends_on for update`,
    [
      faces.map((face) => face.supplierId),
      faces.map((face) => face.productId),
      faces.map((face) => face.faceKopecks),
    ],
  );
}
