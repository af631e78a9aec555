import type { Sql } from '../../platform/database/database.ts';
import { supplierOfSender } from './senders.ts';

/**
 * Erases from whom and about what mails came to the suppliers' mailbox from an address that is no supplier's; that they were
 * read stays on record.
 */
export async function eraseSenders(db: Sql, mail: string): Promise<number> {
  if ((await supplierOfSender(db, mail)) !== 'unknown') return 0;
  const { rowCount } = await db.query(`update mails set sender = '', subject = '' where lower(sender) = $1`, [
    mail,
  ]);
  return rowCount ?? 0;
}

export async function mailSenders(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ sender: string }>(
    `select distinct lower(sender) as sender from mails where sender <> ''`,
  );
  return rows.map(({ sender }) => sender);
}
