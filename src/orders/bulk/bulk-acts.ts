/** Entries of the audit about bulk orders, and the party to which they belong. */
import type { Party } from '../../people/access/party.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import type { Act } from '../../people/audit/record-act.ts';
import type { BulkKey } from './bulk-order.ts';

export const partyOf = ({ clientId }: { clientId: number }): Party => ({ side: 'client', partyId: clientId });

/** What the audit says of an act on a bulk order. */
export const actOf = (principal: Principal, key: BulkKey, act: string): Act => ({
  party: partyOf(key),
  by: actorOf(principal),
  act,
  about: `bulk ${key.bulkId}`,
});
