import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';

/** A letter as received by the server. */
export interface Arrival {
  raw: Buffer;
  /** The envelope sender. */
  from: string;
  to: string[];
  encrypted: boolean;
  /** The user that signed in; empty if none. */
  user: string;
  /** The reports it was asked for (RFC 3461); null if none. */
  dsn: { envid: string | null; ret: string | null; notify: string[]; orcpt: string } | null;
}

export interface MailSink {
  url: string;
  letters: ParsedMail[];
  arrivals: Arrival[];
  /** How many connections were opened. */
  connections(): number;
  /** Answers this SMTP code to the next letters; 0 accepts them again. */
  refuseWith(code: number): void;
  close(): Promise<void>;
}

export interface SinkTraits {
  /** `none`: it offers no encryption. `starttls`: on request. `smtps`: from the first byte. */
  tls?: 'none' | 'starttls' | 'smtps';
  /** It accepts letters only with this login. */
  login?: { user: string; secret: string };
  /** It does not offer SMTPUTF8 (RFC 6531). */
  asciiOnly?: boolean;
  /** Has the whole letter, and answers once this has ended. */
  beforeAnswer?: (arrival: Arrival) => Promise<void>;
}

export const sinkIdentityFile = join(import.meta.dirname, 'mail-server.pem');
/** The key and the certificate of the tests' servers. */
export const sinkIdentity = readFileSync(sinkIdentityFile, 'utf8');
/** The certificate authority of the tests' servers. */
export const sinkAuthority = sinkIdentity.slice(0, sinkIdentity.indexOf('-----BEGIN PRIVATE KEY'));

/** A real SMTP server on the loopback that stores what it receives. */
export async function mailSink({
  tls = 'none',
  login,
  asciiOnly = false,
  beforeAnswer,
}: SinkTraits = {}): Promise<MailSink> {
  const letters: ParsedMail[] = [];
  const arrivals: Arrival[] = [];
  let refusal = 0;
  let connections = 0;

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const raw = await readAll(stream);
    if (refusal !== 0) throw Object.assign(new Error('refused by the test'), { responseCode: refusal });
    letters.push(await simpleParser(raw, { skipTextToHtml: true }));
    const arrival = arrivalOf(raw, session);
    arrivals.push(arrival);
    await beforeAnswer?.(arrival);
  }

  const options: SMTPServerOptions = {
    secure: tls === 'smtps',
    key: sinkIdentity,
    cert: sinkIdentity,
    authOptional: login === undefined,
    // The server accepts passwords without encryption: the platform must not send them.
    allowInsecureAuth: true,
    disabledCommands: tls === 'none' ? ['STARTTLS'] : [],
    hideDSN: false,
    hideSMTPUTF8: asciiOnly,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (username !== login?.user || password !== login?.secret) return done(new Error('wrong password'));
      return done(null, { user: username });
    },
    onData(stream, session, done) {
      take(stream, session).then(() => done(), done);
    },
  };
  const server = new SMTPServer(options);
  // Some tests are about a client that breaks off its connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const account = login === undefined ? '' : `${login.user}:${encodeURIComponent(login.secret)}@`;
  return {
    url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://${account}127.0.0.1:${port}`,
    letters,
    arrivals,
    connections: () => connections,
    refuseWith: (code) => {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function arrivalOf(raw: Buffer, { envelope, secure, user }: SMTPServerSession): Arrival {
  const { mailFrom, rcptTo, dsn } = envelope;
  const asked = rcptTo[0]?.dsn;
  return {
    raw,
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    encrypted: secure,
    user: user ?? '',
    dsn:
      asked?.notify === undefined
        ? null
        : {
            envid: dsn?.envid ?? null,
            ret: dsn?.ret ?? null,
            notify: asked.notify,
            orcpt: asked.orcpt ?? '',
          },
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
