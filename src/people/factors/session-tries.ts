/** Runs a judgement within the session's tries. What it answers `wrong` for the fifth time ends the session. */
import type { Sql } from '../../platform/database/database.ts';
import { endSession } from '../sessions/end-sessions.ts';
import type { Session } from '../sessions/session.ts';

/** Wrong codes, whatever for, until a session is over and the password is asked for again. */
const mostWrongTries = 5;

/** Takes one of a session's tries before it is judged; null when none is left, and the session with it. */
async function takeTry(
  db: Sql,
  session: Pick<Session, 'personId' | 'tokenHash'>,
): Promise<{ isLast: boolean } | null> {
  const { rows } = await db.query<{ tries: number }>(
    `update sessions set wrong_tries = wrong_tries + 1
     where person_id = $1 and token_hash = $2 and wrong_tries < $3 returning wrong_tries as tries`,
    [session.personId, session.tokenHash, mostWrongTries],
  );
  const [taken] = rows;
  if (taken === undefined) {
    await endSession(db, session);
    return null;
  }
  return { isLast: taken.tries >= mostWrongTries };
}

/** The session is over, by this wrong try or before it. */
export interface Ended {
  is: 'ended';
  judged: boolean;
}

export async function withinTries<Verdict extends { is: string }>(
  db: Sql,
  session: Pick<Session, 'personId' | 'tokenHash'>,
  judge: () => Promise<Verdict>,
): Promise<Verdict | Ended> {
  const taken = await takeTry(db, session);
  if (taken === null) return { is: 'ended', judged: false };
  const verdict = await judge();
  if (verdict.is !== 'wrong' || !taken.isLast) return verdict;
  await endSession(db, session);
  return { is: 'ended', judged: true };
}
