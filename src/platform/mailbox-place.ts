import type { Clock } from './clock.ts';
import type { Database, Tx } from './database.ts';
import { mailboxFolder, visitMailbox, type ArrivedMail, type MailVerdict } from './mailbox.ts';

export interface MailboxReader {
  db: Database;
  clock: Clock;
  /** What the mailbox is for: two mailboxes may have folders of one name. */
  purpose: 'codes' | 'bounces';
  url: string;
  maxMails: number;
  maxMailBytes: number;
  /** Deals with one mail; `keepPlace` goes into the transaction that writes what came of it. */
  onMail(mail: ArrivedMail, keepPlace: (tx: Tx) => Promise<void>): Promise<MailVerdict>;
}

/** A visit that takes longer is taken for dead, and another process may begin one. */
const leaseSeconds = 15 * 60;

/** Reads what is new in a mailbox, one process at a time, from where reading was left. Answers how many mails. */
export async function readNewMails(reader: MailboxReader): Promise<number> {
  const { db, clock, url, maxMails, maxMailBytes } = reader;
  const place = `${reader.purpose}:${mailboxFolder(url)}`;
  if (!(await lease(reader, place))) return 0;
  try {
    return await visitMailbox({
      url,
      now: () => clock.now(),
      maxMails,
      maxMailBytes,
      lastUidOf: (uidValidity) => lastUidOf(db, place, uidValidity),
      onMail: (mail) => reader.onMail(mail, (tx) => keepPlace(tx, place, mail)),
    });
  } finally {
    await db.query(`update mailbox_folders set leased_until = null where name = $1`, [place]);
  }
}

async function lease({ db, clock }: MailboxReader, place: string): Promise<boolean> {
  const now = clock.now();
  const { rowCount } = await db.query(
    `insert into mailbox_folders as known (name, uid_validity, last_uid, leased_until) values ($1, '', 0, $2)
     on conflict (name) do update set leased_until = excluded.leased_until
       where known.leased_until is null or known.leased_until <= $3`,
    [place, new Date(now.getTime() + leaseSeconds * 1000), now],
  );
  return rowCount === 1;
}

/** Where reading goes on; from the beginning when the server has numbered its mails anew. */
async function lastUidOf(db: Database, place: string, uidValidity: string): Promise<number> {
  const { rows } = await db.query<{ last_uid: number }>(
    `select last_uid from mailbox_folders where name = $1 and uid_validity = $2`,
    [place, uidValidity],
  );
  return rows[0]?.last_uid ?? 0;
}

async function keepPlace(tx: Tx, place: string, { uidValidity, uid }: ArrivedMail): Promise<void> {
  await tx.query(`update mailbox_folders set uid_validity = $2, last_uid = $3 where name = $1`, [
    place,
    uidValidity,
    uid,
  ]);
}
