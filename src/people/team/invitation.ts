import type { Context } from '../../context.ts';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { salted } from '../../platform/secrets/token-salt.ts';
import type { Language } from '../../platform/text/language.ts';
import { clientParty, ofParty, sides, type Party, type Side } from '../access/party.ts';

/** How long a link is valid. */
export const invitationDays = 7;

export interface Invitation extends Party {
  id: number;
  email: string;
  role: string;
  language: Language;
  invitedBy: string;
  state: 'open' | 'accepted' | 'revoked';
  round: number;
  expiresAt: Date;
  /** The person who invited; null: a command did. */
  invitedById: number | null;
  /** The second person, who has agreed to it. */
  confirmedBy: string | null;
  salt: number | null;
}

export const invitationColumns = `i.side, i.party_id as "partyId", i.id, i.email, i.role, i.language,
  i.invited_by as "invitedBy", i.state, i.round, i.expires_at as "expiresAt", i.invited_by_id as "invitedById",
  i.confirmed_by as "confirmedBy", i.salt`;

type InvitationKey = Party & { id: number; round: number };

/** `c12-5-1-…`: the party, the invitation, the round and a name that nobody can guess; nothing of it is stored but the salt. */
export function invitationToken(
  keyring: Keyring,
  { side, partyId, id, round, salt }: InvitationKey & Pick<Invitation, 'salt'>,
): string {
  const name = keyring.token(salted(`invitation:${side}:${partyId}:${id}:${round}`, salt));
  return `${side[0]}${partyId}-${id}-${round}-${name}`;
}

/** The token of an earlier round opens the same invitation no more; null where there is none. */
export async function tokenOfInvitation(
  db: Sql,
  keyring: Keyring,
  key: InvitationKey,
): Promise<string | null> {
  const invitation = await findInvitation(db, key);
  return invitation === null ? null : invitationToken(keyring, { ...key, salt: invitation.salt });
}

const tokenForm = /^([cso])(\d{1,15})-([1-9]\d{0,14})-([1-9]\d{0,3})-[\w-]{22}$/;

/** The context for whatever a token asks, before it is known to be ours. */
export function ofInvitation<Part extends Pick<Context, 'cells'>>(ctx: Part, token: string): Part {
  const [, letter, partyId] = tokenForm.exec(token) ?? [];
  return letter === 'c' ? ofParty(ctx, clientParty(Number(partyId))) : ctx;
}

/** What a token names, whether or not we have made it. */
function readInvitationToken(token: string): InvitationKey | null {
  const [, letter, partyId, id, round] = tokenForm.exec(token) ?? [];
  const side = sides.find((one): one is Side => one[0] === letter);
  if (side === undefined) return null;
  return { side, partyId: Number(partyId), id: Number(id), round: Number(round) };
}

async function findInvitation(
  db: Sql,
  key: InvitationKey,
): Promise<(Invitation & { known: boolean }) | null> {
  const { rows } = await db.query<Invitation & { known: boolean }>(
    `select ${invitationColumns}, exists (select from persons p where p.email = i.email) as known
     from invitations i where i.side = $1 and i.party_id = $2 and i.id = $3`,
    [key.side, key.partyId, key.id],
  );
  return rows[0] ?? null;
}

export type OpenedInvitation =
  /** `known`: somebody has signed in under this address already. */
  | { is: 'open'; invitation: Invitation; partyName: string; known: boolean }
  | { is: 'expired'; invitation: Invitation; partyName: string }
  /** Accepted, revoked, or a newer letter was sent. */
  | { is: 'ended' }
  | { is: 'unknown' };

/** Changes nothing: mail scanners open every link. */
export async function openInvitation(
  db: Sql,
  keyring: Keyring,
  token: string,
  now: Date,
): Promise<OpenedInvitation> {
  const key = readInvitationToken(token);
  const found = key === null ? null : await findInvitation(db, key);
  if (key === null || found === null) return { is: 'unknown' };
  const { known, ...invitation } = found;
  if (!isSameSecret(token, invitationToken(keyring, { ...key, salt: invitation.salt })))
    return { is: 'unknown' };
  if (invitation.state !== 'open' || invitation.round !== key.round) return { is: 'ended' };
  const partyName = (await partyNameOf(db, invitation)) ?? '';
  return invitation.expiresAt <= now
    ? { is: 'expired', invitation, partyName }
    : { is: 'open', invitation, partyName, known };
}

/** The name of a client or supplier; empty for the operator, null if not found. */
export async function partyNameOf(db: Sql, { side, partyId }: Party): Promise<string | null> {
  if (side === 'operator') return partyId === 0 ? '' : null;
  const { rows } = await db.query<{ name: string }>(
    side === 'client'
      ? `select name from clients where id = $1 and forgotten_at is null`
      : `select name from suppliers where id = $1`,
    [partyId],
  );
  return rows[0]?.name ?? null;
}
