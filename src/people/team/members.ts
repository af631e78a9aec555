/** The members of a party: listed, given another role, taken out. */
import type { Context } from '../../context.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';
import { clientNames } from '../access/client-names.ts';
import type { Party } from '../access/party.ts';
import { actorOf, may, type Principal } from '../access/principal.ts';
import { isRoleOf, leadRole } from '../access/rights.ts';
import { recordAct } from '../audit/record-act.ts';
import { endSessionsAs } from '../sessions/end-sessions.ts';

export interface Member {
  personId: number;
  name: string;
  email: string;
  language: Language;
  role: string;
  hasFactor: boolean;
  createdAt: Date;
  /** Of a supplier's member: where they stand. */
  shopId: number | null;
  /** When somebody was last seen in this role; null: not lately. */
  seenAt: Date | null;
}

export async function listMembers(db: Sql, { side, partyId }: Party): Promise<Member[]> {
  const { rows } = await db.query<Member>(
    `select p.id as "personId", p.name, p.email, p.language, m.role, p.totp_secret is not null as "hasFactor",
       m.created_at as "createdAt", m.shop_id as "shopId",
       (select max(s.seen_at) from sessions s where s.person_id = m.person_id and s.membership_id = m.id) as "seenAt"
     from memberships m join persons p on p.id = m.person_id
     where m.side = $1 and m.party_id = $2 order by m.created_at, p.id`,
    [side, partyId],
  );
  return rows;
}

interface OneMember {
  party: Party;
  personId: number;
}

interface Held {
  id: number;
  personId: number;
  role: string;
}

/**
 * The members of a party, held until commit, always in one order: of two who take each other's role at once, the second sees
 * what the first has done.
 */
async function holdMembers(tx: Tx, { side, partyId }: Party): Promise<Held[]> {
  const { rows } = await tx.query<Held>(
    `select id, person_id as "personId", role from memberships
     where side = $1 and party_id = $2 order by person_id, id for update`,
    [side, partyId],
  );
  return rows;
}

const isLastLead = (members: Held[], { side }: Party, member: Held): boolean =>
  member.role === leadRole[side] && members.filter(({ role }) => role === leadRole[side]).length === 1;

export type RoleChanged = { is: 'changed' | 'unchanged' | 'missing' | 'bad-role' | 'last-lead' };

/** Changes the role of a member; sessions with the old role end. Members of other parties are not found. */
export async function changeRole(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, personId, role }: OneMember & { role: string },
  now: Date,
): Promise<RoleChanged> {
  return atomically<RoleChanged>(db, async (tx) => {
    if (!may(principal, 'team.change', party)) return { is: 'missing' };
    if (!isRoleOf(party.side, role)) return { is: 'bad-role' };
    const members = await holdMembers(tx, party);
    const member = members.find((one) => one.personId === personId);
    if (member === undefined) return { is: 'missing' };
    if (member.role === role) return { is: 'unchanged' };
    if (isLastLead(members, party, member)) return { is: 'last-lead' };
    await tx.query(`update memberships set role = $3 where person_id = $1 and id = $2`, [
      personId,
      member.id,
      role,
    ]);
    await endSessionsAs(tx, personId, member.id);
    await recordAct(
      tx,
      keyring,
      {
        party,
        by: actorOf(principal),
        act: 'team.role-changed',
        about: `person ${personId}`,
        before: { role: member.role },
        after: { role },
      },
      now,
    );
    return { is: 'changed' };
  });
}

export type MemberRemoved = { is: 'removed' | 'missing' | 'last-lead' };

/** Takes a person out of the party; every browser that is in as its member is out at once. */
export async function removeMember(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, personId }: OneMember,
  now: Date,
): Promise<MemberRemoved> {
  return atomically<MemberRemoved>(db, async (tx) => {
    if (!may(principal, 'team.change', party)) return { is: 'missing' };
    const members = await holdMembers(tx, party);
    const member = members.find((one) => one.personId === personId);
    if (member === undefined) return { is: 'missing' };
    // Whoever has the shell can invite again.
    if (principal.is !== 'command' && isLastLead(members, party, member)) return { is: 'last-lead' };
    await tx.query(`delete from memberships where person_id = $1 and id = $2`, [personId, member.id]);
    await endSessionsAs(tx, personId, member.id);
    const by = actorOf(principal);
    const act = {
      party,
      by,
      act: 'team.removed',
      about: `person ${personId}`,
      before: { role: member.role },
    };
    await recordAct(tx, keyring, act, now);
    return { is: 'removed' };
  });
}

export interface Membership extends Party {
  id: number;
  role: string;
  partyName: string;
}

/** Where a person may go on, for the switcher. */
export async function listMemberships(
  ctx: Pick<Context, 'db' | 'cells'>,
  personId: number,
): Promise<Membership[]> {
  const { rows } = await ctx.db.query<Membership>(
    `select m.id, m.side, m.party_id as "partyId", m.role, coalesce(s.name, '') as "partyName"
     from memberships m left join suppliers s on m.side = 'supplier' and s.id = m.party_id
     where m.person_id = $1 order by m.id`,
    [personId],
  );
  const names = await clientNames(
    ctx,
    rows.flatMap(({ side, partyId }) => (side === 'client' ? [partyId] : [])),
  );
  const named = rows.map((row) =>
    row.side === 'client' ? { ...row, partyName: names.get(row.partyId) ?? '' } : row,
  );
  return named.toSorted(
    (one, other) => one.side.localeCompare(other.side) || one.partyName.localeCompare(other.partyName, 'ru'),
  );
}
