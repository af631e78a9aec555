/** Reads the new mails of a mailbox, one process at a time, from the stored position. Returns their number. */
import type { Clock } from '../time/clock.ts';
import type { Database, Sql, Tx } from '../database/database.ts';
import { claimsOf, newClaimId } from '../process/lease-owner.ts';
import { mailboxFolder, MailboxLost, visitMailbox, type ArrivedMail, type MailVerdict } from './mailbox.ts';
import type { MailReason } from './arriving/mail-reasons.ts';

export interface MailboxReader {
  db: Database;
  clock: Clock;
  /** Purpose of the mailbox, because two mailboxes may have folders of the same name. */
  purpose: 'codes' | 'bounces';
  url: string;
  maxMails: number;
  /** Processes one mail; `keepPlace` goes into the transaction that writes the result. */
  onMail(mail: ArrivedMail, keepPlace: KeepPlace): Promise<MailVerdict>;
  /** Skips a mail whose processing failed too often, without reading it again. */
  onBroken(mail: ArrivedMail, reason: MailReason, keepPlace: KeepPlace): Promise<MailVerdict>;
}

export type KeepPlace = (tx: Tx) => Promise<void>;

/** A mail that crashed the process is tried once more, then never again. */
const maxTries = 2;

/** After this time another process may begin a visit. */
const leaseSeconds = 15 * 60;

export async function readNewMails(reader: MailboxReader): Promise<number> {
  const { db, clock, url, maxMails } = reader;
  const place = `${reader.purpose}:${mailboxFolder(url)}`;
  const claimId = newClaimId();
  if (!(await lease(reader, place, claimId))) return 0;
  try {
    return await visitMailbox({
      url,
      now: () => clock.now(),
      maxMails,
      lastUidOf: (uidValidity) => lastUidOf(db, place, uidValidity),
      onMail: (mail) => tryMail(reader, place, mail),
    });
  } finally {
    await db.query(`update mailbox_folders set leased_until = null where name = $1 and claim_id = $2`, [
      place,
      claimId,
    ]);
  }
}

/** The visit of a dead process is over. */
export async function endVisitsOf(db: Sql, owner: string): Promise<number> {
  const { rowCount } = await db.query(
    `update mailbox_folders set leased_until = null where leased_until is not null and claim_id between $1 and $2`,
    claimsOf(owner),
  );
  return rowCount ?? 0;
}

/** The attempt is counted before reading, because reading may crash the process. */
async function tryMail(reader: MailboxReader, place: string, mail: ArrivedMail): Promise<MailVerdict> {
  const { db } = reader;
  const keep: KeepPlace = (tx) => keepPlace(tx, place, mail);
  const tries = await noteTry(db, place, mail);
  if (tries > maxTries) return reader.onBroken(mail, { is: 'broke-off', tries: maxTries }, keep);
  try {
    const verdict = await reader.onMail(mail, keep);
    if (verdict === 'later') await forgetTry(db, place);
    return verdict;
  } catch (problem) {
    if (problem instanceof MailboxLost) await forgetTry(db, place);
    throw problem;
  }
}

async function noteTry(db: Database, place: string, { uidValidity, uid }: ArrivedMail): Promise<number> {
  const { rows } = await db.query<{ tries: number }>(
    `update mailbox_folders
     set tried_mail = $2, tries = case when tried_mail = $2 then tries + 1 else 1 end
     where name = $1 returning tries`,
    [place, `${uidValidity}:${uid}`],
  );
  return rows[0]?.tries ?? 1;
}

async function forgetTry(db: Database, place: string): Promise<void> {
  await db.query(`update mailbox_folders set tries = greatest(tries - 1, 0) where name = $1`, [place]);
}

async function lease({ db, clock }: MailboxReader, place: string, claimId: string): Promise<boolean> {
  const now = clock.now();
  const { rowCount } = await db.query(
    `insert into mailbox_folders as known (name, uid_validity, last_uid, leased_until, claim_id) values ($1, '', 0, $2, $4)
     on conflict (name) do update set leased_until = excluded.leased_until, claim_id = excluded.claim_id
       where known.leased_until is null or known.leased_until <= $3`,
    [place, new Date(now.getTime() + leaseSeconds * 1000), now, claimId],
  );
  return rowCount === 1;
}

/** The position where reading continues; the beginning if the server has renumbered its mails. */
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
