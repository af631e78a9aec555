import { giftHash, giftToken, type LinkedRequest } from '../../src/certificates/gift-link.ts';
import { columnsOf } from '../../src/platform/database/rows.ts';
import type { ShopDatabase } from './bench-world.ts';
import { fillLong } from './fill-long.ts';

/** Identifies a delivery by its address on arrival: `anna+17@…`, `79000000017`. */
export const letterAddress = (requestId: number): string => `anna+${requestId}@mail.example`;
export const phone = (requestId: number): string => `79${String(requestId).padStart(9, '0')}`;

const addressPattern = { email: `'anna+' || n || '@mail.example'`, sms: `'79' || lpad(n::text, 9, '0')` };
const kindOf = { email: 'certificate', sms: 'receipt' };

/** Certificates of all clients in turn, numbered from 1. They have no codes: nothing measured with them opens one. */
export async function addCertificates({ db, shop }: ShopDatabase, count: number): Promise<void> {
  const { id: productId, supplierId, faceKopecks } = shop.product;
  await db.query(
    `insert into certificates (client_id, request_id, order_id, product_id, supplier_id, code_id, face_kopecks, issued_at,
       token_hash, sender_email, sender_name, recipient_name, greeting)
     select $1 + n % $2, n, n, $3, $4, n, $5, now(), sha256(n::text::bytea), '', 'Бонусная программа', 'Мария Петрова',
       'С днём рождения!'
     from generate_series(1, $6) as n`,
    [firstClientId(shop), shop.clients.length, productId, supplierId, faceKopecks, count],
  );
  await db.query(`vacuum (analyze) certificates`);
}

/** A message for each of `count` certificates from `first` on, due at once. */
export async function addDue(
  { db, shop }: ShopDatabase,
  { channel, first, count }: { channel: 'email' | 'sms'; first: number; count: number },
): Promise<void> {
  await db.query(
    `insert into deliveries (client_id, request_id, channel, kind, round, asked_by, address, testmode, state, due_at)
     select $1 + n % $2, n, '${channel}', '${kindOf[channel]}', 1, 'order', ${addressPattern[channel]}, false, 'due', now()
     from generate_series($3::bigint, $4::bigint) as n`,
    [firstClientId(shop), shop.clients.length, first, first + count - 1],
  );
}

/** Consecutive clients; certificate `n` belongs to the client `n % clients` positions after the first. */
const firstClientId = (shop: ShopDatabase['shop']): number => shop.clients[0]?.client.id ?? 0;

/** Gives sold certificates of a product their links, at most so many; returns the tokens. */
export async function addGiftLinks(
  { url, db, keyring }: ShopDatabase,
  productId: number,
  most = 1_000_000,
): Promise<string[]> {
  const { rows } = await db.query<LinkedRequest>(
    `select c.client_id as "clientId", c.request_id as "requestId", r.link_salt as "linkSalt"
     from certificates c left join requests r on r.client_id = c.client_id and r.id = c.request_id
     where c.supplier_id = (select supplier_id from products where id = $1) and c.product_id = $1
     order by c.request_id limit $2`,
    [productId, most],
  );
  const links = rows.map((row) => {
    const token = giftToken(keyring, row);
    return { ...row, token, hash: giftHash(token) };
  });
  await db.query(
    `update certificates c set token_hash = w.hash
     from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as w (client_id, request_id, hash)
     where c.client_id = w.client_id and c.request_id = w.request_id`,
    columnsOf(links, ['clientId', 'requestId', 'hash']),
  );
  await fillLong(url, (long) => long.query(`vacuum (analyze) certificates`));
  return links.map(({ token }) => token);
}
