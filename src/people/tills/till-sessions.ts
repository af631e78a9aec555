/** Sessions of a till's users. */
import { randomBytes } from 'node:crypto';
import type { Sql } from '../../platform/database/database.ts';
import { tokenHash } from '../../platform/secrets/keyring.ts';
import type { IdleConfig } from '../sessions/session.ts';
import type { CashierPrincipal } from '../access/principal.ts';

/** Every till is signed out after a working day, and earlier where nobody touches it (settings). */
const longestHours = 14;
/** A session's last use is written down this often at the most. */
const touchSeconds = 60;

/** A signed-in browser. */
export interface TillSession {
  supplierId: number;
  supplierName: string;
  userId: number;
  userName: string;
  /** The password of the first sign-in has to be changed before anything else. */
  oneTime: boolean;
  redeemsOwn: boolean;
  shopId: number | null;
  shopName: string | null;
  tokenHash: Buffer;
}

export const cashierOf = ({ supplierId, userId, userName }: TillSession): CashierPrincipal => ({
  is: 'cashier',
  supplierId,
  userId,
  name: userName,
});

/**
 * A new session's cookie. Null if the password has changed meanwhile: a session begun with the old one would survive
 * the change.
 */
export async function beginTillSession(
  db: Sql,
  user: { supplierId: number; id: number; passwordHash: string },
  now: Date,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const { rowCount } = await db.query(
    `with unchanged as (
       select supplier_id, id from till_users where supplier_id = $1 and id = $2 and password_hash = $6 for share),
     ended as (
       delete from till_sessions where supplier_id = $1 and user_id = $2 and began_at <= $5)
     insert into till_sessions (supplier_id, token_hash, user_id, began_at, seen_at)
     select supplier_id, $3, id, $4, $4 from unchanged`,
    [user.supplierId, user.id, tokenHash(token), now, endedByAge(now), user.passwordHash],
  );
  return rowCount === 1 ? `${user.supplierId}.${token}` : null;
}

const endedByAge = (now: Date): Date => new Date(now.getTime() - longestHours * 3600_000);

const endedByIdleness = ({ sessions }: IdleConfig, now: Date): Date =>
  new Date(now.getTime() - sessions.tillIdleMinutes * 60_000);

const cookieForm = /^([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/;

/** The live session of a cookie, its last use written down; null when there is none. */
export async function findTillSession(
  { db, config }: { db: Sql; config: IdleConfig },
  cookie: string,
  now: Date,
): Promise<TillSession | null> {
  const [, supplierId, token] = cookieForm.exec(cookie) ?? [];
  if (supplierId === undefined || token === undefined) return null;
  const { rows } = await db.query<TillSession & { seenAt: Date }>(
    `select t.supplier_id as "supplierId", s.name as "supplierName", u.id as "userId", u.name as "userName",
       u.one_time as "oneTime", coalesce(a.redeems_own, false) as "redeemsOwn",
       u.shop_id as "shopId", h.name as "shopName", t.token_hash as "tokenHash",
       t.seen_at as "seenAt"
     from till_sessions t
     join till_users u on u.supplier_id = t.supplier_id and u.id = t.user_id
     join suppliers s on s.id = t.supplier_id
     left join integration_access a on a.supplier_id = t.supplier_id
     left join shops h on h.supplier_id = u.supplier_id and h.id = u.shop_id
     where t.supplier_id = $1 and t.token_hash = $2 and t.seen_at > $3 and t.began_at > $4`,
    [Number(supplierId), tokenHash(token), endedByIdleness(config, now), endedByAge(now)],
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

export async function endTillSession(db: Sql, session: TillSession): Promise<void> {
  await db.query(`delete from till_sessions where supplier_id = $1 and token_hash = $2`, [
    session.supplierId,
    session.tokenHash,
  ]);
}
