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

/** A cashier or a person; both null for the supplier's own software. */
export const redeemerOf = ({ principal }: Till): { tillUserId: number | null; personId: number | null } => ({
  tillUserId: principal.is === 'cashier' ? principal.userId : null,
  personId: principal.is === 'person' ? principal.personId : null,
});
