/** The worker that takes mails with codes out of the mailbox, where they lie in plain text, once they are dealt with. */
import type { Context } from '../../context.ts';
import type { Sql } from '../../platform/database/database.ts';
import { leaveMailbox, type MailPlace } from '../../platform/mail/leave-mailbox.ts';
import type { Worker } from '../../platform/process/loop.ts';

const idleMs = 10 * 60_000;
const mailsAtOnce = 200;
const dayMs = 24 * 60 * 60_000;

type ClearingContext = Pick<Context, 'config' | 'db' | 'clock' | 'log'>;

/**
 * Moves mails whose drafts are loaded or rejected, and replies that were understood, into the folder of mails that are dealt with, deletes
 * them there some days after they came, and the sealed files of rejected drafts with them.
 */
export function createMailboxClearer({ config, db, clock, log }: ClearingContext): Worker {
  const { url, doneFolder, keepDays } = config.mailbox;

  async function round(): Promise<number> {
    if (url === '' || doneFolder === '') return 0;
    const deleteBefore = new Date(clock.now().getTime() - keepDays * dayMs);
    const mails = await findDealtWith(db);
    const deleted = await leaveMailbox({ url, folder: doneFolder, mails, deleteBefore });
    if (deleted === null) {
      log.warn({ folder: doneFolder }, 'the mailbox has no folder for mails that are dealt with');
      return 0;
    }
    await db.query(`update mails set uid = null, uid_validity = null where id = any($1::bigint[])`, [
      mails.map(({ mailId }) => mailId),
    ]);
    await db.query(
      `update pool_drafts set sealed_file = null
       where state = 'rejected' and sealed_file is not null and decided_at < $1`,
      [deleteBefore],
    );
    // A full round is followed by the next at once.
    return mails.length === mailsAtOnce ? mails.length + deleted : 0;
  }

  return { name: 'clear-mailbox', idleMs, round, drain: () => Promise.resolve() };
}

/** A mail that a person has yet to look at stays: one of its files waits or was refused, or its reply was not understood. */
async function findDealtWith(db: Sql): Promise<(MailPlace & { mailId: number })[]> {
  const { rows } = await db.query<MailPlace & { mailId: number }>(
    `select m.id as "mailId", m.uid, m.uid_validity as "uidValidity" from mails m
     where m.uid is not null and not exists (
       select from mail_decisions d left join pool_drafts p on p.supplier_id = d.supplier_id and p.id = d.draft_id
       where d.mail_id = m.id
         and (d.decision = 'unclear' or (d.decision = 'refused' and d.draft_id is null) or p.state = 'waiting'))
     order by m.id limit $1`,
    [mailsAtOnce],
  );
  return rows;
}

/** Mails of suppliers that have waited for a person longer than others are kept. */
export async function countLeft(db: Sql, before: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) from mails where uid is not null and received_at < $1`,
    [before],
  );
  return rows[0]?.count ?? 0;
}
