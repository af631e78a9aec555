/** Confirms that a member of the operator is another person than the one who invited them. */
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { operator } from '../access/party.ts';
import { actorOf, may, type Principal } from '../access/principal.ts';
import { broughtMembers, standsFor } from '../approvals/stands-for.ts';
import { recordAct } from '../audit/record-act.ts';

export type MemberConfirmed = { is: 'confirmed' | 'unchanged' | 'missing' | 'same-side' };

/** Who may be the same person as the member, or as whoever invited it, cannot confirm it. */
export async function confirmMember(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  personId: number,
  now: Date,
): Promise<MemberConfirmed> {
  if (!may(principal, 'team.change', operator)) return { is: 'missing' };
  return atomically<MemberConfirmed>(db, async (tx) => {
    const members = await broughtMembers(tx);
    const member = members.get(personId);
    if (member === undefined) return { is: 'missing' };
    if (member.broughtById === null || member.confirmedBy !== null) return { is: 'unchanged' };
    if (principal.is === 'person' && standsFor(members, principal.personId) === standsFor(members, personId))
      return { is: 'same-side' };
    const by = actorOf(principal);
    const { rowCount } = await tx.query(
      `update memberships set confirmed_by = $4
       where person_id = $1 and side = $2 and party_id = $3 and confirmed_by is null`,
      [personId, operator.side, operator.partyId, by.actor],
    );
    if (rowCount !== 1) return { is: 'unchanged' };
    const act = { party: operator, by, act: 'team.confirmed', about: `person ${personId}` };
    await recordAct(tx, keyring, act, now);
    return { is: 'confirmed' };
  });
}
