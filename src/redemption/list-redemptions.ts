/** Redemptions as the people of a supplier see them: lists, one of them, and what each cashier took. */
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { mergedFound, type Found } from '../platform/cells/merge-found.ts';
import { firstFound, mergedSums, plus } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';

/** A redemption as its supplier's people see it; never with the code. */
export interface RedemptionLine {
  transaction: string;
  redeemedAt: Date;
  productTitle: string;
  faceKopecks: number;
  /** What it took: the face, or a part of it. */
  amountKopecks: number;
  till: string;
  shopName: string | null;
  undoneAt: Date | null;
  undoneByName: string | null;
  undoReason: string | null;
  takenBackAt: Date | null;
}

export interface RedemptionFilters {
  from: Date | null;
  until: Date | null;
  shopId: number | null;
  faceKopecks: number | null;
  /** Only those of a person; of a cashier also under the number of before. */
  redeemer: { personId: number; formerId: number | null } | null;
  /** Only undone ones. */
  undone: boolean;
}

/** Where the page before ended. */
export interface RedemptionKey {
  redeemedAt: Date;
  transaction: string;
}

/** How many rows are read for one page; with a rare filter the next page continues from there. */
const mostLookedAt = 2000;

const columns = `r.transaction, r.redeemed_at as "redeemedAt", p.title as "productTitle",
  c.face_kopecks as "faceKopecks", coalesce(r.amount_kopecks, c.face_kopecks) as "amountKopecks", r.till, s.name as "shopName", r.undone_at as "undoneAt",
  r.undone_by_name as "undoneByName", r.undo_reason as "undoReason", r.taken_back_at as "takenBackAt"`;

const tables = `join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
  join products p on p.id = c.product_id
  left join shops s on s.supplier_id = r.supplier_id and s.id = r.shop_id`;

export type FoundRedemptions = Found<RedemptionLine, RedemptionKey>;

export interface RedemptionsAsk {
  supplierId: number;
  filters: RedemptionFilters;
  after: RedemptionKey | null;
  limit: number;
}

/** The same as `listRedemptionsOf`, in all cells. */
export const listRedemptionsOfAll = (ctx: ReadingContext, ask: RedemptionsAsk): Promise<FoundRedemptions> =>
  mergedFound(ctx, { by: latestRedemptionFirst, limit: ask.limit }, ({ pageDb }) =>
    listRedemptionsOf(pageDb, ask),
  );

export const latestRedemptionFirst = (one: RedemptionKey, other: RedemptionKey): number =>
  other.redeemedAt.getTime() - one.redeemedAt.getTime() ||
  (one.transaction < other.transaction ? 1 : one.transaction > other.transaction ? -1 : 0);

/** Redemptions of a supplier, newest first: a range of one index, of which a bounded number of rows is read. */
export async function listRedemptionsOf(db: Sql, ask: RedemptionsAsk): Promise<FoundRedemptions> {
  const { supplierId, filters, after, limit } = ask;
  const { rows } = await db.query<RedemptionLine & { isWanted: boolean }>(
    `select ${columns},
       ($6::bigint is null or r.shop_id = $6) and ($7::bigint is null or c.face_kopecks = $7)
         and ($8::boolean or r.person_id = $9 or r.till_user_id = $10) is true and (not $11::boolean or r.undone_at is not null) as "isWanted"
     from (
       select * from redemptions
       where supplier_id = $1 and redeemed_at >= coalesce($2::timestamptz, '-infinity')
         and redeemed_at < coalesce($3::timestamptz, 'infinity')
         and (redeemed_at, transaction) < (coalesce($4::timestamptz, 'infinity'), coalesce($5, ''))
       order by redeemed_at desc, transaction desc limit $12) r
     ${tables}
     order by r.redeemed_at desc, r.transaction desc`,
    [
      supplierId,
      filters.from,
      filters.until,
      after?.redeemedAt ?? null,
      after?.transaction ?? null,
      filters.shopId,
      filters.faceKopecks,
      filters.redeemer === null,
      filters.redeemer?.personId ?? null,
      filters.redeemer?.formerId ?? null,
      filters.undone,
      isRare(filters) ? mostLookedAt : limit + 1,
    ],
  );
  const wanted = rows.filter(({ isWanted }) => isWanted).slice(0, limit);
  const all = wanted.length === limit ? wanted : rows;
  const lookedAtAll = rows.length < (isRare(filters) ? mostLookedAt : limit + 1);
  const last = all.at(-1);
  const isEnd = lookedAtAll && (last === undefined || last === rows.at(-1) || wanted.length < limit);
  return { rows: wanted, next: isEnd || last === undefined ? null : last };
}

const isRare = ({ shopId, faceKopecks, redeemer, undone }: RedemptionFilters): boolean =>
  undone || [shopId, faceKopecks, redeemer].some((one) => one !== null);

/** One redemption by its confirmation number. */
export const findRedemptionLine = (
  ctx: ReadingContext,
  ask: { supplierId: number; transaction: string },
): Promise<RedemptionLine | null> =>
  firstFound(ctx, async ({ pageDb }) => {
    const { rows } = await pageDb.query<RedemptionLine>(
      `select ${columns} from redemptions r ${tables} where r.supplier_id = $1 and r.transaction = $2`,
      [ask.supplierId, ask.transaction],
    );
    return rows[0] ?? null;
  });

/** What one cashier took in one day. */
export interface DayOfCashier {
  till: string;
  tillUserId: number | null;
  personId: number | null;
  shopName: string | null;
  redeemed: number;
  sumKopecks: number;
  undone: number;
}

/** Cashiers listed for one day. */
const mostCashiers = 200;
/** Cashiers whose sums are read in one cell: who took little in one may have taken much in others. */
const mostRead = 2000;

interface CashiersAsk {
  supplierId: number;
  from: Date;
  until: Date;
  /** Who the cashiers are whom redemptions of before name by a number. */
  formers: ReadonlyMap<number, number>;
}

/** Who redeemed how much in a day, or another short time. */
export async function sumByCashier(ctx: ReadingContext, ask: CashiersAsk): Promise<DayOfCashier[]> {
  const sums = await mergedSums(ctx, ofCashier, ({ pageDb }) => sumsInCell(pageDb, ask));
  const mostFirst = sums.toSorted(
    (one, other) => other.sumKopecks - one.sumKopecks || one.till.localeCompare(other.till),
  );
  return mostFirst.slice(0, mostCashiers);
}

const ofCashier = {
  // A till that is no login is known by its name alone.
  key: ({ till, tillUserId, personId, shopName }: DayOfCashier) =>
    JSON.stringify([tillUserId, personId, shopName, tillUserId === null && personId === null && till]),
  join: { redeemed: plus, sumKopecks: plus, undone: plus },
};

async function sumsInCell(db: Sql, ask: CashiersAsk): Promise<DayOfCashier[]> {
  const { rows } = await db.query<DayOfCashier>(
    `select max(r.till) as till, r.till_user_id as "tillUserId", r.person_id as "personId", s.name as "shopName",
       count(*) filter (where r.undone_at is null) as redeemed,
       coalesce(sum(coalesce(r.amount_kopecks, c.face_kopecks)) filter (where r.undone_at is null), 0)::bigint as "sumKopecks",
       count(*) filter (where r.undone_at is not null) as undone
     from redemptions r
     join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
     left join shops s on s.supplier_id = r.supplier_id and s.id = r.shop_id
     where r.supplier_id = $1 and r.redeemed_at >= $2 and r.redeemed_at < $3
     group by r.till_user_id, r.person_id, s.name,
       case when r.till_user_id is null and r.person_id is null then r.till end
     order by 6 desc, 1 limit $4`,
    [ask.supplierId, ask.from, ask.until, mostRead],
  );
  return rows.map((row) => {
    const personId = row.tillUserId === null ? undefined : ask.formers.get(row.tillUserId);
    return personId === undefined ? row : { ...row, personId, tillUserId: null };
  });
}
