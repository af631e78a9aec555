import { ImapFlow, type FetchMessageObject } from 'imapflow';

/** A mail of the mailbox. */
export interface ArrivedMail {
  uid: number;
  /** Changes when the server numbers the folder anew. */
  uidValidity: string;
  receivedAt: Date;
  /** The whole mail as it came; null for one that is larger than the visitor wants. */
  source: Buffer | null;
  /** Of the header, as the server read it: for mails without a source. */
  messageId: string;
  sender: string;
  subject: string;
}

/** `later`: this mail and all after it wait for the next visit. */
export type MailVerdict = 'read' | 'unusual' | 'later';

export interface MailboxVisit {
  /** `imaps://user:secret@host:993/INBOX`; `imap:` begins unencrypted and turns to TLS if the server can. */
  url: string;
  now: () => Date;
  maxMails: number;
  maxMailBytes: number;
  /** The last number of the folder that was dealt with. */
  lastUidOf(uidValidity: string): Promise<number>;
  /** Deals with one mail; it is flagged as read, or also as unusual, only after that. */
  onMail(mail: ArrivedMail): Promise<MailVerdict>;
}

const usualFolder = 'INBOX';
const connectTimeoutMs = 15_000;
const silenceTimeoutMs = 60_000;

/** Which folder a mailbox address names. */
export const mailboxFolder = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.slice(1)) || usualFolder;

/** Visits a mailbox once over IMAP: its new mails, the oldest first. Nothing is moved or deleted. */
export async function visitMailbox(visit: MailboxVisit): Promise<number> {
  const { hostname, port, protocol, username, password } = new URL(visit.url);
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
  // What breaks a connection is also thrown by the command that meets it.
  client.on('error', () => {});
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

async function readNew(client: ImapFlow, visit: MailboxVisit): Promise<number> {
  if (client.mailbox === false) return 0;
  const uidValidity = String(client.mailbox.uidValidity);
  const lastUid = await visit.lastUidOf(uidValidity);
  // `n:*` also means the last mail when that lies before n.
  const found = (await client.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || [];
  const uids = found
    .filter((uid) => uid > lastUid)
    .toSorted((a, b) => a - b)
    .slice(0, visit.maxMails);
  let read = 0;
  for (const uid of uids) {
    const head = await client.fetchOne(
      String(uid),
      { uid: true, size: true, internalDate: true, envelope: true },
      { uid: true },
    );
    if (!head) continue;
    const fits = (head.size ?? 0) <= visit.maxMailBytes;
    const body = fits ? await client.fetchOne(String(uid), { source: true }, { uid: true }) : false;
    const source = body ? (body.source ?? null) : null;
    const outcome = await visit.onMail(arrivedMail(head, uidValidity, source, visit.now()));
    if (outcome === 'later') break;
    const flags = outcome === 'read' ? ['\\Seen'] : ['\\Seen', '\\Flagged'];
    await client.messageFlagsAdd(String(uid), flags, { uid: true });
    read += 1;
  }
  return read;
}

function arrivedMail(
  head: FetchMessageObject,
  uidValidity: string,
  source: Buffer | null,
  now: Date,
): ArrivedMail {
  const { internalDate, envelope } = head;
  const date = internalDate instanceof Date ? internalDate : now;
  return {
    uid: head.uid,
    uidValidity,
    receivedAt: Number.isNaN(date.getTime()) ? now : date,
    source,
    messageId: envelope?.messageId ?? '',
    sender: envelope?.from?.[0]?.address ?? '',
    subject: envelope?.subject ?? '',
  };
}
