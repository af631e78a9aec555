import type { Sql } from '../../platform/database/database.ts';
import { may, type CashierPrincipal, type PersonPrincipal } from '../access/principal.ts';
import { principalOf, type Session } from '../sessions/session.ts';
import { cashierOf, type TillSession } from './till-sessions.ts';

/** Whoever stands at a till: a cashier with a login of the shop, or a person of the supplier who signed in by `/in`. */
export interface AtTill {
  supplierId: number;
  supplierName: string;
  /** Shown on the pages of the till. */
  name: string;
  /** Told to another till that tries the same certificate, and to its recipient: of a person only the first name. */
  tillName: string;
  /** Whether the supplier's own codes are redeemed there too. */
  redeemsOwn: boolean;
  principal: CashierPrincipal | PersonPrincipal;
}

export const cashierAtTill = (session: TillSession): AtTill => ({
  supplierId: session.supplierId,
  supplierName: session.supplierName,
  name: session.userName,
  tillName: session.userName,
  redeemsOwn: session.redeemsOwn,
  principal: cashierOf(session),
});

/** Null for who may not redeem there, or owes a second step. */
export async function personAtTill(db: Sql, session: Session): Promise<AtTill | null> {
  const principal = principalOf(session);
  if (principal?.side !== 'supplier' || !may(principal, 'codes.redeem', principal)) return null;
  const { rows } = await db.query<{ redeemsOwn: boolean }>(
    `select redeems_own as "redeemsOwn" from integration_access where supplier_id = $1`,
    [principal.partyId],
  );
  return {
    supplierId: principal.partyId,
    supplierName: session.membership?.partyName ?? '',
    name: session.name,
    tillName: session.name.split(' ')[0] ?? '',
    redeemsOwn: rows[0]?.redeemsOwn ?? false,
    principal,
  };
}
