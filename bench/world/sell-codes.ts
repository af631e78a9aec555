/** A platform product with this many sold codes and certificates, but without the orders' history. */
import { systemClock } from '../../src/platform/time/clock.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { columnsOf } from '../../src/platform/database/rows.ts';
import { issueIntegrationToken } from '../../src/suppliers/used-export/integration-access.ts';
import { newPlatformNumber } from '../../src/vault/platform-number.ts';
import { sealCode } from '../../src/vault/seal-code.ts';
import type { ShopDatabase } from './bench-world.ts';
import { fillLong, lanes } from './fill-long.ts';
import { firstRequestId } from './fill-history.ts';
import { addPoolProduct, type PoolProduct } from './shop.ts';

const chunkSize = 5000;
/** Each has a connection: from a disk that is not in memory yet, a chunk takes longer than anybody waits for one. */
const sellers = lanes;
/** Sold evenly over an hour that ended a minute ago, according to the database. */
const sellingMs = 3600_000;
const endedMs = 60_000;

export interface SoldProduct extends PoolProduct {
  /** Bearer token of its supplier. */
  token: string;
  numbers: string[];
}

export async function addSoldProduct(
  shop: ShopDatabase,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<SoldProduct> {
  const now = systemClock.now();
  const firstId = await unusedIds(shop);
  const product = await transaction(shop.db, async (tx) => {
    const added = await addPoolProduct(tx, `Сеть кофеен ${firstId}`, now, 'platform');
    const issued = await issueIntegrationToken(tx, shop.keyring, { supplierId: added.supplierId }, now);
    if (issued.is !== 'issued') throw new Error('The supplier got no token.');
    return { ...added, token: issued.token };
  });
  const begunMs = now.getTime() - endedMs - sellingMs;
  const numbers: string[] = [];
  let begun = 0;
  // Into indexes of ten million entries that are not in memory.
  await fillLong(shop.url, async (db) => {
    const sellOn = async (): Promise<void> => {
      while (begun < count) {
        const first = begun;
        const size = Math.min(chunkSize, count - first);
        begun += size;
        const soldAt = (index: number): Date => new Date(begunMs + ((first + index) / count) * sellingMs);
        const selling = { ...shop, db };
        numbers.push(...(await sell(selling, product, { first: firstId + first, size, soldAt })));
        onProgress(numbers.length);
      }
    };
    // While the database writes one chunk, the next is sealed.
    await Promise.all(Array.from({ length: sellers }, sellOn));
    await db.query(`vacuum (analyze) codes, certificates`);
  });
  return { ...product, numbers };
}

/** Requests that were never placed have ids below those of orders; a filled installation may have such of an earlier run. */
async function unusedIds({ db, shop }: ShopDatabase): Promise<number> {
  const { rows } = await db.query<{ last: number }>(
    `select coalesce(max(last), 0)::bigint as last from unnest($1::bigint[]) as client
     cross join lateral (select max(request_id) as last from certificates where client_id = client and request_id < $2) c`,
    [shop.clients.map(({ client }) => client.id), firstRequestId],
  );
  return rows[0]?.last ?? 0;
}

async function sell(
  { db, keyring, shop }: ShopDatabase,
  product: PoolProduct,
  ask: { first: number; size: number; soldAt(index: number): Date },
): Promise<string[]> {
  const { supplierId, id: productId, faceKopecks } = product;
  const numbers = Array.from({ length: ask.size }, newPlatformNumber);
  const rows = numbers.map((number, index) => ({
    ...sealCode(keyring, supplierId, { number, pin: '' }),
    clientId: shop.clients[index % shop.clients.length]?.client.id ?? 0,
    requestId: ask.first + index + 1,
    soldAt: ask.soldAt(index),
  }));
  await db.query(
    `with sold as (
       insert into codes (supplier_id, product_id, face_kopecks, state, sealed, fingerprint, client_id, request_id, sold_at)
       select $1, $2, $3, 'sold', sealed, fingerprint, client_id, request_id, sold_at
       from unnest($4::bytea[], $5::bytea[], $6::bigint[], $7::bigint[], $8::timestamptz[])
         as w (sealed, fingerprint, client_id, request_id, sold_at)
       returning id, client_id, request_id, sold_at),
     unlisted as (insert into unlisted_codes select $1, id from sold)
     insert into certificates (client_id, request_id, order_id, product_id, supplier_id, code_id, face_kopecks,
       issued_at, token_hash, sender_email, sender_name, recipient_name, greeting)
     select client_id, request_id, request_id, $2, $1, id, $3,
       sold_at, sha256(id::text::bytea), '', 'Бонусная программа', 'Мария Петрова', '' from sold`,
    [
      supplierId,
      productId,
      faceKopecks,
      ...columnsOf(rows, ['sealed', 'fingerprint', 'clientId', 'requestId', 'soldAt']),
    ],
  );
  return numbers;
}
