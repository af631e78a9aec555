/** Loads sealed codes chunk by chunk; the next chunk is sealed while the database writes the previous one. */
import type { Database } from '../../src/platform/database/database.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import { sealCode } from '../../src/vault/seal-code.ts';
import type { PoolProduct } from './shop.ts';

const chunkSize = 5000;

export async function fillPool(
  db: Database,
  keyring: Keyring,
  product: PoolProduct,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let first = 1; first <= count; first += chunkSize) {
    const size = Math.min(chunkSize, count - first + 1);
    const codes = Array.from({ length: size }, (_, index) =>
      sealCode(keyring, product.supplierId, { number: numberOf(first + index), pin: pinOf(first + index) }),
    );
    await writing;
    onProgress(first - 1);
    writing = db.query(
      `insert into codes (supplier_id, product_id, face_kopecks, position, state, sealed, fingerprint)
       select $1, $2, $3, $4 + place - 1, 'free', sealed, fingerprint
       from unnest($5::bytea[], $6::bytea[]) with ordinality as w (sealed, fingerprint, place)`,
      [
        product.supplierId,
        product.id,
        product.faceKopecks,
        first,
        codes.map((code) => code.sealed),
        codes.map((code) => code.fingerprint),
      ],
    );
    // Awaited in the next turn; until then a failure must not count as unhandled.
    writing.catch(() => {});
  }
  await writing;
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

const numberOf = (place: number): string => `7700${String(place).padStart(12, '0')}`;
const pinOf = (place: number): string => String(place % 10_000).padStart(4, '0');
