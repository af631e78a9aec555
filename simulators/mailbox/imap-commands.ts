/** The commands of the demo's IMAP server. */
import { envelopeOf, headerOf } from './envelope.ts';
import { imapString, isNamed, type ImapToken } from './imap-tokens.ts';
import type { KeptMail, MailFolder } from './mail-folder.ts';

export interface Mailbox {
  folder: MailFolder;
  user: string;
  password: string;
}

/** The state of one connection. */
export interface Session {
  mailbox: Mailbox;
  say: (text: string | Buffer) => void;
  signedIn: boolean;
  selected: boolean;
}

export const capabilities = 'IMAP4rev1';
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const offeredFlags = '(\\Seen \\Answered \\Flagged \\Deleted \\Draft)';

/** Executes one command; returns the text of the tagged response. */
export async function carryOut(session: Session, name: string, tokens: ImapToken[]): Promise<string> {
  const { mailbox, say } = session;
  switch (name) {
    case 'CAPABILITY':
      say(`* CAPABILITY ${capabilities}`);
      return 'OK that is all';
    case 'NOOP':
    case 'CHECK':
      return 'OK nothing is new';
    case 'LOGOUT':
      say('* BYE until later');
      return 'OK bye';
    case 'LOGIN':
      session.signedIn = tokens[0] === mailbox.user && tokens[1] === mailbox.password;
      return session.signedIn ? 'OK welcome' : 'NO [AUTHENTICATIONFAILED] wrong user or password';
  }
  if (!session.signedIn) return 'BAD sign in first';
  switch (name) {
    case 'LIST':
    case 'LSUB':
      say(`* ${name} ${tokens[1] === '' ? '(\\Noselect) "/" ""' : '(\\HasNoChildren) "/" INBOX'}`);
      return 'OK that is all';
    case 'SELECT':
    case 'EXAMINE':
      return select(session, tokens[0]);
  }
  return session.selected ? ofFolder(session, name, tokens) : 'BAD select a folder first';
}

function select(session: Session, folder: ImapToken | undefined): string {
  session.selected = typeof folder === 'string' && folder.toUpperCase() === 'INBOX';
  if (!session.selected) return 'NO there is no such folder';
  const { folder: inbox } = session.mailbox;
  const mails = inbox.mails();
  const lastUid = mails.at(-1)?.uid ?? 0;
  for (const line of [
    `${mails.length} EXISTS`,
    '0 RECENT',
    `FLAGS ${offeredFlags}`,
    `OK [PERMANENTFLAGS ${offeredFlags}] kept`,
    `OK [UIDVALIDITY ${inbox.uidValidity}] numbered since then`,
    `OK [UIDNEXT ${lastUid + 1}] comes next`,
  ])
    session.say(`* ${line}`);
  return 'OK [READ-WRITE] selected';
}

function ofFolder(session: Session, name: string, tokens: ImapToken[]): Promise<string> | string {
  const [command, ...rest] = name === 'UID' ? tokens : [name, ...tokens];
  switch (typeof command === 'string' ? command.toUpperCase() : '') {
    case 'CLOSE':
    case 'UNSELECT':
      session.selected = false;
      return 'OK closed';
    case 'SEARCH':
      return search(session, name === 'UID', rest);
    case 'FETCH':
      return fetchMails(session, name === 'UID', rest);
    case 'STORE':
      return store(session, name === 'UID', rest);
    default:
      return 'BAD this server does not know that';
  }
}

/** A mail with its sequence number in the folder, from 1. */
interface Placed {
  place: number;
  mail: KeptMail;
}

function placedMails(session: Session): Placed[] {
  return session.mailbox.folder.mails().map((mail, index) => ({ place: index + 1, mail }));
}

function named(session: Session, byUid: boolean, set: ImapToken | undefined): Placed[] {
  if (typeof set !== 'string') return [];
  const all = placedMails(session);
  const numberOf = ({ place, mail }: Placed): number => (byUid ? mail.uid : place);
  const last = Math.max(0, ...all.map(numberOf));
  return all.filter((one) => isNamed(set, numberOf(one), last));
}

function search(session: Session, byUid: boolean, criteria: ImapToken[]): string {
  let found = placedMails(session);
  const tokens = criteria.map((word) => (typeof word === 'string' ? word.toUpperCase() : ''));
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at] ?? '';
    const flag = /^(UN)?(SEEN|FLAGGED)$/.exec(word);
    if (word === 'UID') {
      at += 1;
      const uids = new Set(named(session, true, tokens[at]).map(({ mail }) => mail.uid));
      found = found.filter(({ mail }) => uids.has(mail.uid));
    } else if (flag !== null) {
      const wanted = `\\${flag[2] === 'SEEN' ? 'Seen' : 'Flagged'}`;
      found = found.filter(({ mail }) => mail.flags.includes(wanted) === (flag[1] === undefined));
    } else if (word !== 'ALL') {
      return 'BAD this server searches by ALL, UID, SEEN and FLAGGED';
    }
  }
  session.say(`* SEARCH ${found.map(({ place, mail }) => (byUid ? mail.uid : place)).join(' ')}`.trimEnd());
  return 'OK searched';
}

async function fetchMails(session: Session, byUid: boolean, [set, what]: ImapToken[]): Promise<string> {
  const asked = [what ?? []].flat().map(String);
  const items = byUid && !asked.some((item) => item.toUpperCase() === 'UID') ? ['UID', ...asked] : asked;
  for (const { place, mail } of named(session, byUid, set)) {
    const parts: Buffer[] = [];
    for (const item of items) {
      const part = await partOf(session, mail, item.toUpperCase());
      if (part === null) return `BAD this server does not tell ${item}`;
      parts.push(part);
    }
    const body = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(' '), part]));
    session.say(Buffer.concat([Buffer.from(`* ${place} FETCH (`), ...body, Buffer.from(')\r\n')]));
  }
  return 'OK fetched';
}

async function partOf({ mailbox }: Session, mail: KeptMail, item: string): Promise<Buffer | null> {
  const { folder } = mailbox;
  const text = (tokens: string): Buffer => Buffer.from(`${item} ${tokens}`, 'latin1');
  switch (item) {
    case 'UID':
      return text(String(mail.uid));
    case 'FLAGS':
      return text(`(${mail.flags.join(' ')})`);
    case 'RFC822.SIZE':
      return text(String(mail.bytes));
    case 'INTERNALDATE':
      return text(imapString(imapDate(mail.at)));
    case 'ENVELOPE':
      return text(await envelopeOf(await folder.read(mail.uid)));
  }
  const section = /^BODY(\.PEEK)?\[(HEADER)?\](?:<(\d+)\.(\d+)>)?$/.exec(item);
  if (section === null) return null;
  if (section[1] === undefined) await folder.addFlags(mail.uid, ['\\Seen']);
  const source = await folder.read(mail.uid);
  const whole = section[2] === undefined ? source : headerOf(source);
  const [from, count] = [Number(section[3] ?? 0), Number(section[4] ?? whole.length)];
  const bytes = whole.subarray(from, from + count);
  const place = section[3] === undefined ? '' : `<${from}>`;
  return Buffer.concat([Buffer.from(`BODY[${section[2] ?? ''}]${place} {${bytes.length}}\r\n`), bytes]);
}

/** `21-Nov-2026 09:00:00 +0000`. */
function imapDate(at: Date): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}-${months[Number(month) - 1]}-${year} ${time.slice(0, 8)} +0000`;
}

async function store(session: Session, byUid: boolean, [set, how, what]: ImapToken[]): Promise<string> {
  const silent = /^\+FLAGS(\.SILENT)?$/i.exec(String(how));
  if (silent === null) return 'BAD this server only adds flags';
  const flags = [what ?? []].flat().map(String);
  for (const { place, mail } of named(session, byUid, set)) {
    await session.mailbox.folder.addFlags(mail.uid, flags);
    if (silent[1] !== undefined) continue;
    session.say(`* ${place} FETCH (${byUid ? `UID ${mail.uid} ` : ''}FLAGS (${mail.flags.join(' ')}))`);
  }
  return 'OK kept';
}
