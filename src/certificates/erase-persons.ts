/** Removes what certificates say of their recipients. */
import type { Tx } from '../platform/database/database.ts';
import { eraseReaders } from '../vault/erase-readers.ts';

export interface CodeOfOrder {
  requestId: number;
  supplierId: number;
  /** Null: a test order. */
  codeId: number | null;
}

/** Locks the certificates of orders, without waiting. Resends take the same lock. */
export async function lockCertificates(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<CodeOfOrder[]> {
  const { rows } = await tx.query<CodeOfOrder>(
    `select request_id as "requestId", supplier_id as "supplierId", code_id as "codeId" from certificates
     where client_id = $1 and request_id = any($2::bigint[]) order by request_id for no key update skip locked`,
    [clientId, requestIds],
  );
  return rows;
}

/** Erases who sent and who got certificates, their greeting, and from where they were opened; returns the number of rows. */
export async function erasePersons(
  tx: Tx,
  clientId: number,
  certificates: readonly CodeOfOrder[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `update certificates set sender_email = '', sender_name = '', recipient_name = '', greeting = ''
     where client_id = $1 and request_id = any($2::bigint[])`,
    [clientId, certificates.map(({ requestId }) => requestId)],
  );
  const codes = certificates.flatMap(({ supplierId, codeId }) =>
    codeId === null ? [] : [{ supplierId, codeId }],
  );
  return (rowCount ?? 0) + (await eraseReaders(tx, codes));
}
