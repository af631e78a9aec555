/** Ends sessions, and lists those that are open. */
import type { Sql } from '../../platform/database/database.ts';
import { isLive, sessionLimits, type IdleConfig, type Session } from './session.ts';

type Held = Pick<Session, 'personId' | 'tokenHash'>;

export async function endSession(db: Sql, session: Held): Promise<void> {
  await db.query(`delete from sessions where person_id = $1 and token_hash = $2`, [
    session.personId,
    session.tokenHash,
  ]);
}

/** Ends every session of a person, or all but one. */
export async function endSessionsOf(
  db: Sql,
  personId: number,
  except: Buffer | null = null,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from sessions where person_id = $1 and token_hash is distinct from $2`,
    [personId, except],
  );
  return rowCount ?? 0;
}

/** Ends what a person has open as this member. */
export async function endSessionsAs(db: Sql, personId: number, membershipId: number): Promise<void> {
  await db.query(`delete from sessions where person_id = $1 and membership_id = $2`, [
    personId,
    membershipId,
  ]);
}

export interface ListedSession {
  id: number;
  address: string;
  agent: string;
  strength: Session['strength'];
  beganAt: Date;
  seenAt: Date;
  /** The one that asks. */
  isThis: boolean;
}

/** The live sessions of whoever asks, the last used first. */
export async function listSessions(
  { db, config }: { db: Sql; config: IdleConfig },
  session: Held,
  now: Date,
): Promise<ListedSession[]> {
  const { rows } = await db.query<ListedSession>(
    `select s.id, s.address, s.agent, s.strength, s.began_at as "beganAt", s.seen_at as "seenAt",
       s.token_hash = $2 as "isThis"
     from sessions s left join memberships m on m.person_id = s.person_id and m.id = s.membership_id
     where s.person_id = $1 and ${isLive(3)}
     order by s.seen_at desc, s.id desc`,
    [session.personId, session.tokenHash, ...sessionLimits(config, now)],
  );
  return rows;
}

/** Ends one session of the person's own; false where there is none of this number. */
export async function revokeSession(db: Sql, personId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(`delete from sessions where person_id = $1 and id = $2`, [
    personId,
    id,
  ]);
  return rowCount === 1;
}

/** Signs everybody out, also at the tills: who was signed out or lost a right in a lost time would still be in. */
export async function endAllSessions(db: Sql): Promise<number> {
  const { rowCount } = await db.query(`delete from sessions`);
  // Those of former processes.
  const tills = await db.query(`delete from till_sessions`);
  return (rowCount ?? 0) + (tills.rowCount ?? 0);
}
