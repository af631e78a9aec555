/** Loads codes: those that a run may open are sealed, chunk by chunk, while the database writes the previous chunk. */
import { transaction, type Database } from '../../src/platform/database/database.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import { sealCode } from '../../src/vault/seal-code.ts';
import { lanes } from './fill-long.ts';
import type { PoolProduct } from './shop.ts';

const chunkSize = 5000;
/** The others are made by the database, of the same size and equally scattered; `sealNext` seals those that a run opens. */
const mostSealed = 1_000_000;
const madeAtOnce = 200_000;

export async function fillPool(
  db: Database,
  keyring: Keyring,
  product: PoolProduct,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const sealed = Math.min(count, mostSealed);
  await addSealed(db, keyring, product, { first: 1, last: sealed }, onProgress);
  if (count > sealed) await makeCodes(db, product, { first: sealed + 1, last: count }, onProgress);
  await db.query(
    `insert into stock (supplier_id, product_id, face_kopecks, last_position, free) values ($1, $2, $3, $4, $4)`,
    [product.supplierId, product.id, product.faceKopecks, count],
  );
  await db.query(
    `insert into stock_available select supplier_id, product_id, face_kopecks, ends_on, free from stock
                  where supplier_id = $1`,
    [product.supplierId],
  );
  await db.query(`vacuum (analyze) codes`);
}

async function addSealed(
  db: Database,
  keyring: Keyring,
  product: PoolProduct,
  { first: from, last }: { first: number; last: number },
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let first = from; first <= last; first += chunkSize) {
    const codes = sealChunk(keyring, product, first, last);
    await writing;
    onProgress(first - from);
    writing = db.query(
      `insert into codes (supplier_id, product_id, face_kopecks, position, state, sealed, fingerprint)
       select $1, $2, $3, $4 + place - 1, 'free', sealed, fingerprint
       from unnest($5::bytea[], $6::bytea[]) with ordinality as w (sealed, fingerprint, place)`,
      [product.supplierId, product.id, product.faceKopecks, first, codes.sealed, codes.fingerprints],
    );
    // Awaited in the next turn; until then a failure must not count as unhandled.
    writing.catch(() => {});
  }
  await writing;
}

/** Adds what is missing of so many codes that can be sold. */
export async function refillPool(
  db: Database,
  keyring: Keyring,
  product: PoolProduct,
  wanted: number,
): Promise<void> {
  const { supplierId, id, faceKopecks } = product;
  const lot = [supplierId, id, faceKopecks];
  const of = `supplier_id = $1 and product_id = $2 and face_kopecks = $3`;
  const { rows } = await db.query<{ last: number; free: number }>(
    `select last_position as last, free from stock where ${of}`,
    lot,
  );
  const { last = 0, free = 0 } = rows[0] ?? {};
  const more = wanted - free;
  if (more <= 0) return;
  await addSealed(db, keyring, product, { first: last + 1, last: last + more });
  await transaction(db, async (tx) => {
    await tx.query(`update stock set last_position = last_position + $4, free = free + $4 where ${of}`, [
      ...lot,
      more,
    ]);
    await tx.query(`update stock_available set available = available + $4 where ${of}`, [...lot, more]);
  });
}

/** The index of fingerprints is built at the end: ten million scattered entries would be read and written again and again. */
async function makeCodes(
  db: Database,
  { supplierId, id, faceKopecks }: PoolProduct,
  { first, last }: { first: number; last: number },
  onProgress: (done: number) => void,
): Promise<void> {
  await db.query(`drop index codes_by_fingerprint`);
  let next = first;
  const lane = async (): Promise<void> => {
    while (next <= last) {
      const from = next;
      next += madeAtOnce;
      onProgress(from - 1);
      await makeChunk(from);
    }
  };
  const makeChunk = (from: number): Promise<unknown> =>
    db.query(
      `insert into codes (supplier_id, product_id, face_kopecks, position, state, sealed, fingerprint)
       select $1, $2, $3, n, 'free', substr(sealed, 1, (select length(sealed) from codes where supplier_id = $1 limit 1)), fingerprint
       from (select n, sha256(n::text::bytea) as fingerprint,
               sha256(('a' || n)::bytea) || sha256(('b' || n)::bytea) || sha256(('c' || n)::bytea) as sealed
             from generate_series($4::bigint, $5::bigint) as n) w`,
      [supplierId, id, faceKopecks, from, Math.min(last, from + madeAtOnce - 1)],
    );
  await Promise.all(Array.from({ length: lanes }, lane));
  onProgress(last);
  await transaction(db, async (tx) => {
    await tx.query(`set local maintenance_work_mem = '512MB'`);
    await tx.query(`create unique index codes_by_fingerprint on codes (supplier_id, fingerprint)`);
  });
}

/** The next codes that are sold open from now on. */
export async function sealNext(
  db: Database,
  keyring: Keyring,
  product: PoolProduct,
  count: number,
): Promise<void> {
  const { supplierId, id, faceKopecks } = product;
  const { rows } = await db.query<{ first: number }>(
    `select position as first from codes
     where supplier_id = $1 and product_id = $2 and face_kopecks = $3 and state = 'free' order by position limit 1`,
    [supplierId, id, faceKopecks],
  );
  const next = rows[0]?.first ?? 1;
  const last = next + count - 1;
  for (let first = Math.max(next, mostSealed + 1); first <= last; first += chunkSize) {
    const codes = sealChunk(keyring, product, first, last);
    await db.query(
      `update codes c set sealed = w.sealed, fingerprint = w.fingerprint
       from unnest($5::bytea[], $6::bytea[]) with ordinality as w (sealed, fingerprint, place)
       where supplier_id = $1 and product_id = $2 and face_kopecks = $3 and position = $4 + place - 1`,
      [supplierId, id, faceKopecks, first, codes.sealed, codes.fingerprints],
    );
  }
  await db.query(`vacuum codes`);
}

/** From the place `first`, at most up to `last`. */
function sealChunk(keyring: Keyring, { supplierId }: PoolProduct, first: number, last: number) {
  const size = Math.min(chunkSize, last - first + 1);
  const codes = Array.from({ length: size }, (_, index) =>
    sealCode(keyring, supplierId, { number: numberOf(first + index), pin: pinOf(first + index) }),
  );
  return {
    sealed: codes.map((code) => code.sealed),
    fingerprints: codes.map((code) => code.fingerprint),
  };
}

const numberOf = (place: number): string => `7700${String(place).padStart(12, '0')}`;
const pinOf = (place: number): string => String(place % 10_000).padStart(4, '0');
