/** Settings of mail, sent and received. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { integer, text, type Environment } from './environment.ts';
import { isLoopbackName } from '../network/loopback.ts';
import { StartProblem } from '../process/start-problem.ts';

export interface SenderCheckSettings {
  /** The name that the receiving server uses in Authentication-Results; empty: none is trusted. */
  authservId: string;
  /** Name servers to ask, as `192.0.2.1` or `192.0.2.1:5353`; default: the system's. */
  dnsServers: string[];
}

/** How letters are sent. */
export interface SmtpSettings {
  /** Empty: no mail server, every letter fails. */
  url: string;
  /** `Name <address>`. */
  from: string;
  /** `required`: no letter is sent unencrypted. `opportunistic`: encrypted if the server supports it. */
  tls: 'required' | 'opportunistic';
  /** Certificate authorities of the mail server (PEM); null: the system's. */
  authorities: string | null;
  dkim: DkimSettings | null;
  /** Address for bounces, with a mark added per letter; empty: the sender. */
  bounceAddress: string;
}

export interface DkimSettings {
  domain: string;
  selector: string;
  key: KeyObject;
}

export interface MailSettings {
  smtp: SmtpSettings;
  /** The mailbox for suppliers' answers and codes. Empty url: none is read. */
  mailbox: {
    url: string;
    address: string;
    /** Beside the folder that is read: mails that are dealt with. Empty: they stay, as in the demo's mailbox, which has one folder. */
    doneFolder: string;
    /** How long mails are kept after they arrived. */
    keepDays: number;
  } & SenderCheckSettings;
  /** The mailbox for bounces. Empty url: none is read. */
  bounceMailbox: { url: string };
}

export function readMailSettings(env: Environment, production: boolean): MailSettings {
  const mailbox = mailboxUrl(env, production, 'FACEVALUE_IMAP_URL');
  const bounces = mailboxUrl(env, production, 'FACEVALUE_BOUNCE_IMAP_URL');
  if (bounces !== '' && folderOf(bounces) === folderOf(mailbox)) {
    throw new StartProblem(
      'FACEVALUE_BOUNCE_IMAP_URL must name another mailbox, or another folder, than FACEVALUE_IMAP_URL.',
    );
  }
  const bounceAddress = readBounceAddress(env);
  if (bounces !== '' && bounceAddress === '') {
    throw new StartProblem(
      'FACEVALUE_BOUNCE_ADDRESS must be set where FACEVALUE_BOUNCE_IMAP_URL is: it is the address of that mailbox.',
    );
  }
  const from = readFrom(env);
  return {
    smtp: { ...readSmtp(env), from, dkim: readDkim(env, from), bounceAddress },
    mailbox: {
      url: mailbox,
      address: text(env, 'FACEVALUE_MAILBOX_ADDRESS', ''),
      doneFolder: readDoneFolder(env, [mailbox, bounces]),
      keepDays: integer(env, 'FACEVALUE_MAILBOX_KEEP_DAYS', 14, 1, 3650),
      authservId: text(env, 'FACEVALUE_MAIL_AUTHSERV_ID', ''),
      dnsServers: readDnsServers(env),
    },
    bounceMailbox: { url: bounces },
  };
}

/** The domain of `Name <address>`. */
export const mailDomain = (from: string): string =>
  /@([^\s@<>]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'facevalue.invalid';

function readFrom(env: Environment): string {
  const from = text(env, 'FACEVALUE_MAIL_FROM', 'Facevalue <certificates@facevalue.example>');
  if (!/^[^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/u.test(from)) {
    throw new StartProblem('FACEVALUE_MAIL_FROM must look like Gifts <certificates@shop.example>.');
  }
  return from;
}

function readSmtp(env: Environment): Pick<SmtpSettings, 'url' | 'tls' | 'authorities'> {
  const name = 'FACEVALUE_SMTP_URL';
  const url = text(env, name, '');
  if (url !== '' && (!URL.canParse(url) || !/^smtps?:\/\/[^/?#]+\/?$/.test(url))) {
    throw new StartProblem(
      `${name} must look like smtps://user:secret@smtp.example:465 or smtp://user:secret@smtp.example:587.`,
    );
  }
  return {
    url,
    tls: readTlsPolicy(env, url),
    authorities: readFile(env, 'FACEVALUE_SMTP_CA_FILE', 'certificates in PEM'),
  };
}

/** Links in letters are as good as money, so letters leave this machine unencrypted only if the operator allows it. */
function readTlsPolicy(env: Environment, url: string): SmtpSettings['tls'] {
  const name = 'FACEVALUE_SMTP_TLS';
  const local = url === '' || isLoopbackName(new URL(url).hostname);
  const policy = text(env, name, local ? 'opportunistic' : 'required');
  if (policy !== 'required' && policy !== 'opportunistic') {
    throw new StartProblem(`${name} must be required or opportunistic.`);
  }
  if (policy === 'opportunistic' && !local && url.startsWith('smtp:') && new URL(url).username !== '') {
    throw new StartProblem(
      `${name} must be required where FACEVALUE_SMTP_URL holds a password: it would be sent unencrypted.`,
    );
  }
  return policy;
}

const leastDkimBits = 1024;

function readDkim(env: Environment, from: string): DkimSettings | null {
  const names = ['FACEVALUE_DKIM_DOMAIN', 'FACEVALUE_DKIM_SELECTOR', 'FACEVALUE_DKIM_KEY_FILE'] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return null;
  const [unset] = missing;
  if (unset !== undefined)
    throw new StartProblem(`${unset} must be set to sign letters (DKIM), or none of ${names.join(', ')}.`);
  const [domain, selector] = [text(env, names[0], '').toLowerCase(), text(env, names[1], '').toLowerCase()];
  const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';
  if (!new RegExp(`^${label}(\\.${label})+$`).test(domain)) {
    throw new StartProblem(`${names[0]} must be a domain, for instance shop.example.`);
  }
  if (!new RegExp(`^${label}(\\.${label})*$`).test(selector)) {
    throw new StartProblem(
      `${names[1]} must be a name of letters, digits and hyphens, for instance gifts2026.`,
    );
  }
  if (!`.${mailDomain(from)}`.endsWith(`.${domain}`)) {
    throw new StartProblem(
      `${names[0]} must be the domain of FACEVALUE_MAIL_FROM (${mailDomain(from)}) or one above it: no other signature counts for DMARC.`,
    );
  }
  return { domain, selector, key: readDkimKey(env, names[2]) };
}

function readDkimKey(env: Environment, name: string): KeyObject {
  const wrong = (why: string): StartProblem =>
    new StartProblem(`${name}: ${why} (openssl genrsa -out dkim.pem 2048 makes a key).`);
  const pem = readFile(env, name, 'an RSA key in PEM') ?? '';
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw wrong('the file holds no private key in PEM without a password');
  }
  if (key.asymmetricKeyType !== 'rsa') throw wrong('the key must be an RSA key');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < leastDkimBits) {
    throw wrong(`the key must have ${leastDkimBits} bits at least`);
  }
  return key;
}

function readFile(env: Environment, name: string, holds: string): string | null {
  const path = text(env, name, '');
  if (path === '') return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (problem) {
    const { code = 'unreadable' } = problem as NodeJS.ErrnoException;
    throw new StartProblem(`${name} must be a file with ${holds}, but ${path} can't be read (${code}).`);
  }
}

/** A mark has 45 of the 64 characters of a local part. */
const longestBounceName = 18;

function readBounceAddress(env: Environment): string {
  const name = 'FACEVALUE_BOUNCE_ADDRESS';
  const address = text(env, name, '');
  const [mailbox = '', domain = '', ...rest] = address.split('@');
  const plain = /^[a-z0-9_.-]+$/i.test(mailbox) && /^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(domain);
  if (address !== '' && (!plain || rest.length > 0 || mailbox.length > longestBounceName)) {
    throw new StartProblem(
      `${name} must be a plain address like bounces@shop.example, of ${longestBounceName} characters before the @ at most.`,
    );
  }
  return address;
}

/**
 * A password and codes go over this connection: production requires encryption, except to a server on the same machine.
 */
function mailboxUrl(env: Environment, production: boolean, name: string): string {
  const value = text(env, name, '');
  if (value === '') return '';
  if (!URL.canParse(value) || !/^imaps?:/.test(value)) {
    throw new StartProblem(`${name} must look like imaps://user:secret@imap.example:993/INBOX.`);
  }
  if (production && value.startsWith('imap:') && !isLoopbackName(new URL(value).hostname)) {
    throw new StartProblem(`${name} must begin with imaps:// in production.`);
  }
  return value;
}

/** Its mails are deleted after a while, so it must not be one of the folders that are read. */
function readDoneFolder(env: Environment, urls: string[]): string {
  const name = 'FACEVALUE_MAILBOX_DONE_FOLDER';
  const folder = text(env, name, 'Facevalue');
  const isRead = urls.some((url) => url !== '' && folderOf(url).endsWith(`/${folder}`));
  if (folder.toUpperCase() === 'INBOX' || isRead)
    throw new StartProblem(`${name} must be a folder of its own: mails in it are deleted in time.`);
  return folder;
}

/** The same mailbox and folder, regardless of the password. */
function folderOf(url: string): string {
  if (url === '') return '';
  const { host, username, pathname } = new URL(url);
  return `${username}@${host}${pathname === '' || pathname === '/' ? '/INBOX' : pathname}`;
}

function readDnsServers(env: Environment): string[] {
  const name = 'FACEVALUE_DNS_SERVERS';
  const servers = text(env, name, '')
    .split(',')
    .map((server) => server.trim())
    .filter((server) => server !== '');
  const wrong = servers.find((server) => isIP(server.replace(/:\d{1,5}$|^\[|\](?::\d{1,5})?$/g, '')) === 0);
  if (wrong !== undefined)
    throw new StartProblem(
      `${name} must be IP addresses by commas, for instance 192.0.2.1 or 192.0.2.1:5353.`,
    );
  return servers;
}
