/** Invitations into a team: made, sent again, revoked. */
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { newTokenSalt } from '../../platform/secrets/token-salt.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Party, Side } from '../access/party.ts';
import { actorOf, may, type Actor, type Principal } from '../access/principal.ts';
import { isRoleOf } from '../access/rights.ts';
import { recordAct } from '../audit/record-act.ts';
import { holdBack, type GuardedAsk, type NotYet } from '../approvals/hold-back.ts';
import type { Execute } from '../approvals/approvals.ts';
import { queueInvitationMail } from '../mails/queue-mail.ts';
import { readEmail } from '../persons/email.ts';
import { invitationColumns, invitationDays, partyNameOf, type Invitation } from './invitation.ts';

/** Maximum number of open invitations of a party, because letters go to any address. */
const mostOpen = 100;
/** Those of a day, also if they were revoked meanwhile: of a party, and to one address. */
const mostOfDay = 100;
const mostToAddress = 5;
/** Letters for one invitation at the most. */
const mostRounds = 20;

export type Invited =
  | { is: 'invited'; invitation: Invitation }
  | NotYet
  | {
      is:
        | 'forbidden'
        | 'no-party'
        | 'bad-email'
        | 'bad-role'
        | 'member-already'
        | 'invited-already'
        | 'too-many';
    };

interface InvitationAsk {
  party: Party;
  email: string;
  role: string;
  language: Language;
}

const expiryOf = (now: Date): Date => new Date(now.getTime() + invitationDays * 86_400_000);

/**
 * Invites somebody to be a member of the party: the row, its letter and the audit in one transaction. With four eyes, what the
 * operator's people ask for is done when somebody else agrees: whoever comes in has rights.
 */
export async function invite(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, email: typed, role, language }: InvitationAsk,
  now: Date,
): Promise<Invited> {
  return atomically<Invited>(db, async (tx) => {
    if (!may(principal, 'team.change', party)) return { is: 'forbidden' };
    const email = readEmail(typed);
    if (email === null) return { is: 'bad-email' };
    const ask = { party, email, role, language };
    const problem = await whyNotInvited(tx, ask, now);
    if (problem !== null) return problem;
    const waits = await holdBack({ db: tx, keyring }, principal, invitationAsk(principal, ask), now);
    if (waits !== null) return waits;
    const invitedById = principal.is === 'person' ? principal.personId : null;
    const by = { invitedBy: inviterOf(principal), invitedById, confirmedBy: null };
    return write(tx, keyring, { ...ask, ...by, actor: actorOf(principal) }, now);
  });
}

async function whyNotInvited(
  tx: Tx,
  { party, email, role }: InvitationAsk,
  now: Date,
): Promise<Exclude<Invited, { is: 'invited' } | NotYet> | null> {
  if (!isRoleOf(party.side, role)) return { is: 'bad-role' };
  if ((await partyNameOf(tx, party)) === null) return { is: 'no-party' };
  const standing = await standingOf(tx, party, email, now);
  if (standing.member) return { is: 'member-already' };
  return standing.open >= mostOpen || standing.ofDay >= mostOfDay || standing.toAddress >= mostToAddress
    ? { is: 'too-many' }
    : null;
}

/** What a second person reads, and what is done then. */
interface InvitationPayload extends Omit<InvitationAsk, 'party'> {
  side: Side;
  clientId?: number;
  supplierId?: number;
  invitedBy: string;
  invitedById: number | null;
}

function invitationAsk(
  principal: Principal,
  { party: { side, partyId }, ...ask }: InvitationAsk,
): GuardedAsk {
  const payload: InvitationPayload = {
    ...(side === 'client' && { clientId: partyId }),
    ...(side === 'supplier' && { supplierId: partyId }),
    side,
    ...ask,
    invitedBy: inviterOf(principal),
    invitedById: principal.is === 'person' ? principal.personId : null,
  };
  return { act: 'team.invite', payload };
}

/** The agreement of the second person also confirms that the invited person is somebody else. */
export const executeInvite =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const { side, clientId, supplierId, ...ask } = payload as InvitationPayload;
    const party = { side, partyId: clientId ?? supplierId ?? 0 };
    const actor = actorOf(principal);
    const invitation = { ...ask, party, actor, confirmedBy: actor.actor };
    const outcome = (await whyNotInvited(tx, invitation, now)) ?? (await write(tx, keyring, invitation, now));
    return outcome.is === 'invited' ? { is: 'done' } : { is: 'not-done', reason: { is: outcome.is } };
  };

interface NewInvitation extends InvitationAsk, Pick<Invitation, 'invitedBy' | 'invitedById' | 'confirmedBy'> {
  actor: Actor;
}

async function write(
  tx: Tx,
  keyring: Keyring,
  { party, email, role, language, invitedBy, invitedById, confirmedBy, actor }: NewInvitation,
  now: Date,
): Promise<Invited> {
  const { rows } = await tx.query<Invitation>(
    `insert into invitations as i
         (side, party_id, email, role, language, invited_by, invited_by_id, confirmed_by, state, created_at, expires_at,
          salt)
       values ($1, $2, $3, $4, $5, $6, $9, $10, 'open', $7, $8, $11)
       on conflict (side, party_id, email) where state = 'open' do nothing
       returning ${invitationColumns}`,
    [
      party.side,
      party.partyId,
      email,
      role,
      language,
      invitedBy,
      now,
      expiryOf(now),
      invitedById,
      confirmedBy,
      newTokenSalt(),
    ],
  );
  const [invitation] = rows;
  if (invitation === undefined) return { is: 'invited-already' };
  await queueInvitationMail(tx, invitation, now);
  const act = { party, by: actor, act: 'team.invited', about: aboutOf(invitation) };
  await recordAct(tx, keyring, { ...act, after: { email, role } }, now);
  return { is: 'invited', invitation };
}

const aboutOf = ({ id }: { id: number }): string => `invitation ${id}`;

const inviterOf = (principal: Principal): string =>
  principal.is === 'person' ? principal.name : 'Facevalue';

interface Standing {
  member: boolean;
  open: number;
  ofDay: number;
  toAddress: number;
}

async function standingOf(db: Sql, party: Party, email: string, now: Date): Promise<Standing> {
  const { rows } = await db.query<Standing>(
    `select
       exists (select from memberships m join persons p on p.id = m.person_id
               where m.side = $1 and m.party_id = $2 and p.email = $3) as member,
       i.open, i.of_day as "ofDay", i.to_address as "toAddress"
     from (select count(*) filter (where state = 'open') as open, count(*) filter (where created_at > $4) as of_day,
             count(*) filter (where created_at > $4 and email = $3) as to_address
           from invitations where side = $1 and party_id = $2) i`,
    [party.side, party.partyId, email, new Date(now.getTime() - 86_400_000)],
  );
  return rows[0] ?? { member: false, open: 0, ofDay: 0, toAddress: 0 };
}

interface OneInvitation {
  party: Party;
  id: number;
}

export type Resent = { is: 'resent'; invitation: Invitation } | { is: 'missing' | 'too-many' };

/** A new letter with a new link for seven days; earlier links become invalid. Invitations of other parties are not found. */
export async function resendInvitation(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, id }: OneInvitation,
  now: Date,
): Promise<Resent> {
  return atomically<Resent>(db, async (tx) => {
    if (!may(principal, 'team.change', party)) return { is: 'missing' };
    const { rows } = await tx.query<Invitation>(
      `update invitations i set round = round + 1, expires_at = $4
       where side = $1 and party_id = $2 and id = $3 and state = 'open' returning ${invitationColumns}`,
      [party.side, party.partyId, id, expiryOf(now)],
    );
    const [invitation] = rows;
    if (invitation === undefined) return { is: 'missing' };
    if (invitation.round > mostRounds) {
      await tx.query(`update invitations set round = $4 where side = $1 and party_id = $2 and id = $3`, [
        party.side,
        party.partyId,
        id,
        mostRounds,
      ]);
      return { is: 'too-many' };
    }
    await queueInvitationMail(tx, invitation, now);
    const act = { party, by: actorOf(principal), act: 'team.invitation-resent', about: aboutOf({ id }) };
    await recordAct(tx, keyring, { ...act, after: { round: invitation.round } }, now);
    return { is: 'resent', invitation };
  });
}

export async function revokeInvitation(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, id }: OneInvitation,
  now: Date,
): Promise<{ is: 'revoked' | 'missing' }> {
  return atomically<{ is: 'revoked' | 'missing' }>(db, async (tx) => {
    if (!may(principal, 'team.change', party)) return { is: 'missing' };
    const { rowCount } = await tx.query(
      `update invitations set state = 'revoked', ended_at = $4
       where side = $1 and party_id = $2 and id = $3 and state = 'open'`,
      [party.side, party.partyId, id, now],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const act = { party, by: actorOf(principal), act: 'team.invitation-revoked', about: aboutOf({ id }) };
    await recordAct(tx, keyring, act, now);
    return { is: 'revoked' };
  });
}

export interface ListedInvitation {
  id: number;
  email: string;
  role: string;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  status: 'open' | 'expired' | 'accepted' | 'revoked';
  /** State of the last letter. */
  letter: 'due' | 'sent' | 'failed';
}

const mostListed = 200;

export async function listInvitations(db: Sql, party: Party, now: Date): Promise<ListedInvitation[]> {
  const { rows } = await db.query<ListedInvitation>(
    `select i.id, i.email, i.role, i.invited_by as "invitedBy", i.created_at as "createdAt",
       i.expires_at as "expiresAt",
       case when i.state = 'open' and i.expires_at <= $3 then 'expired' else i.state end as status,
       coalesce((select l.state from letters_to_people l
          where l.kind = 'invitation' and l.about_id = i.id and l.owner_id = 0
            and l.content->>'side' = i.side and (l.content->>'partyId')::bigint = i.party_id
          order by (l.content->>'round')::integer desc, l.id desc limit 1), 'sent') as letter
     from invitations i where i.side = $1 and i.party_id = $2
     order by i.state = 'open' desc, i.id desc limit $4`,
    [party.side, party.partyId, now, mostListed],
  );
  return rows;
}
