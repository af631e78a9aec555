/** Whether products can be ordered: the one judgement behind pages, commands, imports and tests. */
import type { Sql, Tx } from '../platform/database/database.ts';
import { calledSchemes, schemeOf, type Scheme } from './scheme.ts';

/** Why a product that is switched on can't be ordered. */
export type Lack =
  /** A choice card: the platform can't exchange it, so it would be sold as something that it is not. */
  | 'exchange'
  /** Its supplier's server is to be called, and nobody has said how. */
  | 'calls'
  /** Its catalogue says that its codes exist before they are sold; those that the platform makes are others. */
  | 'supplier-codes'
  /** No final test of its scheme, or none since the connection changed. */
  | 'test'
  | 'red-test';

/** What somebody may vouch for instead. */
const vouchable: readonly Lack[] = ['supplier-codes', 'test', 'red-test'];

/** On whose word a product is offered without a green test, and why. */
export interface Vouch {
  byName: string;
  reason: string;
  at: Date;
}

export interface JudgedProduct {
  productId: number;
  supplierId: number;
  title: string;
  scheme: Scheme;
  switchedOn: boolean;
  /** As it is stored; null: a version before has added it, and nobody has judged it yet. */
  offered: boolean | null;
  offeredSince: Date | null;
  lacks: Lack[];
  vouch: Vouch | null;
}

interface Facts {
  scheme: Scheme;
  isExchange: boolean;
  hasSupplierCodes: boolean;
  isCalled: boolean;
  testGreen: boolean | null;
  isVouchedFor: boolean;
}

function lacksOf(facts: Facts): Lack[] {
  const { scheme, isExchange, hasSupplierCodes, isCalled, testGreen, isVouchedFor } = facts;
  const lacks: Lack[] = [];
  if (isExchange) lacks.push('exchange');
  if (calledSchemes.includes(scheme) && !isCalled) lacks.push('calls');
  if (isVouchedFor) return lacks;
  if (hasSupplierCodes) lacks.push('supplier-codes');
  if (testGreen !== true) lacks.push(testGreen === null ? 'test' : 'red-test');
  return lacks;
}

/** It lacks what a word can take the place of, or is offered on one already. */
export const canBeVouchedFor = ({ lacks, vouch }: Pick<JudgedProduct, 'lacks' | 'vouch'>): boolean =>
  (lacks.length > 0 || vouch !== null) && lacks.every((lack) => vouchable.includes(lack));

export const shouldBeOffered = ({ switchedOn, lacks }: JudgedProduct): boolean =>
  switchedOn && lacks.length === 0;

export type Which = { supplierIds: readonly number[] } | { productIds: readonly number[] } | 'all';

const valuesOf = (which: Which): [readonly number[] | null, readonly number[] | null] => [
  which !== 'all' && 'supplierIds' in which ? which.supplierIds : null,
  which !== 'all' && 'productIds' in which ? which.productIds : null,
];

type Row = Omit<JudgedProduct, 'lacks' | 'vouch'> &
  Omit<Facts, 'isVouchedFor'> & { byName: string | null; reason: string | null; at: Date | null };

/** Products by id, with what each lacks. */
export async function readOffers(db: Sql, which: Which): Promise<JudgedProduct[]> {
  const { rows } = await db.query<Row>(
    `select p.id as "productId", p.supplier_id as "supplierId", p.title, ${schemeOf('p')} as scheme,
       p.switched_on as "switchedOn", p.offered, p.offered_since as "offeredSince",
       p.digital_acceptance = 'exchange' as "isExchange",
       p.catalog_id is not null and p.is_predefined_cert and p.transfer_scheme = 'platform' as "hasSupplierCodes",
       s.adapter is not null as "isCalled", t.green as "testGreen", v.by_name as "byName", v.reason, v.at
     from products p join suppliers s on s.id = p.supplier_id
     left join supplier_tests t on t.supplier_id = p.supplier_id and t.scheme = ${schemeOf('p')}
     left join product_vouches v on v.product_id = p.id
     where ($1::bigint[] is null or p.supplier_id = any($1)) and ($2::bigint[] is null or p.id = any($2))
     order by p.id`,
    valuesOf(which),
  );
  return rows.map(({ byName, reason, at, isExchange, hasSupplierCodes, isCalled, testGreen, ...product }) => {
    const vouch = byName === null || reason === null || at === null ? null : { byName, reason, at };
    const facts = { isExchange, hasSupplierCodes, isCalled, testGreen, isVouchedFor: vouch !== null };
    return { ...product, lacks: lacksOf({ ...facts, scheme: product.scheme }), vouch };
  });
}

/**
 * Whoever changes what offers follow from holds the suppliers first, before any product: of two who do, the second judges with what
 * the first has written.
 */
export async function holdSuppliers(tx: Tx, which: Which): Promise<void> {
  await tx.query(
    `select from suppliers s
     where ($1::bigint[] is null or s.id = any($1))
       and ($2::bigint[] is null or s.id in (select supplier_id from products where id = any($2)))
     order by s.id for no key update`,
    valuesOf(which),
  );
}

export interface OfferedProduct {
  productId: number;
  title: string;
}

export interface OfferChange {
  takenOut: OfferedProduct[];
  putBack: OfferedProduct[];
}

/** For the audit: only what has changed, by ids. */
export const offersTold = ({ takenOut, putBack }: OfferChange): object => ({
  ...(takenOut.length > 0 && { takenOut: idsOf(takenOut) }),
  ...(putBack.length > 0 && { putBack: idsOf(putBack) }),
});

/**
 * Stores what can be ordered, as the facts are now. An act that changes one of them ends with it. Products of a version before are
 * left to `judgeFormerProducts`.
 */
export async function judgeOffers(tx: Tx, which: Which, now: Date): Promise<OfferChange> {
  await holdSuppliers(tx, which);
  const changed = (await readOffers(tx, which)).filter(isOtherwise);
  const [takenOut, putBack] = [changed.filter(({ offered }) => offered), changed.filter(shouldBeOffered)];
  if (changed.length > 0) await write(tx, { productIds: idsOf(changed), offered: idsOf(putBack) }, now);
  return { takenOut, putBack };
}

/** It is stored otherwise than it should be. */
export const isOtherwise = (product: JudgedProduct): boolean =>
  product.offered !== null && product.offered !== shouldBeOffered(product);

/** `sold`: these have been offered before, whatever they are now. */
export async function judgeForTheFirstTime(
  tx: Tx,
  { productIds, sold }: { productIds: readonly number[]; sold: readonly number[] },
  now: Date,
): Promise<void> {
  const judged = await readOffers(tx, { productIds });
  await write(tx, { productIds, offered: idsOf(judged.filter(shouldBeOffered)) }, now);
  await tx.query(
    `update products set first_offered_at = coalesce(first_offered_at, $2) where id = any($1::bigint[])`,
    [sold, now],
  );
}

async function write(
  tx: Tx,
  { productIds, offered }: { productIds: readonly number[]; offered: readonly number[] },
  now: Date,
): Promise<void> {
  await tx.query(
    `update products set offered = id = any($2::bigint[]), offered_since = $3,
       first_offered_at = case when id = any($2::bigint[]) then coalesce(first_offered_at, $3) else first_offered_at end
     where id = any($1::bigint[])`,
    [productIds, offered, now],
  );
}

const idsOf = (products: readonly OfferedProduct[]): number[] => products.map(({ productId }) => productId);
