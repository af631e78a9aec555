/** Whether products can be ordered: the one judgement behind pages, commands, imports and tests. */
import type { Sql, Tx } from '../platform/database/database.ts';
import { hasTargets, isChoice } from './exchange-targets.ts';
import { calledSchemes, schemeOf, type Scheme } from './scheme.ts';

/** Why a product that is switched on can't be ordered. */
export type Lack =
  /** A choice card whose numbers the platform does not make: its supplier could redeem what is exchanged here. */
  | 'exchange'
  /** A choice card, and nothing on sale that it is exchanged for. */
  | 'targets'
  /** Its supplier's server has to be called, but the call is not set up. */
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
  /** Its certificates are exchanged for such of other products. */
  isChoice: boolean;
  switchedOn: boolean;
  /** The stored value; null: a process of a former version has added it, and it was not judged yet. */
  offered: boolean | null;
  offeredSince: Date | null;
  lacks: Lack[];
  vouch: Vouch | null;
}

interface Facts {
  scheme: Scheme;
  isChoice: boolean;
  hasTargets: boolean;
  hasSupplierCodes: boolean;
  isCalled: boolean;
  testGreen: boolean | null;
  isVouchedFor: boolean;
}

function lacksOf(facts: Facts): Lack[] {
  const { scheme, hasSupplierCodes, isCalled, testGreen, isVouchedFor } = facts;
  const lacks: Lack[] = [];
  if (facts.isChoice && !scheme.startsWith('platform')) lacks.push('exchange');
  if (facts.isChoice && !facts.hasTargets) lacks.push('targets');
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

export type Which =
  | { supplierIds: readonly number[] }
  | { productIds: readonly number[] }
  | 'all'
  /** All choice cards. */
  | 'choice';

type Values = [readonly number[] | null, readonly number[] | null, boolean];

function valuesOf(which: Which): Values {
  if (typeof which === 'string') return [null, null, which === 'choice'];
  return 'supplierIds' in which ? [which.supplierIds, null, false] : [null, which.productIds, false];
}

type Row = Omit<JudgedProduct, 'lacks' | 'vouch'> &
  Omit<Facts, 'isVouchedFor'> & { byName: string | null; reason: string | null; at: Date | null };

/** Products by id, with what each lacks. */
export async function readOffers(db: Sql, which: Which): Promise<JudgedProduct[]> {
  const { rows } = await db.query<Row>(
    `select p.id as "productId", p.supplier_id as "supplierId", p.title, ${schemeOf('p')} as scheme,
       p.switched_on as "switchedOn", p.offered, p.offered_since as "offeredSince",
       ${isChoice('p')} as "isChoice", ${isChoice('p')} and ${hasTargets('p')} as "hasTargets",
       p.catalog_id is not null and p.is_predefined_cert and p.transfer_scheme = 'platform' as "hasSupplierCodes",
       s.adapter is not null as "isCalled", t.green as "testGreen", v.by_name as "byName", v.reason, v.at
     from products p join suppliers s on s.id = p.supplier_id
     left join supplier_tests t on t.supplier_id = p.supplier_id and t.scheme = ${schemeOf('p')}
     left join product_vouches v on v.product_id = p.id
     where ($1::bigint[] is null or p.supplier_id = any($1)) and ($2::bigint[] is null or p.id = any($2))
       and (not $3 or ${isChoice('p')})
     order by p.id`,
    valuesOf(which),
  );
  return rows.map(
    ({ byName, reason, at, hasTargets: has, hasSupplierCodes, isCalled, testGreen, ...product }) => {
      const vouch = byName === null || reason === null || at === null ? null : { byName, reason, at };
      const { scheme, isChoice: ofChoice } = product;
      const facts = { scheme, isChoice: ofChoice, hasTargets: has, hasSupplierCodes, isCalled, testGreen };
      return { ...product, lacks: lacksOf({ ...facts, isVouchedFor: vouch !== null }), vouch };
    },
  );
}

/**
 * Whoever changes what offers follow from holds the suppliers first, before any product: of two who do, the second judges with what
 * the first has written. Before that they wait for each other at the list of what choice cards are exchanged for: the offer of a card
 * follows from products of any supplier. Nothing that an act locks may be locked before.
 */
export async function holdSuppliers(tx: Tx, which: Which): Promise<void> {
  await tx.query(`lock table exchange_targets in share row exclusive mode`);
  if (which === 'choice') return;
  const [supplierIds, productIds] = valuesOf(which);
  await tx.query(
    `select from suppliers s
     where ($1::bigint[] is null or s.id = any($1))
       and ($2::bigint[] is null or s.id in (select supplier_id from products where id = any($2)))
     order by s.id for no key update`,
    [supplierIds, productIds],
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
export const auditedOffers = ({ takenOut, putBack }: OfferChange): object => ({
  ...(takenOut.length > 0 && { takenOut: idsOf(takenOut) }),
  ...(putBack.length > 0 && { putBack: idsOf(putBack) }),
});

/**
 * Stores what can be ordered, as the facts are now. An act that changes one of them ends with it. Products of a version before are
 * left to `judgeFormerProducts`. Choice cards come last: what they are exchanged for has been judged by then.
 */
export async function judgeOffers(tx: Tx, which: Which, now: Date): Promise<OfferChange> {
  await holdSuppliers(tx, which);
  const plain = await store(
    tx,
    (await readOffers(tx, which)).filter((product) => !product.isChoice),
    now,
  );
  const choice = await store(tx, await readOffers(tx, 'choice'), now);
  return {
    takenOut: [...plain.takenOut, ...choice.takenOut],
    putBack: [...plain.putBack, ...choice.putBack],
  };
}

async function store(tx: Tx, judged: readonly JudgedProduct[], now: Date): Promise<OfferChange> {
  const changed = judged.filter(isOtherwise);
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
