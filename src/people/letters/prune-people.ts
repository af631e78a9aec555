/** Deletes sessions that are over, letters, requests and alarms that nobody needs any more, and the files of acts that nobody approved. */
import { pruneLetters } from '../../messaging/outbox/prune-letters.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { keptMinutes } from '../sessions/kept-forms.ts';
import { endedByAge } from '../sessions/session.ts';
import { givenBackDays } from '../team/removed-members.ts';

const idleMs = 600_000;
const rowsInRound = 1000;
/** How long requests for a new password and sent letters are kept. */
const keptDays = 30;
/** Invitations show for good what became of their letters. */
const prunedLetters = ['asked-again', 'recovery', 'sign-in-changed', 'access'] as const;

export const createPeoplePruner = ({ db, clock }: { db: Sql; clock: Clock }): Worker => ({
  name: 'prune-people',
  idleMs,
  async round() {
    const now = clock.now();
    const old = new Date(now.getTime() - keptDays * 86_400_000);
    let deleted = await pruneLetters(db, prunedLetters, old, rowsInRound);
    for (const [statement, before] of [
      [
        `delete from sessions where (person_id, token_hash) in (
           select person_id, token_hash from sessions where began_at <= $1 limit $2)`,
        // Those of tills last longest.
        endedByAge(now, true),
      ],
      [
        `delete from kept_forms where (person_id, id) in (
           select person_id, id from kept_forms where kept_at <= $1 limit $2)`,
        new Date(now.getTime() - keptMinutes * 60_000),
      ],
      [
        `delete from recoveries where id in (select id from recoveries where asked_at < $1 order by id limit $2)`,
        old,
      ],
      [
        `delete from guessed_accounts where (person_id, supplier_id, till_user_id, network, ends_at) in (
           select person_id, supplier_id, till_user_id, network, ends_at from guessed_accounts where at < $1
           order by at limit $2)`,
        old,
      ],
      [
        `delete from removed_members where (side, party_id, person_id) in (
           select side, party_id, person_id from removed_members where removed_at <= $1 order by removed_at limit $2)`,
        new Date(now.getTime() - givenBackDays * 86_400_000),
      ],
      [
        `update approvals set attachment = null where (side, party_id, id) in (
           select side, party_id, id from approvals
           where state = 'open' and expires_at <= $1 and attachment is not null limit $2)`,
        now,
      ],
    ] as const) {
      deleted += (await db.query(statement, [before, rowsInRound])).rowCount ?? 0;
    }
    return deleted;
  },
  drain: () => Promise.resolve(),
});
