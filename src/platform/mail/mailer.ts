import { createTransport } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { certificateProblemOf } from '../network/certificate-problem.ts';
import type { SmtpSettings } from '../settings/mail-settings.ts';
import { isEmailAddress } from '../values/email-address.ts';
import { endRefusedSoon } from './end-refused.ts';
import {
  createPlaces,
  mailConnections,
  sendWithin,
  tellHandOver,
  timedOut,
  usualLetterLimits,
  type LetterLimits,
} from './letter-limits.ts';
import { needsSmtpUtf8, offersSmtpUtf8 } from './smtp-utf8.ts';
import { sendReasons, type SendReason } from './send-reasons.ts';

/** Sends letters over SMTP. Never throws because of the mail server. */
export interface Mailer {
  send(letter: OutgoingLetter): Promise<MailOutcome>;
  /** False for a moment after the mail server could not be reached, so that queues pause. */
  isUp(): boolean;
  close(): Promise<void>;
}

export interface OutgoingLetter {
  /** `Name <address>`. */
  from: string;
  /** One plain address. */
  to: string;
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  attachments?: Attachment[];
  /** Without the angle brackets; the same for every attempt, so that a repeat can be recognised. */
  messageId: string;
  /** Added to the return address, so that reports identify the letter. */
  bounceMark?: string;
  headers?: Record<string, string>;
}

/** Marks the letter as automatic, so that it gets no out-of-office answers. */
export const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
};

export interface Attachment {
  name: string;
  type: string;
  bytes: Buffer;
  /** Content id for `cid:…` in the letter. */
  contentId?: string;
}

/** `refused` is permanent, `failed` may succeed later. The reason never contains an address or part of the letter. */
export type MailOutcome =
  | { is: 'sent' }
  | { is: 'refused'; reason: SendReason }
  | { is: 'failed'; reason: SendReason };

const connectTimeoutMs = 10_000;
/** How long a connection without a letter stays open. */
const idleTimeoutMs = 30_000;
const lettersPerConnection = 500;
const maxRepeatsOnBrokenConnection = 1;
const restAfterNoConnectionMs = 1000;

export function createMailer(settings: SmtpSettings, limits = usualLetterLimits): Mailer {
  if (settings.url === '') return mailerOfNowhere;
  endRefusedSoon();
  const options = transportOf(settings, limits);
  const transport = createTransport(options);
  tellHandOver(transport);
  const inPlace = createPlaces(limits, (transport.transporter as SMTPPool).options);
  let restsUntilMs = 0;
  return {
    async send(letter) {
      if (!isEmailAddress(letter.to)) return { is: 'refused', reason: { is: 'no-address' } };
      try {
        if (needsSmtpUtf8(letter.to) && !(await offersSmtpUtf8(options))) return withoutUtf8;
        const message = { ...messageOf(letter), ...reportsOf(settings, letter) };
        await inPlace(() => sendWithin(limits, transport, message));
        return { is: 'sent' };
      } catch (problem) {
        if (isWithoutConnection(problem)) restsUntilMs = performance.now() + restAfterNoConnectionMs;
        return outcomeOf(problem);
      }
    },
    isUp: () => performance.now() >= restsUntilMs,
    async close() {
      transport.close();
    },
  };
}

/** Whether the mail server lets us in as the settings say; no letter is sent. */
export async function probeMailServer(settings: SmtpSettings): Promise<MailOutcome> {
  if (settings.url === '') return nowhere;
  const transport = createTransport(transportOf(settings, usualLetterLimits));
  try {
    await within(connectTimeoutMs, transport.verify());
    return { is: 'sent' };
  } catch (problem) {
    return outcomeOf(problem);
  } finally {
    transport.close();
  }
}

const isSecure = (url: string): boolean => new URL(url).protocol === 'smtps:';

/** What is asked of the mail server's certificate. */
export const tlsOfMail = ({ url, tls, authorities }: Pick<SmtpSettings, 'url' | 'tls' | 'authorities'>) => ({
  // If unencrypted connections are allowed, refusing an unverified encrypted one gains nothing.
  rejectUnauthorized: isSecure(url) || tls === 'required',
  ...(authorities !== null && { ca: authorities }),
});

/** Connections to the mail server, reused for many letters. */
function transportOf(
  { url, tls, authorities, dkim }: SmtpSettings,
  { handOverMs, answerMs }: LetterLimits,
): SMTPPool.Options & { idleTimeout: number } {
  const { hostname, port, username, password } = new URL(url);
  return {
    pool: true,
    host: hostname.replaceAll(/[[\]]/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: isSecure(url),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    requireTLS: tls === 'required',
    tls: tlsOfMail({ url, tls, authorities }),
    ...(dkim !== null && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.key.export({ type: 'pkcs8', format: 'pem' }),
      },
    }),
    maxConnections: mailConnections,
    maxMessages: lettersPerConnection,
    maxRequeues: maxRepeatsOnBrokenConnection,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    idleTimeout: idleTimeoutMs,
    // Silence within a letter has limits of its own.
    socketTimeout: handOverMs + answerMs,
    // Letters consist of the given bytes only; the library must not load files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * The envelope sender contains the delivery mark, so that bounces can be matched. Servers with DSN are asked to report
 * delivery too, and to include the envelope id.
 */
function reportsOf({ bounceAddress }: SmtpSettings, { to, bounceMark }: OutgoingLetter): object {
  if (bounceAddress === '' || bounceMark === undefined) return {};
  return {
    envelope: { from: bounceAddress.replace('@', `+${bounceMark}@`), to },
    dsn: {
      id: bounceMark,
      return: 'headers',
      notify: ['success', 'failure', 'delay'],
      // A non-ASCII recipient would need the format of RFC 6533, which few servers support.
      ...(/^[\x21-\x7e]+$/.test(to) && { recipient: `rfc822;${to}` }),
    },
  };
}

/** What such a server does with the letter is left to chance: it may take it and lose it. */
const withoutUtf8: MailOutcome = {
  is: 'refused',
  reason: { is: 'address-signs' },
};

const nowhere: MailOutcome = { is: 'failed', reason: { is: 'no-server' } };

const mailerOfNowhere: Mailer = {
  send: () => Promise.resolve(nowhere),
  isUp: () => true,
  close: () => Promise.resolve(),
};

/** Line breaks, and characters that change the text direction. */
const notForHeaders = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

function messageOf({ from, to, replyTo, html, text, attachments = [], ...letter }: OutgoingLetter) {
  const { headers = {}, messageId } = letter;
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && isEmailAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
    subject: letter.subject.replaceAll(notForHeaders, ' '),
    html,
    text,
    messageId: `<${messageId}>`,
    headers,
    attachments: attachments.map(({ name, type, bytes, contentId }) => ({
      filename: name,
      contentType: type,
      content: bytes,
      ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
  };
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut()), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

interface SmtpProblem {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  message?: string;
}

/** Only a permanent refusal of the recipient or the letter itself is final; one of our login or sender can be fixed. */
const finalCommands = new Set(['RCPT TO', 'DATA']);

/** The recipient's address has letters that the server does not take (RFC 6531); some say so of the sender's command. */
const noUtf8Status = '5.6.7';

const codesWithoutConnection = new Set(['ECONNECTION', 'EDNS', 'ETLS', 'EAUTH']);

/** No letter could have been sent; a connection that breaks during one says nothing about the next. */
function isWithoutConnection(problem: unknown): boolean {
  const { code = '', command = '' } = problem as SmtpProblem;
  return command === 'CONN' || codesWithoutConnection.has(code);
}

function outcomeOf(problem: unknown): MailOutcome {
  const { code = '', command = '', response = '', responseCode = 0, message = '' } = problem as SmtpProblem;
  const certificate = certificateProblemOf(problem);
  if (certificate !== null) return { is: 'failed', reason: { is: certificate } };
  // For a server without STARTTLS the code alone explains too little.
  if (code === 'ETLS' || (code === 'ESOCKET' && /certificate|altname|SSL|TLS/i.test(message))) {
    return { is: 'failed', reason: { is: 'not-secure' } };
  }
  if (responseCode === 0) return { is: 'failed', reason: { is: reasonsByCode[code] ?? 'failed' } };
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const status = detail === undefined ? responseCode : `${responseCode} ${detail}`;
  const isFinal = finalCommands.has(command) || detail === noUtf8Status;
  return { is: responseCode >= 500 && isFinal ? 'refused' : 'failed', reason: { is: 'answer', status } };
}

const reasonsByCode: Record<string, 'not-reached' | 'timed-out' | 'not-signed-in' | 'no-address'> = {
  ECONNECTION: 'not-reached',
  ESOCKET: 'not-reached',
  EDNS: 'not-reached',
  ETIMEDOUT: 'timed-out',
  EAUTH: 'not-signed-in',
  EENVELOPE: 'no-address',
};

/** The form in which tables keep it. */
export const withDetails = (
  outcome: MailOutcome,
): { is: 'sent' } | { is: 'refused' | 'failed'; details: string } =>
  outcome.is === 'sent' ? outcome : { is: outcome.is, details: sendReasons.text(outcome.reason, 'en') };
