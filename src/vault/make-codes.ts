import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { newPlatformNumber } from './platform-number.ts';
import type { Sale, SoldCode } from './sale.ts';
import { sealCode } from './seal-code.ts';

/** Makes a platform code for each sale; returns them in the order of the sales. */
export async function makeCodes(tx: Tx, keyring: Keyring, sales: Sale[], now: Date): Promise<SoldCode[]> {
  if (sales.length === 0) return [];
  const codes = sales.map((sale) =>
    sealCode(keyring, sale.supplierId, { number: newPlatformNumber(), pin: '' }),
  );
  const { rows } = await tx.query<{ id: number; client_id: number; request_id: number }>(
    `with made as (
       insert into codes (supplier_id, product_id, face_kopecks, state, sealed, fingerprint, client_id, request_id, sold_at)
       select supplier_id, product_id, face_kopecks, 'sold', sealed, fingerprint, client_id, request_id, $8
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::bigint[], $7::bigint[])
         as w (supplier_id, product_id, face_kopecks, sealed, fingerprint, client_id, request_id)
       returning supplier_id, id, client_id, request_id),
     unlisted as (insert into unlisted_codes select supplier_id, id from made)
     select id, client_id, request_id from made`,
    [
      sales.map((sale) => sale.supplierId),
      sales.map((sale) => sale.productId),
      sales.map((sale) => sale.faceKopecks),
      codes.map((code) => code.sealed),
      codes.map((code) => code.fingerprint),
      sales.map((sale) => sale.clientId),
      sales.map((sale) => sale.requestId),
      now,
    ],
  );
  const ids = new Map(rows.map((row) => [`${row.client_id}:${row.request_id}`, row.id]));
  return sales.map((sale) => ({
    codeId: ids.get(`${sale.clientId}:${sale.requestId}`) as number,
    expiresAt: null,
    active: true,
  }));
}
