import type { Sql } from '../../platform/database/database.ts';
import { may, type PersonPrincipal } from '../access/principal.ts';
import { principalOf, type Session } from '../sessions/session.ts';

/** A user of a till: a cashier with a login of the shop, or a person of the supplier who signed in at `/in`. */
export interface AtTill {
  supplierId: number;
  supplierName: string;
  /** Shown on the pages of the till. */
  name: string;
  /** Told to another till that tries the same certificate, and to its recipient: of a person only the first name. */
  tillName: string;
  /** Signed in with a login of the till, not by e-mail. */
  isCashier: boolean;
  /** Whether the supplier's own codes are redeemed there too. */
  redeemsOwn: boolean;
  shopId: number | null;
  /** By which number redemptions of before name a cashier. */
  formerId: number | null;
  principal: PersonPrincipal;
}

interface Place extends Pick<AtTill, 'redeemsOwn' | 'shopId' | 'formerId'> {
  shopName: string | null;
}

/** Null for who may not redeem there, or owes a second step. */
export async function personAtTill(db: Sql, session: Session): Promise<AtTill | null> {
  const principal = principalOf(session);
  if (principal?.side !== 'supplier' || !may(principal, 'codes.redeem', principal)) return null;
  const { rows } = await db.query<Place>(
    `select coalesce(a.redeems_own, false) as "redeemsOwn", m.shop_id as "shopId", s.name as "shopName",
       m.till_user_id as "formerId"
     from memberships m
     left join integration_access a on a.supplier_id = m.party_id
     left join shops s on s.supplier_id = m.party_id and s.id = m.shop_id
     where m.side = 'supplier' and m.party_id = $1 and m.person_id = $2`,
    [principal.partyId, principal.personId],
  );
  const [place] = rows;
  if (place === undefined) return null;
  const { shopName, ...rest } = place;
  return {
    ...rest,
    supplierId: principal.partyId,
    supplierName: session.membership?.partyName ?? '',
    name: session.name,
    tillName: inShop(session.name.split(' ')[0] ?? '', shopName),
    isCashier: session.isTill,
    principal,
  };
}

/** The shop says more to a buyer than the name of a cashier. */
const inShop = (name: string, shopName: string | null): string =>
  shopName === null ? name : `${name}, ${shopName}`;
