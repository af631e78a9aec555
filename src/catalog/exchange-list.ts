/** What a choice certificate is exchanged for, as the operator lists it: by product, category and brand. */
import type { Sql, Tx } from '../platform/database/database.ts';
import { sliceOrder, type Slice } from '../platform/database/slice.ts';
import { isChoice, isTargetOf } from './exchange-targets.ts';
import { holdSuppliers, judgeOffers, type OfferChange } from './judge-offers.ts';

const targetKinds = ['product', 'category', 'brand'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Ids by kind. */
export type Targets = Record<TargetKind, number[]>;

/** How many targets one product may have. */
export const mostTargets = 10_000;

export type ExchangeListChanged =
  /** `changed`: what was added or removed; what was so already is left out. */
  | { is: 'changed'; changed: Targets; offers: OfferChange }
  | { is: 'no-product' | 'no-choice' | 'too-many' }
  /** None of these exists, or they are choice products themselves. */
  | { is: 'unfit'; unfit: Targets };

export interface ExchangeListChange {
  productId: number;
  targets: Targets;
  how: 'add' | 'remove';
}

/** All of it, or nothing. */
export async function changeExchangeList(
  tx: Tx,
  { productId, targets, how }: ExchangeListChange,
  now: Date,
): Promise<ExchangeListChanged> {
  await holdSuppliers(tx, { productIds: [productId] });
  const { rows } = await tx.query<{ isChoice: boolean }>(
    `select ${isChoice('p')} as "isChoice" from products p where p.id = $1 for update`,
    [productId],
  );
  const [product] = rows;
  if (product === undefined) return { is: 'no-product' };
  if (how === 'remove') return changed(tx, await remove(tx, productId, targets), now);
  if (!product.isChoice) return { is: 'no-choice' };
  const unfit = await findUnfit(tx, targets);
  if (countOf(unfit) > 0) return { is: 'unfit', unfit };
  if ((await countAfter(tx, productId, targets)) > mostTargets) return { is: 'too-many' };
  return changed(tx, await add(tx, productId, targets, now), now);
}

async function changed(tx: Tx, rows: readonly Row[], now: Date): Promise<ExchangeListChanged> {
  const offers = await judgeOffers(tx, 'choice', now);
  return { is: 'changed', changed: byKind(rows), offers };
}

export const countOf = (targets: Targets): number =>
  targetKinds.reduce((count, kind) => count + targets[kind].length, 0);

interface Row {
  kind: TargetKind;
  refId: number;
}

const byKind = (rows: readonly Row[]): Targets => ({
  product: idsOf(rows, 'product'),
  category: idsOf(rows, 'category'),
  brand: idsOf(rows, 'brand'),
});

const idsOf = (rows: readonly Row[], kind: TargetKind): number[] =>
  rows
    .filter((row) => row.kind === kind)
    .map(({ refId }) => refId)
    .toSorted((one, other) => one - other);

/** Returns two columns: each target once, in the order in which they were named. */
function columnsOf(targets: Targets): [kinds: TargetKind[], ids: number[]] {
  const rows = targetKinds.flatMap((kind) => [...new Set(targets[kind])].map((id) => ({ kind, id })));
  return [rows.map(({ kind }) => kind), rows.map(({ id }) => id)];
}

async function findUnfit(tx: Tx, targets: Targets): Promise<Targets> {
  const { rows } = await tx.query<Row>(
    `select w.kind, w.id as "refId" from unnest($1::text[], $2::bigint[]) as w (kind, id)
     where case w.kind when 'product' then not exists (select from products p where p.id = w.id and not ${isChoice('p')})
       when 'category' then not exists (select from categories c where c.id = w.id)
       else not exists (select from brands b where b.id = w.id) end`,
    columnsOf(targets),
  );
  return byKind(rows);
}

async function countAfter(tx: Tx, productId: number, targets: Targets): Promise<number> {
  const { rows } = await tx.query<{ targets: number }>(
    `select count(*) as targets from (
       select kind, ref_id from exchange_targets where product_id = $1
       union select * from unnest($2::text[], $3::bigint[])) as all_of_them`,
    [productId, ...columnsOf(targets)],
  );
  return rows[0]?.targets ?? 0;
}

async function add(tx: Tx, productId: number, targets: Targets, now: Date): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `insert into exchange_targets (product_id, kind, ref_id, added_at)
     select $1, w.kind, w.id, $4::timestamptz from unnest($2::text[], $3::bigint[]) with ordinality as w (kind, id, place)
     order by w.place on conflict (product_id, kind, ref_id) do nothing returning kind, ref_id as "refId"`,
    [productId, ...columnsOf(targets), now],
  );
  return rows;
}

async function remove(tx: Tx, productId: number, targets: Targets): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `delete from exchange_targets t where t.product_id = $1
       and (t.kind, t.ref_id) in (select * from unnest($2::text[], $3::bigint[])) returning t.kind, t.ref_id as "refId"`,
    [productId, ...columnsOf(targets)],
  );
  return rows;
}

/** Moves the targets of a removed category to the category that gets its products; null: there is none. */
export async function moveCategoryTargets(tx: Tx, from: number, to: number | null): Promise<void> {
  await tx.query(
    `update exchange_targets t set ref_id = $2 where t.kind = 'category' and t.ref_id = $1 and $2::bigint is not null
       and not exists (select from exchange_targets o where o.product_id = t.product_id and o.kind = 'category' and o.ref_id = $2)`,
    [from, to],
  );
  await tx.query(`delete from exchange_targets where kind = 'category' and ref_id = $1`, [from]);
}

export interface ListedTarget {
  /** In the order in which they were added. */
  id: number;
  kind: TargetKind;
  refId: number;
  title: string;
  /** The supplier of a brand; null for other targets. */
  supplier: string | null;
  /** How many products of it are on sale, other choice products left out. */
  offered: number;
}

/** SQL: how many products of a kind are on sale. */
const count = (of: string): string =>
  `(select count(*) from products q where ${of} and q.offered and not ${isChoice('q')})`;

/** A page of them, the newest first. */
export async function listExchangeList(
  db: Sql,
  { productId, limit, ...slice }: { productId: number; limit: number } & Slice,
): Promise<ListedTarget[]> {
  const [border, order] = sliceOrder(slice);
  const { rows } = await db.query<ListedTarget>(
    `select t.id, t.kind, t.ref_id as "refId", coalesce(p.title, c.title, b.name, '') as title, s.name as supplier,
       case t.kind when 'product' then ${count('q.id = t.ref_id')}
         when 'brand' then ${count('q.supplier_id = b.supplier_id and q.brand_id = b.id')}
         else ${count('t.ref_id = any(q.categories)')} end as offered
     from (select * from exchange_targets where product_id = $1 and ($2::bigint is null or id ${border} $2) order by id ${order} limit $3) t
     left join products p on t.kind = 'product' and p.id = t.ref_id
     left join categories c on t.kind = 'category' and c.id = t.ref_id
     left join brands b on t.kind = 'brand' and b.id = t.ref_id
     left join suppliers s on s.id = b.supplier_id
     order by t.id ${order}`,
    [productId, slice.fromKey, limit],
  );
  return rows;
}

/** How long the list is, and how many products on sale it comes to. */
export async function countExchangeList(
  db: Sql,
  productId: number,
): Promise<{ targets: number; offered: number }> {
  const { rows } = await db.query<{ targets: number; offered: number }>(
    `select (select count(*) from exchange_targets where product_id = $1) as targets,
       (select count(*) from products p where p.offered and ${isTargetOf('$1', 'p')}) as offered`,
    [productId],
  );
  return rows[0] ?? { targets: 0, offered: 0 };
}

export interface BrandName {
  id: number;
  name: string;
  supplier: string;
}

const mostBrands = 5000;

/** All brands, by name. */
export async function listBrandNames(db: Sql): Promise<BrandName[]> {
  const { rows } = await db.query<BrandName>(
    `select b.id, b.name, s.name as supplier from brands b join suppliers s on s.id = b.supplier_id
     order by b.name, b.id limit $1`,
    [mostBrands],
  );
  return rows;
}
