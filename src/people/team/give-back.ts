/** Gives a removed member their access back. */
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { operator, type Party } from '../access/party.ts';
import { actorOf, may, type Actor, type Principal } from '../access/principal.ts';
import type { Execute } from '../approvals/approvals.ts';
import { holdBack, type NotYet } from '../approvals/hold-back.ts';
import { recordAct } from '../audit/record-act.ts';
import { listRemoved, notBefore, type RemovedMember } from './removed-members.ts';

interface OneMember {
  party: Party;
  personId: number;
}

export type GivenBack = { is: 'given-back' | 'missing' } | NotYet;

/**
 * Makes a removed person a member with the same role; they have to sign in again. With four eyes somebody else agrees first, as with
 * an invitation. `missing`: it is too late, they are a member already, or they belonged to another party.
 */
export async function giveBack(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, personId }: OneMember,
  now: Date,
): Promise<GivenBack> {
  return atomically<GivenBack>(db, async (tx) => {
    if (!may(principal, 'team.change', party)) return { is: 'missing' };
    const removed = (await listRemoved(tx, party, now)).find((one) => one.personId === personId);
    if (removed === undefined) return { is: 'missing' };
    const { name, email, role } = removed;
    const payload: BackPayload = { personId, person: `${name}, ${email}`, role };
    const ask = { act: 'team.give-back', payload };
    const waits = await holdBack({ db: tx, keyring }, principal, ask, now);
    return waits ?? makeMember(tx, keyring, actorOf(principal), { party, removed }, now);
  });
}

interface BackPayload {
  personId: number;
  person: string;
  role: string;
}

/** Gives the access back after the second person has agreed. */
export const executeGiveBack =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const { personId, role } = payload as BackPayload;
    const removed = (await listRemoved(tx, operator, now)).find((one) => one.personId === personId);
    if (removed === undefined) return { is: 'not-done', reason: { is: 'missing' } };
    if (removed.role !== role) return { is: 'not-done', reason: { is: 'other-role' } };
    const outcome = await makeMember(tx, keyring, actorOf(principal), { party: operator, removed }, now);
    return outcome.is === 'given-back' ? { is: 'done' } : { is: 'not-done', reason: { is: outcome.is } };
  };

async function makeMember(
  tx: Tx,
  keyring: Keyring,
  by: Actor,
  { party, removed }: { party: Party; removed: RemovedMember },
  now: Date,
): Promise<{ is: 'given-back' | 'missing' }> {
  const { side, partyId } = party;
  const { personId, role, email } = removed;
  // Members are locked before removed ones, in the same order as when a member is removed.
  await tx.query(
    `select from memberships where side = $1 and party_id = $2 order by person_id, id for update`,
    [side, partyId],
  );
  const { rowCount } = await tx.query(
    `insert into memberships (person_id, side, party_id, role, shop_id, brought_by_id, confirmed_by, created_at)
     select r.person_id, r.side, r.party_id, r.role,
       (select s.id from shops s where s.supplier_id = r.party_id and s.id = r.shop_id and s.closed_at is null),
       r.brought_by_id, r.confirmed_by, r.member_since
     from removed_members r
     where r.side = $1 and r.party_id = $2 and r.person_id = $3 and r.role = $4 and r.removed_at > $5
     on conflict (person_id, side, party_id) do nothing`,
    [side, partyId, personId, role, notBefore(now)],
  );
  if (rowCount !== 1) return { is: 'missing' };
  await tx.query(`delete from removed_members where side = $1 and party_id = $2 and person_id = $3`, [
    side,
    partyId,
    personId,
  ]);
  const act = { party, by, act: 'team.given-back', about: `person ${personId}`, after: { role, email } };
  await recordAct(tx, keyring, act, now);
  return { is: 'given-back' };
}
