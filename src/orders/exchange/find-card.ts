/** A choice certificate: an issued order of a choice product, with what is left of it. */
import { isExchangedHere } from '../../catalog/exchange-targets.ts';
import type { Sql, Tx } from '../../platform/database/database.ts';
import { takenOf } from '../../vault/balances.ts';
import type { DeliveryType } from '../order-ask.ts';
import { isTaken, listExchanged, type CardKey, type ExchangedOrder } from './exchanged-orders.ts';

interface CardRow {
  testmode: boolean;
  productId: number;
  faceKopecks: number;
  expiresAt: Date | null;
  refundedAt: Date | null;
  /** Null: a test order has no code. */
  supplierId: number | null;
  codeId: number | null;
  isSold: boolean;
  /** Before it was a choice certificate a till took it. */
  isRedeemed: boolean;
  emailFrom: string;
  emailTo: string;
  senderName: string;
  recipientName: string;
  toPhone: string;
  serviceCode: string;
  deliveryType: DeliveryType;
  /** Salt of its link; null: it was issued before there were salts. */
  linkSalt: number | null;
  /** How much of it its link alone may take; null: all of it. */
  confirmAboveKopecks: number | null;
}

export interface Card extends CardKey, CardRow {
  exchanged: ExchangedOrder[];
  leftKopecks: number;
}

/** Null: there is no such choice certificate. */
export const findCard = (db: Sql, key: CardKey): Promise<Card | null> => readCard(db, key, '');

/** Everybody who takes of a certificate, or takes it back, locks its order first. */
export const lockCard = (tx: Tx, key: CardKey): Promise<Card | null> => readCard(tx, key, 'for update of r');

async function readCard(db: Sql, key: CardKey, lock: '' | 'for update of r'): Promise<Card | null> {
  const { rows } = await db.query<CardRow>(
    `select r.testmode, r.product_id as "productId", r.face_kopecks as "faceKopecks", r.expires_at as "expiresAt",
       r.refunded_at as "refundedAt", c.supplier_id as "supplierId", c.id as "codeId",
       c.id is null or c.state = 'sold' as "isSold",
       exists (select from redemptions d
         where d.supplier_id = t.supplier_id and d.code_id = t.code_id and d.part = 0 and d.undone_at is null) as "isRedeemed", r.email_from as "emailFrom", r.email_to as "emailTo",
       r.sender_name as "senderName", r.recipient_name as "recipientName", r.to_phone as "toPhone",
       r.service_code as "serviceCode", r.delivery_type as "deliveryType", r.link_salt as "linkSalt",
       p.confirm_above_kopecks as "confirmAboveKopecks"
     from requests r
     join products p on p.id = r.product_id and ${isExchangedHere('p')}
     join certificates t on t.client_id = r.client_id and t.request_id = r.id
     left join codes c on c.supplier_id = t.supplier_id and c.id = t.code_id
     where r.client_id = $1 and r.id = $2 and r.state = 'issued' ${lock}`,
    [key.clientId, key.cardRequestId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  // Read after the lock: who held it has committed.
  const exchanged = await listExchanged(db, key);
  return {
    ...key,
    ...row,
    exchanged,
    leftKopecks: row.faceKopecks - (await takenOfCard(db, row, exchanged)),
  };
}

/** A test order has no code that could say it. */
function takenOfCard(
  db: Sql,
  { supplierId, codeId }: CardRow,
  exchanged: ExchangedOrder[],
): number | Promise<number> {
  if (supplierId !== null && codeId !== null) return takenOf(db, { supplierId, codeId });
  return exchanged.filter(isTaken).reduce((sum, { faceKopecks }) => sum + faceKopecks, 0);
}

/** Whether it can be exchanged at this time, if something is left. */
export const isInForce = ({ expiresAt, refundedAt, isSold, isRedeemed }: Card, now: Date): boolean =>
  isSold && !isRedeemed && refundedAt === null && (expiresAt === null || expiresAt >= now);

/** The number of the next exchange. */
export const nextStep = ({ exchanged }: Pick<Card, 'exchanged'>): number =>
  Math.max(0, ...exchanged.map(({ step }) => step)) + 1;
