import { columnLiteral } from '../platform/database/array-literal.ts';
import type { Celled } from '../platform/cells/cell-context.ts';
import { byEach, descending, mergedList } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import type { RedeemedPart } from './redeem-ask.ts';
import { isOfRedeemer, redeemerKey, type Till } from './till.ts';

/** One redemption of a code. */
export interface Redemption {
  codeId: number;
  /** The confirmation number: proof for the till that only it redeemed the code. */
  transaction: string;
  idempotencyKey: string | null;
  till: string;
  redeemedAt: Date;
  /** It is no longer in force, and the code can be redeemed again. */
  undone: boolean;
  /** Null: the whole at once. */
  part: RedeemedPart | null;
}

export interface RedemptionKey {
  supplierId: number;
  codeId: number | null;
  idempotencyKey: string | null;
}

/** `findRedemptionsOf` for one code and key. */
export async function findRedemptions(db: Sql, key: RedemptionKey): Promise<Redemption[]> {
  const [found = []] = await findRedemptionsOf(db, [key]);
  return found;
}

/**
 * For each key, in order: the redemption in force that has used up the code, and the one with the idempotency key, in force or not.
 * None, one or both; one that is both may come twice.
 */
export async function findRedemptionsOf(db: Sql, keys: readonly RedemptionKey[]): Promise<Redemption[][]> {
  const columns = `r.code_id as "codeId", r.transaction, r.idempotency_key as "idempotencyKey", r.till,
    r.redeemed_at as "redeemedAt", r.undone_at is not null as undone, r.amount_kopecks as "amountKopecks",
    r.left_kopecks as "leftKopecks"`;
  const { rows } = await db.query<RedemptionRow & { place: number }>(
    `select f.*, (w.place - 1)::int as place
     from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[])) with ordinality as w (supplier_id, code_id, key, place)
     cross join lateral (
       select ${columns} from redemptions r
       where w.code_id is not null
         and r.supplier_id = w.supplier_id and r.code_id = w.code_id and r.part = 0 and r.undone_at is null
       union all
       select ${columns} from redemptions r
       where w.key is not null and r.supplier_id = w.supplier_id and r.idempotency_key = w.key
     ) as f`,
    (['supplierId', 'codeId', 'idempotencyKey'] as const).map((name) => columnLiteral(keys, name)),
  );
  const found = Map.groupBy(rows, ({ place }) => place);
  return keys.map((_key, place) => (found.get(place) ?? []).map(redemptionOf));
}

interface RedemptionRow extends Omit<Redemption, 'part'> {
  amountKopecks: number | null;
  leftKopecks: number | null;
}

const redemptionOf = ({ amountKopecks, leftKopecks, ...one }: RedemptionRow): Redemption => ({
  ...one,
  part: amountKopecks === null || leftKopecks === null ? null : { amountKopecks, leftKopecks },
});

/** A redemption as listed at the till; never with the code. */
export interface ListedRedemption {
  transaction: string;
  redeemedAt: Date;
  productTitle: string;
  /** The whole face, or a part of it. */
  amountKopecks: number;
  undoneAt: Date | null;
}

interface RedeemedAsk {
  till: Till;
  since: Date;
  limit: number;
}

/** What a cashier or a person has redeemed since a given time, newest first. */
export const listRedemptions = <Part extends Celled & { db: Sql }>(
  ctx: Part,
  ask: RedeemedAsk,
): Promise<ListedRedemption[]> =>
  mergedList(ctx, { by: newestFirst, limit: ask.limit }, ({ db }) => redeemedInCell(db, ask));

const newestFirst = byEach<ListedRedemption>(
  descending(({ redeemedAt }) => redeemedAt),
  descending(({ transaction }) => transaction),
);

async function redeemedInCell(db: Sql, ask: RedeemedAsk): Promise<ListedRedemption[]> {
  const { rows } = await db.query<ListedRedemption>(
    `select r.transaction, r.redeemed_at as "redeemedAt", p.title as "productTitle", coalesce(r.amount_kopecks, c.face_kopecks) as "amountKopecks",
       r.undone_at as "undoneAt"
     from redemptions r
     join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
     join products p on p.id = c.product_id
     where ${isOfRedeemer('r')} and r.redeemed_at >= $4
     order by r.redeemed_at desc, r.code_id desc limit $5`,
    [...redeemerKey(ask.till), ask.since, ask.limit],
  );
  return rows;
}
