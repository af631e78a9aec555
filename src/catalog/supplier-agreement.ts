import type { Sql, Tx } from '../platform/database.ts';

/** How a supplier is reached, as its row has it. */
export interface AgreementRow {
  supplierId: number;
  name: string;
  /** Null: this supplier is never called. */
  adapter: string | null;
  /** Settings of the adapter, sealed. */
  sealedSettings: Buffer | null;
  idempotent: boolean;
  timeoutMs: number;
  /** Since when it is called like this. */
  agreedAt: Date | null;
  certifiedAt: Date | null;
}

const columns = `id as "supplierId", name, adapter, adapter_settings as "sealedSettings", idempotent,
  call_timeout_ms as "timeoutMs", agreed_at as "agreedAt", certified_at as "certifiedAt"`;

export async function findAgreements(db: Sql, supplierIds: number[]): Promise<AgreementRow[]> {
  const { rows } = await db.query<AgreementRow>(
    `select ${columns} from suppliers where id = any($1::bigint[])`,
    [supplierIds],
  );
  return rows;
}

/** One supplier's agreement, locked until the transaction ends. */
export async function lockAgreement(tx: Tx, supplierId: number): Promise<AgreementRow | null> {
  const { rows } = await tx.query<AgreementRow>(`select ${columns} from suppliers where id = $1 for update`, [
    supplierId,
  ]);
  return rows[0] ?? null;
}

export async function writeAgreement(
  tx: Tx,
  agreement: Omit<AgreementRow, 'name' | 'adapter' | 'sealedSettings'> & {
    adapter: string;
    sealedSettings: Buffer;
  },
): Promise<void> {
  await tx.query(
    `update suppliers
     set adapter = $2, adapter_settings = $3, idempotent = $4, call_timeout_ms = $5, agreed_at = $6, certified_at = $7
     where id = $1`,
    [
      agreement.supplierId,
      agreement.adapter,
      agreement.sealedSettings,
      agreement.idempotent,
      agreement.timeoutMs,
      agreement.agreedAt,
      agreement.certifiedAt,
    ],
  );
}

/** The final test of this supplier was green: from now on its products of the scheme `api` are offered. */
export async function markCertified(
  tx: Tx,
  supplierId: number,
  now: Date,
): Promise<'marked' | 'no-agreement'> {
  const { rowCount } = await tx.query(
    `update suppliers set certified_at = $2 where id = $1 and adapter is not null`,
    [supplierId, now],
  );
  return rowCount === 0 ? 'no-agreement' : 'marked';
}

/** A supplier that is asked at the moment of sale sells only once it is reachable and its final test was green. */
export const mayBeAsked = (product: string, supplier: string): string =>
  `(${product}.transfer_scheme <> 'api' or (${supplier}.adapter is not null and ${supplier}.certified_at is not null))`;
