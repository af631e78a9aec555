import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '../platform/database.ts';
import { tokenHash } from '../platform/keyring.ts';
import { isPassword } from '../platform/password.ts';
import { createThrottle } from '../platform/throttle.ts';
import { readLogin } from './till-users.ts';

/** A till that nobody touches is signed out after this time, and every till after a working day. */
export const idleMinutes = 30;
const longestHours = 14;
/** A session's last use is written down this often at the most. */
const touchSeconds = 60;

/** Wrong passwords in a row before an account rests, and for how long. */
export const failuresAllowed = 5;
export const lockMinutes = 15;

/** A signed-in browser. */
export interface TillSession {
  supplierId: number;
  supplierName: string;
  userId: number;
  userName: string;
  /** The password of the first sign-in has to be changed before anything else. */
  oneTime: boolean;
  redeemsOwn: boolean;
  tokenHash: Buffer;
}

export type SignedIn = { is: 'signed-in'; cookie: string } | { is: 'refused' } | { is: 'locked' };

export type SignIn = (login: string, password: string, now: Date) => Promise<SignedIn>;

/** Unknown logins rest after as many failures as known ones, so that nobody learns which exist. */
export function createSignIn(db: Database): SignIn {
  const strangers = createThrottle({ events: failuresAllowed, windowSeconds: lockMinutes * 60 });
  return async (login, password, now) => {
    const key = readLogin(login);
    // Counted as a failure before it is judged: any number of guesses at once are still counted one by one.
    const user = key === null ? null : await countAttempt(db, key, now);
    const right = await isPassword(password, user?.passwordHash ?? null);
    if (user !== null) {
      if (!right) return { is: 'refused' };
      return { is: 'signed-in', cookie: await beginSession(db, user, now) };
    }
    const name = login.trim().toLowerCase();
    if ((key !== null && (await isLocked(db, key, now))) || strangers.waitSeconds(name, now) > 0) {
      return { is: 'locked' };
    }
    strangers.count(name, now);
    return { is: 'refused' };
  };
}

interface Attempt {
  supplierId: number;
  id: number;
  passwordHash: string;
}

async function countAttempt(
  db: Sql,
  key: { supplierId: number; name: string },
  now: Date,
): Promise<Attempt | null> {
  const { rows } = await db.query<Attempt>(
    `update till_users set
       failures = case when locked_until is null then failures + 1 else 1 end,
       locked_until = case when locked_until is null and failures + 1 >= $4 then $5::timestamptz end
     where supplier_id = $1 and name = $2 and (locked_until is null or locked_until <= $3)
     returning supplier_id as "supplierId", id, password_hash as "passwordHash"`,
    [key.supplierId, key.name, now, failuresAllowed, new Date(now.getTime() + lockMinutes * 60_000)],
  );
  return rows[0] ?? null;
}

async function isLocked(db: Sql, key: { supplierId: number; name: string }, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from till_users where supplier_id = $1 and name = $2 and locked_until > $3`,
    [key.supplierId, key.name, now],
  );
  return rowCount === 1;
}

async function beginSession(db: Sql, user: Attempt, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `with forgiven as (
       update till_users set failures = 0, locked_until = null where supplier_id = $1 and id = $2),
     ended as (
       delete from till_sessions where supplier_id = $1 and user_id = $2 and (seen_at <= $5 or began_at <= $6))
     insert into till_sessions (supplier_id, token_hash, user_id, began_at, seen_at) values ($1, $3, $2, $4, $4)`,
    [user.supplierId, user.id, tokenHash(token), now, ...endsBefore(now)],
  );
  return `${user.supplierId}.${token}`;
}

/** Sessions last seen, or begun, before these instants are over. */
const endsBefore = (now: Date): [Date, Date] => [
  new Date(now.getTime() - idleMinutes * 60_000),
  new Date(now.getTime() - longestHours * 3600_000),
];

const cookieForm = /^([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/;

/** The live session of a cookie, its last use written down; null when there is none. */
export async function findSession(db: Sql, cookie: string, now: Date): Promise<TillSession | null> {
  const [, supplierId, token] = cookieForm.exec(cookie) ?? [];
  if (supplierId === undefined || token === undefined) return null;
  const { rows } = await db.query<TillSession & { seenAt: Date }>(
    `select t.supplier_id as "supplierId", s.name as "supplierName", u.id as "userId", u.name as "userName",
       u.one_time as "oneTime", coalesce(a.redeems_own, false) as "redeemsOwn", t.token_hash as "tokenHash",
       t.seen_at as "seenAt"
     from till_sessions t
     join till_users u on u.supplier_id = t.supplier_id and u.id = t.user_id
     join suppliers s on s.id = t.supplier_id
     left join integration_access a on a.supplier_id = t.supplier_id
     where t.supplier_id = $1 and t.token_hash = $2 and t.seen_at > $3 and t.began_at > $4`,
    [Number(supplierId), tokenHash(token), ...endsBefore(now)],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { seenAt, ...session } = row;
  if (now.getTime() - seenAt.getTime() > touchSeconds * 1000) {
    await db.query(
      `update till_sessions set seen_at = $3 where supplier_id = $1 and token_hash = $2 and seen_at < $3`,
      [session.supplierId, session.tokenHash, now],
    );
  }
  return session;
}

export async function endSession(db: Sql, session: TillSession): Promise<void> {
  await db.query(`delete from till_sessions where supplier_id = $1 and token_hash = $2`, [
    session.supplierId,
    session.tokenHash,
  ]);
}
