import type { Sql, Tx } from '../platform/database/database.ts';

/** How a supplier's API is called: its row in the table. */
export interface AgreementRow {
  supplierId: number;
  name: string;
  /** Null: this supplier has no API that is called. */
  adapter: string | null;
  /** Settings of the adapter, sealed. */
  sealedSettings: Buffer | null;
  idempotent: boolean;
  timeoutMs: number;
  /** When the present agreement began. */
  agreedAt: Date | null;
  certifiedAt: Date | null;
  /** The last run of its final test; null: none. */
  testedAt: Date | null;
  testGreen: boolean | null;
  /** The test passed with codes that the barcodes of its products cannot carry. */
  oddBarcodes: boolean;
}

const columns = `id as "supplierId", name, adapter, adapter_settings as "sealedSettings", idempotent,
  call_timeout_ms as "timeoutMs", agreed_at as "agreedAt", certified_at as "certifiedAt", tested_at as "testedAt",
  test_green as "testGreen", odd_barcodes as "oddBarcodes"`;

export async function findAgreements(db: Sql, supplierIds: number[]): Promise<AgreementRow[]> {
  const { rows } = await db.query<AgreementRow>(
    `select ${columns} from suppliers where id = any($1::bigint[])`,
    [supplierIds],
  );
  return rows;
}

/** Suppliers that are called by API. */
export async function findCalled(db: Sql, limit: number): Promise<AgreementRow[]> {
  const { rows } = await db.query<AgreementRow>(
    `select ${columns} from suppliers where adapter is not null order by id limit $1`,
    [limit],
  );
  return rows;
}

/** Reads and locks one supplier's agreement. */
export async function lockAgreement(tx: Tx, supplierId: number): Promise<AgreementRow | null> {
  const { rows } = await tx.query<AgreementRow>(`select ${columns} from suppliers where id = $1 for update`, [
    supplierId,
  ]);
  return rows[0] ?? null;
}

export async function writeAgreement(
  tx: Tx,
  agreement: Omit<
    AgreementRow,
    'name' | 'adapter' | 'sealedSettings' | 'testedAt' | 'testGreen' | 'oddBarcodes'
  > & {
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

/** What a run of the final test changed in the offer. */
export interface OfferChange {
  takenOut: OfferedProduct[];
  putBack: OfferedProduct[];
}

export interface OfferedProduct {
  productId: number;
  title: string;
}

/**
 * Records the result of a supplier's final test. A failure takes the tested products out of the offer; a pass puts them
 * back, and is required before products of the scheme `api` can be offered at all.
 */
export async function markTested(
  tx: Tx,
  supplierId: number,
  green: boolean,
  now: Date,
  oddBarcodes = false,
): Promise<OfferChange> {
  const before = await listOffered(tx, supplierId);
  await tx.query(
    `update suppliers set tested_at = $2, test_green = $3, odd_barcodes = $4,
       certified_at = case when $3 and adapter is not null then $2::timestamptz end
     where id = $1`,
    [supplierId, now, green, oddBarcodes],
  );
  const after = await listOffered(tx, supplierId);
  return { takenOut: without(before, after), putBack: without(after, before) };
}

const without = (some: OfferedProduct[], others: OfferedProduct[]): OfferedProduct[] =>
  some.filter(({ productId }) => !others.some((other) => other.productId === productId));

async function listOffered(tx: Tx, supplierId: number): Promise<OfferedProduct[]> {
  const { rows } = await tx.query<OfferedProduct>(
    `select p.id as "productId", p.title from products p join suppliers s on s.id = p.supplier_id
     where p.supplier_id = $1 and p.switched_on and ${mayBeAsked('p', 's')} order by p.id`,
    [supplierId],
  );
  return rows;
}

/**
 * A supplier that is called at the moment of sale sells only once it can be reached and its final test has passed.
 * After a failed test nothing it covers is sold: codes issued, activated or redeemed by the supplier's system.
 */
export const mayBeAsked = (product: string, supplier: string): string =>
  `(${product}.transfer_scheme <> 'api' or (${supplier}.adapter is not null and ${supplier}.certified_at is not null))
   and (${supplier}.test_green is not false or (${product}.transfer_scheme = 'pool' and ${product}.activation_scheme <> 'api'))`;
