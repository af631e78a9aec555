import type { Sql } from '../platform/database/database.ts';
import { redeemerOf, type Till } from './till.ts';

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
}

/** The redemption in force of this code, and the one with this key, in force or not: none, one or both. */
export async function findRedemptions(
  db: Sql,
  ask: { supplierId: number; codeId: number | null; idempotencyKey: string | null },
): Promise<Redemption[]> {
  const { rows } = await db.query<Redemption>(
    `select code_id as "codeId", transaction, idempotency_key as "idempotencyKey", till, redeemed_at as "redeemedAt",
       undone_at is not null as undone
     from redemptions
     where supplier_id = $1 and (code_id = $2 and undone_at is null or idempotency_key = $3)`,
    [ask.supplierId, ask.codeId, ask.idempotencyKey],
  );
  return rows;
}

/** A redemption as listed at the till; never with the code. */
export interface ListedRedemption {
  transaction: string;
  redeemedAt: Date;
  productTitle: string;
  faceKopecks: number;
  undoneAt: Date | null;
}

/** What a cashier or a person has redeemed since a given time, newest first. */
export async function listRedemptions(
  db: Sql,
  ask: { till: Till; since: Date; limit: number },
): Promise<ListedRedemption[]> {
  const { tillUserId, personId } = redeemerOf(ask.till);
  const redeemer = personId === null ? 'till_user_id' : 'person_id';
  const { rows } = await db.query<ListedRedemption>(
    `select r.transaction, r.redeemed_at as "redeemedAt", p.title as "productTitle", c.face_kopecks as "faceKopecks",
       r.undone_at as "undoneAt"
     from redemptions r
     join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
     join products p on p.id = c.product_id
     where r.supplier_id = $1 and r.${redeemer} = $2 and r.redeemed_at >= $3
     order by r.redeemed_at desc, r.code_id desc limit $4`,
    [ask.till.supplierId, personId ?? tillUserId, ask.since, ask.limit],
  );
  return rows;
}
