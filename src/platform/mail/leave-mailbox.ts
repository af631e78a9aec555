/** Takes mails that are dealt with out of a mailbox: into a folder beside it, and after a while out of that. */
import type { ImapFlow } from 'imapflow';
import { mailboxFolder, openMailbox } from './mailbox.ts';

export interface MailPlace {
  uidValidity: string;
  uid: number;
}

export interface Leaving {
  /** Address of the mailbox, with the folder that is read. */
  url: string;
  /** Where mails are moved; made if it is not there. Nothing else may lie in it. */
  folder: string;
  mails: readonly MailPlace[];
  /** Mails in `folder` that came before this moment are deleted. */
  deleteBefore: Date;
}

/** A round deletes no more at once; the next one goes on. */
const maxDeleted = 500;

/**
 * Repeating it after a crash changes nothing: what has been moved is no longer there. Returns how many were deleted; null: the server has no
 * such folder and makes none, so nothing was moved.
 */
export async function leaveMailbox({ url, folder, mails, deleteBefore }: Leaving): Promise<number | null> {
  const client = openMailbox(url);
  try {
    await client.connect();
    // Servers tell in different ways that it is there.
    await client.mailboxCreate(folder).catch(() => {});
    if (!(await isThere(client, folder))) return null;
    await move(client, mailboxFolder(url), folder, mails);
    return await deleteOld(client, folder, deleteBefore);
  } finally {
    client.close();
  }
}

async function isThere(client: ImapFlow, folder: string): Promise<boolean> {
  try {
    (await client.getMailboxLock(folder, { readOnly: true })).release();
    return true;
  } catch (problem) {
    // Any other failure is one of the connection.
    if ((problem as { responseStatus?: string }).responseStatus === 'NO') return false;
    throw problem;
  }
}

/** Mails of an earlier numbering stay: their numbers mean others now. */
async function move(client: ImapFlow, from: string, to: string, mails: readonly MailPlace[]): Promise<void> {
  const lock = await client.getMailboxLock(from);
  try {
    if (client.mailbox === false) return;
    const current = String(client.mailbox.uidValidity);
    const uids = mails.filter(({ uidValidity }) => uidValidity === current).map(({ uid }) => uid);
    if (uids.length > 0) await client.messageMove(uids.join(','), to, { uid: true });
  } finally {
    lock.release();
  }
}

async function deleteOld(client: ImapFlow, folder: string, before: Date): Promise<number> {
  const lock = await client.getMailboxLock(folder);
  try {
    const found = (await client.search({ before }, { uid: true })) || [];
    const uids = found.slice(0, maxDeleted);
    if (uids.length > 0) await client.messageDelete(uids.join(','), { uid: true });
    return uids.length;
  } finally {
    lock.release();
  }
}
