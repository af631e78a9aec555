import type { Sql } from '../../platform/database/database.ts';

/** Erases the rows of mails that came to the bounce address from this sender; the mails themselves are in the mailbox. */
export async function eraseSetAside(db: Sql, mail: string): Promise<number> {
  const { rowCount } = await db.query(`delete from bounce_mails_set_aside where lower(sender) = $1`, [mail]);
  return rowCount ?? 0;
}

/** Erases rows of before a moment, the oldest first and at most `most`; returns their number. */
export async function eraseOldSetAside(db: Sql, before: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from bounce_mails_set_aside where id in (
       select id from (select id, set_aside_at from bounce_mails_set_aside order by id limit $2) oldest
       where set_aside_at < $1)`,
    [before, most],
  );
  return rowCount ?? 0;
}

/** The senders of all mails that were set aside, in lower case. */
export async function setAsideSenders(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ sender: string }>(
    `select distinct lower(sender) as sender from bounce_mails_set_aside`,
  );
  return rows.map(({ sender }) => sender);
}
