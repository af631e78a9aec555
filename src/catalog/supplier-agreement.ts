import type { Sql, Tx } from '../platform/database/database.ts';
import { holdSuppliers, judgeOffers, auditedOffers, type OfferChange } from './judge-offers.ts';
import { calledSchemes, schemeOf, type Scheme } from './scheme.ts';
import { endVouches } from './vouches.ts';

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

/** Reads and locks one supplier's agreement; who changes it judges its products afterwards. */
export async function lockAgreement(tx: Tx, supplierId: number): Promise<AgreementRow | null> {
  await holdSuppliers(tx, { supplierIds: [supplierId] });
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

export interface SchemesTested {
  /** What was looked at. */
  schemes: readonly Scheme[];
  green: boolean;
  /** It passed with codes that the barcodes of its products cannot carry. */
  oddBarcodes?: boolean;
}

/** What a final test changed, in what is offered and on whose word. */
export interface TestMarked extends OfferChange {
  vouchesEnded: number[];
}

export interface SchemeTest {
  scheme: Scheme;
  green: boolean;
  at: Date;
}

/** The last final test of each scheme of a supplier. */
export async function readTests(db: Sql, supplierId: number): Promise<SchemeTest[]> {
  const { rows } = await db.query<SchemeTest>(
    `select scheme, green, tested_at as at from supplier_tests where supplier_id = $1 order by scheme`,
    [supplierId],
  );
  return rows;
}

/** For the audit: only what has changed, by ids. */
export function auditedTest({ vouchesEnded, ...offers }: TestMarked): object {
  return { ...auditedOffers(offers), ...(vouchesEnded.length > 0 && { vouchesEnded }) };
}

/**
 * Records the result of a supplier's final test. A failure takes the products of the tested schemes out of the offer; a pass puts
 * them in, and is required before they can be offered at all.
 */
export async function markTested(
  tx: Tx,
  supplierId: number,
  { schemes, green, oddBarcodes = false }: SchemesTested,
  now: Date,
): Promise<TestMarked> {
  await holdSuppliers(tx, { supplierIds: [supplierId] });
  const vouchesEnded = await markSchemes(tx, supplierId, { schemes, green }, now);
  const allGreen = green && !(await hasRedTest(tx, supplierId));
  const wasCalled = schemes.some((scheme) => calledSchemes.includes(scheme));
  await tx.query(
    `update suppliers set tested_at = $2, odd_barcodes = $4, test_green = $6,
       certified_at = case when not $5 then certified_at when $3 and adapter is not null then $2::timestamptz end
     where id = $1`,
    [supplierId, now, green, oddBarcodes, wasCalled, allGreen],
  );
  return { ...(await judgeOffers(tx, { supplierIds: [supplierId] }, now)), vouchesEnded };
}

/**
 * Whether the test of a scheme that its products have failed. A statement of its own, as Citus cannot update
 * suppliers, which are on every node, by tables of the centre.
 */
async function hasRedTest(tx: Tx, supplierId: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from supplier_tests t join products p on p.supplier_id = t.supplier_id and t.scheme = ${schemeOf('p')}
     where t.supplier_id = $1 and not t.green limit 1`,
    [supplierId],
  );
  return rowCount === 1;
}

/** A code of the scheme was sold, activated and accepted by hand. Null: that is known already. */
export async function markTestedByHand(
  tx: Tx,
  supplierId: number,
  scheme: Scheme,
  now: Date,
): Promise<TestMarked | null> {
  await holdSuppliers(tx, { supplierIds: [supplierId] });
  const { rowCount } = await tx.query(
    `select from supplier_tests where supplier_id = $1 and scheme = $2 and green`,
    [supplierId, scheme],
  );
  if (rowCount === 1) return null;
  const vouchesEnded = await markSchemes(tx, supplierId, { schemes: [scheme], green: true }, now);
  return { ...(await judgeOffers(tx, { supplierIds: [supplierId] }, now)), vouchesEnded };
}

async function markSchemes(
  tx: Tx,
  supplierId: number,
  { schemes, green }: SchemesTested,
  now: Date,
): Promise<number[]> {
  await tx.query(
    `insert into supplier_tests (supplier_id, scheme, green, tested_at) select $1, scheme, $3, $4 from unnest($2::text[]) as scheme
     on conflict (supplier_id, scheme) do update set green = excluded.green, tested_at = excluded.tested_at`,
    [supplierId, schemes, green, now],
  );
  return endVouches(tx, { supplierId, schemes });
}

/** What is called differently now is not tested, and nobody has vouched for it. */
export async function forgetTestOfCalls(tx: Tx, supplierId: number, now: Date): Promise<TestMarked> {
  await tx.query(`delete from supplier_tests where supplier_id = $1 and scheme = any($2::text[])`, [
    supplierId,
    calledSchemes,
  ]);
  const vouchesEnded = await endVouches(tx, { supplierId, schemes: calledSchemes });
  return { ...(await judgeOffers(tx, { supplierIds: [supplierId] }, now)), vouchesEnded };
}
