import type { Party } from '../people/access/party.ts';
import { may, type Principal } from '../people/access/principal.ts';
import type { Permission } from '../people/access/rights.ts';

/** Who calls from a till, and for which supplier. */
export interface Till {
  supplierId: number;
  principal: Principal;
  /** Name of the till, as the supplier calls it: shown to another till that tries the same certificate. */
  name: string;
  /** The shop that it stands in. */
  shopId?: number | null;
  /** By which number redemptions and shifts of before name the cashier; null: there are none. */
  formerId?: number | null;
  /** Whether the supplier's own codes are redeemed here too; platform codes always are. */
  redeemsOwn: boolean;
}

/** Longest name of a till. */
export const maxTillName = 64;

/** Longest number that can be typed or scanned. */
export const maxNumberLength = 100;

const partyOf = ({ supplierId }: Till): Party => ({ side: 'supplier', partyId: supplierId });

/** Whether whoever asks may do so at this supplier; who may not is told what strangers to a number are told. */
export const isAllowed = (
  till: Till,
  permission: Extract<Permission, 'codes.check' | 'codes.redeem'>,
): boolean => may(till.principal, permission, partyOf(till));

/** Who redeems; null: the supplier's own software. */
export const redeemerOf = ({ principal }: Till): number | null =>
  principal.is === 'person' ? principal.personId : null;

/** SQL: the row, of redemptions or of shifts, is of whoever is at the till, whose `redeemerKey` are the parameters 1 to 3. */
export const isOfRedeemer = (row: string): string =>
  `${row}.supplier_id = $1 and (${row}.person_id = $2 or ${row}.till_user_id = $3)`;

export const redeemerKey = (till: Till): (number | null)[] => [
  till.supplierId,
  redeemerOf(till),
  till.formerId ?? null,
];
