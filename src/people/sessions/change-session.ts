/** A session becomes stronger, or goes on as another membership. */
import type { Sql } from '../../platform/database/database.ts';
import { cookieOf, newToken, type Session } from './session.ts';

type Held = Pick<Session, 'personId' | 'tokenHash'>;

/**
 * Raises a session after the person has proved again to be there: the strength, if it was a second factor, and the time. The
 * token is a new one, so that the old one, if somebody saw it, is of no use. Null when the session has ended meanwhile.
 */
export async function raiseSession(
  db: Sql,
  session: Held,
  strength: Session['strength'],
  now: Date,
): Promise<string | null> {
  const token = newToken();
  const { rowCount } = await db.query(
    `update sessions set token_hash = $3, stepped_up_at = $4, wrong_tries = 0, enrolling = null, challenge = null,
       strength = $5
     where person_id = $1 and token_hash = $2`,
    [session.personId, session.tokenHash, token.hash, now, strength],
  );
  return rowCount === 1 ? cookieOf(session.personId, token) : null;
}

/**
 * Goes on as the member of another party; a new token here too, and a fresh proof is asked for there. Null where the person is
 * no such member, or the session has ended.
 */
export async function switchMembership(
  db: Sql,
  session: Held,
  membershipId: number,
  now: Date,
): Promise<string | null> {
  const token = newToken();
  const { rowCount } = await db.query(
    `with member as (
       update memberships set used_at = $5 where person_id = $1 and id = $4 returning id)
     update sessions set token_hash = $3, membership_id = member.id, stepped_up_at = null
     from member where sessions.person_id = $1 and sessions.token_hash = $2`,
    [session.personId, session.tokenHash, token.hash, membershipId, now],
  );
  return rowCount === 1 ? cookieOf(session.personId, token) : null;
}
