/** Makes a person a member of a party. */
import type { Tx } from '../../platform/database/database.ts';
import type { Invitation } from './invitation.ts';

/** The role of the member, who invited it, and who agreed to that. */
type Membership = Pick<Invitation, 'side' | 'partyId' | 'role' | 'invitedById' | 'confirmedBy'>;

/** Makes a person a member of the party, who comes in as this member now; answers the membership. */
export async function addMembership(
  tx: Tx,
  personId: number,
  { side, partyId, role, invitedById, confirmedBy }: Membership,
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into memberships as kept (person_id, side, party_id, role, created_at, used_at, brought_by_id, confirmed_by)
     values ($1, $2, $3, $4, $5, $5, $6, $7)
     on conflict (person_id, side, party_id) do update set used_at = excluded.used_at returning id`,
    [personId, side, partyId, role, now, invitedById, confirmedBy],
  );
  const [membership] = rows;
  if (membership === undefined) throw new Error('A membership was not written.');
  return membership.id;
}
