/** The members of a party: listed, given another role, taken out. */
import type { Context } from '../../context.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import { leavingOut } from '../../platform/cells/cell-context.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';
import { clientNames } from '../access/client-names.ts';
import { operator, type Party } from '../access/party.ts';
import { actorOf, may, type Actor, type Principal } from '../access/principal.ts';
import { isRoleOf, leadRole, permissionsOf } from '../access/rights.ts';
import type { Execute } from '../approvals/approvals.ts';
import { holdBack, type NotYet } from '../approvals/hold-back.ts';
import { recordAct } from '../audit/record-act.ts';
import { endSessionsAs } from '../sessions/end-sessions.ts';
import { dropOwnViews } from '../views/saved-views.ts';
import { keepRemoved } from './removed-members.ts';

export interface Member {
  personId: number;
  name: string;
  email: string;
  language: Language;
  role: string;
  hasFactor: boolean;
  /** False: a member that another one invited, and of whom no third person has said that it is somebody else. */
  isConfirmed: boolean;
  createdAt: Date;
  /** The shop of a supplier's member. */
  shopId: number | null;
  /** When somebody was last seen in this role; null: not lately. */
  seenAt: Date | null;
}

/** Without cashiers that have logins of tills: those are kept with the tills. */
export async function listMembers(db: Sql, { side, partyId }: Party): Promise<Member[]> {
  const { rows } = await db.query<Member>(
    `select p.id as "personId", p.name, p.email, p.language, m.role, p.totp_secret is not null as "hasFactor",
       m.brought_by_id is null or m.confirmed_by is not null as "isConfirmed",
       m.created_at as "createdAt", m.shop_id as "shopId",
       (select max(s.seen_at) from sessions s where s.person_id = m.person_id and s.membership_id = m.id) as "seenAt"
     from memberships m join persons p on p.id = m.person_id
     where m.side = $1 and m.party_id = $2 and m.till_name is null order by m.created_at, p.id`,
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
     where side = $1 and party_id = $2 and till_name is null order by person_id, id for update`,
    [side, partyId],
  );
  return rows;
}

const isLastLead = (members: Held[], { side }: Party, member: Held): boolean =>
  member.role === leadRole[side] && members.filter(({ role }) => role === leadRole[side]).length === 1;

export type RoleChanged = { is: 'changed' | 'unchanged' | 'missing' | 'bad-role' | 'last-lead' } | NotYet;

/**
 * Changes the role of a member; sessions with the old role end. Members of other parties are not found. With four eyes, a
 * role of the operator that may something more is given when somebody else agrees.
 */
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
    const member = await memberToChange(tx, { party, personId, role });
    if ('is' in member) return member;
    if (mayMore(party, member.role, role)) {
      const person = await nameOf(tx, personId);
      const payload: RolePayload = { personId, person, roleFrom: member.role, role };
      const ask = { act: 'team.role', payload };
      const waits = await holdBack({ db: tx, keyring }, principal, ask, now);
      if (waits !== null) return waits;
    }
    return give(tx, keyring, actorOf(principal), { party, member, role }, now);
  });
}

async function memberToChange(
  tx: Tx,
  { party, personId, role }: OneMember & { role: string },
): Promise<Held | Exclude<RoleChanged, NotYet>> {
  const members = await holdMembers(tx, party);
  const member = members.find((one) => one.personId === personId);
  if (member === undefined) return { is: 'missing' };
  if (member.role === role) return { is: 'unchanged' };
  return isLastLead(members, party, member) ? { is: 'last-lead' } : member;
}

const emailOf = async (db: Sql, personId: number): Promise<string> =>
  (await db.query<{ email: string }>(`select email from persons where id = $1`, [personId])).rows[0]?.email ??
  '';

async function nameOf(db: Sql, personId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select name || ', ' || email as name from persons where id = $1`,
    [personId],
  );
  return rows[0]?.name ?? '';
}

const mayMore = ({ side }: Party, before: string, after: string): boolean =>
  permissionsOf(side, after).some((one) => !permissionsOf(side, before).includes(one));

interface RolePayload {
  personId: number;
  person: string;
  roleFrom: string;
  role: string;
}

/** Gives the role that two persons have agreed to, if the member has still the one that it had. */
export const executeRole =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const { personId, roleFrom, role } = payload as RolePayload;
    const member = await memberToChange(tx, { party: operator, personId, role });
    if ('is' in member) return { is: 'not-done', reason: { is: member.is } };
    if (member.role !== roleFrom) return { is: 'not-done', reason: { is: 'other-role' } };
    await give(tx, keyring, actorOf(principal), { party: operator, member, role }, now);
    return { is: 'done' };
  };

async function give(
  tx: Tx,
  keyring: Keyring,
  by: Actor,
  { party, member, role }: { party: Party; member: Held; role: string },
  now: Date,
): Promise<{ is: 'changed' }> {
  const { personId } = member;
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
      by,
      act: 'team.role-changed',
      about: `person ${personId}`,
      before: { role: member.role },
      after: { role, email: await emailOf(tx, personId) },
    },
    now,
  );
  return { is: 'changed' };
}

export type MemberRemoved = { is: 'removed' | 'missing' | 'last-lead' };

/** Takes a person out of the party; every browser that is in as its member is out at once. For some days it can be given back. */
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
    const by = actorOf(principal);
    await keepRemoved(tx, { personId, membershipId: member.id }, by, now);
    await tx.query(`delete from memberships where person_id = $1 and id = $2`, [personId, member.id]);
    await endSessionsAs(tx, personId, member.id);
    await dropOwnViews(tx, party, personId);
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
  // Who is in several goes on where a node answers.
  const names = await clientNames(
    leavingOut(ctx),
    rows.flatMap(({ side, partyId }) => (side === 'client' ? [partyId] : [])),
  );
  const named = rows.map((row) =>
    row.side === 'client' ? { ...row, partyName: names.get(row.partyId) ?? `№ ${row.partyId}` } : row,
  );
  return named.toSorted(
    (one, other) => one.side.localeCompare(other.side) || one.partyName.localeCompare(other.partyName, 'ru'),
  );
}
