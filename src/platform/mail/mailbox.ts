import { ImapFlow } from 'imapflow';
import { certificateProblemOf, type CertificateProblem } from '../network/certificate-problem.ts';
import { maxHeadBytes } from './arriving/read-head.ts';

/** A mail of the mailbox. */
export interface ArrivedMail {
  uid: number;
  /** Changes when the server renumbers the folder (UIDVALIDITY). */
  uidValidity: string;
  receivedAt: Date;
  /** Size of the whole mail, as reported by the server. */
  bytes: number;
  /** Its first bytes, enough for any accepted header. */
  start: Buffer;
  /** The raw mail, or this much of its beginning. */
  source(maxBytes: number): Promise<Buffer>;
}

/** The connection broke while a mail was fetched; the mail is not the cause. */
export class MailboxLost extends Error {
  override name = 'MailboxLost';
}

/** `later`: this mail and all after it wait for the next visit. */
export type MailVerdict = 'read' | 'unusual' | 'later';

export interface MailboxVisit {
  /** `imaps://user:secret@host:993/INBOX`; `imap:` starts unencrypted and uses STARTTLS if available. */
  url: string;
  now: () => Date;
  maxMails: number;
  /** The UID of the last processed mail. */
  lastUidOf(uidValidity: string): Promise<number>;
  /** Processes one mail; it is flagged as read, or also as unusual, only after that. */
  onMail(mail: ArrivedMail): Promise<MailVerdict>;
}

const usualFolder = 'INBOX';
const connectTimeoutMs = 15_000;
const silenceTimeoutMs = 60_000;
/** Well below the lease of a visit plus the slowest mail. */
const longestVisitMs = 5 * 60_000;

/** The folder in a mailbox URL. */
export const mailboxFolder = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.slice(1)) || usualFolder;

/** Visits a mailbox once over IMAP and processes its new mails, oldest first. Nothing is moved or deleted. */
export async function visitMailbox(visit: MailboxVisit): Promise<number> {
  const client = openMailbox(visit.url);
  try {
    await client.connect();
    const lock = await client.getMailboxLock(mailboxFolder(visit.url));
    try {
      return await readNew(client, visit);
    } finally {
      lock.release();
    }
  } finally {
    client.close();
  }
}

/** A client, not yet connected: IMAP over TLS, or upgraded to it if the server can. */
export function openMailbox(url: string): ImapFlow {
  const { hostname, port, protocol, username, password } = new URL(url);
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  });
  // A broken connection also makes the running command fail, which reports it.
  client.on('error', () => {});
  return client;
}

/** Why a mailbox can't be read; contains no name and no secret. */
export type MailboxProblem = 'sign-in' | 'no-folder' | 'not-reached' | CertificateProblem;

/** Opens the mailbox and its folder, and reads nothing; null: all is well. */
export async function probeMailbox(url: string): Promise<MailboxProblem | null> {
  const client = openMailbox(url);
  try {
    await client.connect();
  } catch (problem) {
    client.close();
    if ((problem as { authenticationFailed?: boolean }).authenticationFailed === true) return 'sign-in';
    return certificateProblemOf(problem) ?? 'not-reached';
  }
  try {
    (await client.getMailboxLock(mailboxFolder(url), { readOnly: true })).release();
    return null;
  } catch {
    return 'no-folder';
  } finally {
    client.close();
  }
}

async function readNew(client: ImapFlow, visit: MailboxVisit): Promise<number> {
  if (client.mailbox === false) return 0;
  const uidValidity = String(client.mailbox.uidValidity);
  const lastUid = await visit.lastUidOf(uidValidity);
  // `n:*` also matches the last mail if its UID is below n.
  const found = (await client.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || [];
  const uids = found
    .filter((uid) => uid > lastUid)
    .toSorted((a, b) => a - b)
    .slice(0, visit.maxMails);
  const visitEnds = performance.now() + longestVisitMs;
  let read = 0;
  for (const uid of uids) {
    if (performance.now() > visitEnds) break;
    const mail = await arrivedMail(client, uid, uidValidity, visit.now());
    if (mail === null) continue;
    const outcome = await visit.onMail(mail);
    if (outcome === 'later') break;
    const flags = outcome === 'read' ? ['\\Seen'] : ['\\Seen', '\\Flagged'];
    await client.messageFlagsAdd(String(uid), flags, { uid: true });
    read += 1;
  }
  return read;
}

/** Fetches only size and first bytes: sender and size are judged before the rest is fetched. */
async function arrivedMail(
  client: ImapFlow,
  uid: number,
  uidValidity: string,
  now: Date,
): Promise<ArrivedMail | null> {
  const asked = { uid: true, size: true, internalDate: true, source: { start: 0, maxLength: maxHeadBytes } };
  const message = await client.fetchOne(String(uid), asked, { uid: true });
  if (!message) return null;
  const date = message.internalDate instanceof Date ? message.internalDate : now;
  return {
    uid,
    uidValidity,
    receivedAt: Number.isNaN(date.getTime()) ? now : date,
    bytes: message.size ?? 0,
    start: message.source ?? Buffer.alloc(0),
    source: (maxBytes) => fetchSource(client, uid, maxBytes),
  };
}

async function fetchSource(client: ImapFlow, uid: number, maxBytes: number): Promise<Buffer> {
  try {
    const asked = { source: { start: 0, maxLength: maxBytes } };
    const message = await client.fetchOne(String(uid), asked, { uid: true });
    if (message && message.source !== undefined) return message.source;
  } catch {
    throw new MailboxLost('The mailbox was lost while a mail was fetched.');
  }
  throw new MailboxLost('The mailbox does not give a mail that it has.');
}
