/** Sessions of persons. */
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Sql } from '../../platform/database/database.ts';
import { tokenHash } from '../../platform/secrets/keyring.ts';
import { isLanguage, usualLanguage, type Language } from '../../platform/text/language.ts';
import { clientNames } from '../access/client-names.ts';
import type { Party } from '../access/party.ts';
import type { PersonPrincipal } from '../access/principal.ts';
import { needsSecondFactor } from '../access/rights.ts';

/** Nobody stays signed in longer than a long working day, and a till as long as a shop is open. */
const longestHours = 12;
const longestTillHours = 14;
/** Operators can reach everybody's data, so their idle sessions end soon, whatever the settings allow. */
const operatorIdleMinutes = 30;
/** How often the last use of a session is stored at most. */
const touchSeconds = 60;

/** Numbers of items that wait for a person, by the path of the page; a text, as it may say that there are more. */
export type Waits = ReadonlyMap<string, string>;

/** A signed-in browser. */
export interface Session {
  personId: number;
  id: number;
  tokenHash: Buffer;
  /** Of a cashier the login of the till. */
  email: string;
  name: string;
  language: Language;
  /** Signed in with a login of a till: good there, and nowhere else. */
  isTill: boolean;
  /** The platform made the password: it has to be changed before anything else. */
  oneTime: boolean;
  hasFactor: boolean;
  /** The party as whose member the person is signed in; null for a person who belongs to none (any more). */
  membership: (Party & { id: number; role: string; partyName: string }) | null;
  strength: 'password' | 'second-factor';
  steppedUpAt: Date | null;
  /** What the person has to do before the session may be used for anything else. */
  owes: 'nothing' | 'second-step' | 'enrolment';
  /** A message that the next page shows once. */
  flash: string | null;
  /** Where it was read, for the menu. */
  waits?: Waits;
}

/** The principal of a session; null for who is no party's member. */
export const principalOf = (session: Session): PersonPrincipal | null =>
  session.membership && {
    is: 'person',
    personId: session.personId,
    name: session.name,
    side: session.membership.side,
    partyId: session.membership.partyId,
    role: session.membership.role,
    isWhole: session.owes === 'nothing',
    steppedUpAt: session.steppedUpAt,
  };

const cookieForm = /^([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/;

export interface NewToken {
  token: string;
  hash: Buffer;
}

export function newToken(): NewToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** A session's cookie names its person, so that the row is found by its key. */
export const cookieOf = (personId: number, { token }: NewToken): string => `${personId}.${token}`;

/** The session that a cookie of ours leads to. */
export const hashInCookie = (cookie: string): Buffer => tokenHash(cookie.slice(cookie.indexOf('.') + 1));

/** Sessions that began before this instant are over. */
export const endedByAge = (now: Date, isTill: boolean): Date =>
  new Date(now.getTime() - (isTill ? longestTillHours : longestHours) * 3600_000);

export type IdleConfig = Pick<Config, 'sessions'>;

/** What `isLive` compares: when sessions of tills and others have begun, and when those of tills, operators and others were seen. */
export function sessionLimits({ sessions: { idleMinutes, tillIdleMinutes } }: IdleConfig, now: Date): Date[] {
  const idle = [tillIdleMinutes, Math.min(idleMinutes, operatorIdleMinutes), idleMinutes];
  return [
    endedByAge(now, true),
    endedByAge(now, false),
    ...idle.map((minutes) => new Date(now.getTime() - minutes * 60_000)),
  ];
}

/** SQL: session `s` with membership `m` is live; the limits are parameters from `first` on. */
export function isLive(first: number): string {
  const limit = (place: number): string => `$${first + place}::timestamptz`;
  return `s.began_at > case when m.till_name is not null then ${limit(0)} else ${limit(1)} end
    and s.seen_at > case when m.till_name is not null then ${limit(2)} when m.side = 'operator' then ${limit(3)} else ${limit(4)} end`;
}

interface SessionRow extends Omit<Session, 'membership' | 'owes' | 'language'> {
  language: string;
  seenAt: Date;
  membershipId: number | null;
  side: Party['side'] | null;
  partyId: number;
  role: string;
  partyName: string | null;
  everybodyNeedsFactor: boolean;
}

/** The live session of a cookie, of the pages of persons or of a till, its last use written down; null when there is none. */
export async function findSession(
  ctx: Pick<Context, 'db' | 'cells'> & { config: IdleConfig },
  cookie: string,
  now: Date,
  isTill = false,
): Promise<Session | null> {
  const { db } = ctx;
  const [, personId, token] = cookieForm.exec(cookie) ?? [];
  if (personId === undefined || token === undefined) return null;
  const { rows } = await db.query<SessionRow>(
    `select s.person_id as "personId", s.id, s.token_hash as "tokenHash", p.email, p.name, p.language,
       m.till_name is not null as "isTill", p.one_time_password as "oneTime", p.totp_secret is not null as "hasFactor", s.strength, s.stepped_up_at as "steppedUpAt", s.flash,
       s.seen_at as "seenAt", m.id as "membershipId", m.side, m.party_id as "partyId", m.role,
       u.name as "partyName", coalesce(y.second_factor, false) as "everybodyNeedsFactor"
     from sessions s
     join persons p on p.id = s.person_id
     left join memberships m on m.person_id = s.person_id and m.id = s.membership_id
     left join party_policies y on y.side = m.side and y.party_id = m.party_id
     left join suppliers u on m.side = 'supplier' and u.id = m.party_id
     where s.person_id = $1 and s.token_hash = $2 and (m.till_name is not null) = $3 and ${isLive(4)}
       and (s.membership_id is null or m.id is not null)`,
    [Number(personId), tokenHash(token), isTill, ...sessionLimits(ctx.config, now)],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { seenAt, ...found } = row;
  if (now.getTime() - seenAt.getTime() > touchSeconds * 1000) {
    await db.query(
      `update sessions set seen_at = $3 where person_id = $1 and token_hash = $2 and seen_at < $3`,
      [row.personId, row.tokenHash, now],
    );
  }
  if (row.side !== 'client') return sessionOf(found);
  const names = await clientNames(ctx, [row.partyId]);
  return sessionOf({ ...found, partyName: names.get(row.partyId) ?? null });
}

function sessionOf(row: Omit<SessionRow, 'seenAt'>): Session {
  const { membershipId, side, partyId, role, partyName, everybodyNeedsFactor, language, ...kept } = row;
  const membership =
    membershipId === null || side === null
      ? null
      : { id: membershipId, side, partyId, role, partyName: partyName ?? '' };
  const needed = membership !== null && (everybodyNeedsFactor || needsSecondFactor(membership.side, role));
  return {
    ...kept,
    language: isLanguage(language) ? language : usualLanguage,
    membership,
    owes: kept.isTill ? 'nothing' : owedBy(kept, needed),
  };
}

function owedBy(
  { strength, hasFactor }: Pick<Session, 'strength' | 'hasFactor'>,
  needed: boolean,
): Session['owes'] {
  if (strength === 'second-factor' && hasFactor) return 'nothing';
  if (hasFactor) return 'second-step';
  return needed ? 'enrolment' : 'nothing';
}

/** Says the session's flash once. */
export async function takeFlash(db: Sql, session: Session): Promise<void> {
  if (session.flash === null) return;
  await db.query(`update sessions set flash = null where person_id = $1 and token_hash = $2`, [
    session.personId,
    session.tokenHash,
  ]);
}

/** What the next page of this browser says. */
export async function setFlash(db: Sql, cookie: string, flash: string): Promise<void> {
  const [, personId, token] = cookieForm.exec(cookie) ?? [];
  if (token === undefined) return;
  await db.query(`update sessions set flash = $3 where person_id = $1 and token_hash = $2`, [
    Number(personId),
    tokenHash(token),
    flash,
  ]);
}
