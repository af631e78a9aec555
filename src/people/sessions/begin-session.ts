import type { Sql } from '../../platform/database/database.ts';
import { cookieOf, endedByAge, newToken } from './session.ts';

/** The place of a sign-in, as the list of sessions shows it. */
export interface Device {
  address: string;
  agent: string;
}

const longestAgent = 200;
/** The most sessions of a person; the ones unused for longest end first. */
const mostSessions = 20;
/** One login of a shop may be open at all of its tills. */
const mostTillSessions = 1000;

/**
 * A new session of `password` strength, as the member that the person was last; answers its cookie. Null if the password
 * has changed meanwhile: a session begun with the old one would survive the change; or if a cashier is none any more.
 */
export async function beginSession(
  db: Sql,
  person: { id: number; passwordHash: string; isTill?: boolean },
  device: Device,
  now: Date,
): Promise<string | null> {
  const { isTill = false } = person;
  const token = newToken();
  // `select 1`: Citus, which reads memberships beforehand, can't keep rows without columns.
  const { rowCount } = await db.query(
    `with unchanged as (
       select id from persons where id = $1 and password_hash = $2 for share),
     ended as (
       delete from sessions where person_id = $1 and (began_at <= $5 or token_hash in (
         select token_hash from sessions where person_id = $1 order by seen_at desc offset $8)))
     insert into sessions (person_id, token_hash, membership_id, strength, stepped_up_at, began_at, seen_at, address, agent)
     select id, $3,
       (select m.id from memberships m where m.person_id = $1 order by m.used_at desc nulls last, m.id limit 1),
       'password', $4, $4, $4, $6, $7
     from unchanged
     where not $9::boolean or exists (select 1 from memberships m where m.person_id = $1 and m.till_name is not null)`,
    [
      person.id,
      person.passwordHash,
      token.hash,
      now,
      endedByAge(now, isTill),
      device.address,
      device.agent.slice(0, longestAgent),
      (isTill ? mostTillSessions : mostSessions) - 1,
      isTill,
    ],
  );
  return rowCount === 1 ? cookieOf(person.id, token) : null;
}
