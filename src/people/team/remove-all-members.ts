/** Takes everybody out of a party that has left. */
import type { Tx } from '../../platform/database/database.ts';
import type { Party } from '../access/party.ts';
import { endSessionsAs } from '../sessions/end-sessions.ts';
import { dropAllViews } from '../views/saved-views.ts';

/** Returns how many there were; the act that is recorded is the caller's. */
export async function removeAllMembers(tx: Tx, party: Party, now: Date): Promise<number> {
  const { side, partyId } = party;
  const { rows } = await tx.query<{ id: number; personId: number }>(
    `delete from memberships where side = $1 and party_id = $2 returning id, person_id as "personId"`,
    [side, partyId],
  );
  for (const { id, personId } of rows) await endSessionsAs(tx, personId, id);
  await tx.query(`delete from removed_members where side = $1 and party_id = $2`, [side, partyId]);
  await dropAllViews(tx, party);
  await tx.query(
    `update invitations set state = 'revoked', ended_at = $3
     where side = $1 and party_id = $2 and state = 'open'`,
    [side, partyId, now],
  );
  return rows.length;
}
