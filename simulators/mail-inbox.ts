/** The demo's mail server: accepts every letter and keeps the newest ones as .eml files in a folder. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import type { SMTPServerDataStream } from 'smtp-server';
import type * as MailServer from 'smtp-server';
import type { Clock } from '../src/platform/time/clock.ts';
import type { LostLetter } from './returned-letter.ts';

/** Installed for the demo alone. */
const { SMTPServer } = createRequire(new URL('../packages/demo/package.json', import.meta.url))(
  'smtp-server',
) as typeof MailServer;

export interface MailInbox {
  /** For FACEVALUE_SMTP_URL. */
  url: string;
  count(): number;
  /** Newest letters first. */
  newest(limit: number): Promise<LetterLine[]>;
  read(id: string): Promise<ParsedMail | null>;
  close(): Promise<void>;
}

export interface LetterLine {
  id: string;
  at: Date;
  subject: string;
  to: string;
}

export interface MailInboxOptions {
  folder: string;
  /** Letters to this address go to a separate mailbox and not into the inbox. */
  mailbox?: { address: string; keep: (source: Buffer) => Promise<unknown> };
  /** Accepts letters to recipients whose name begins with `lost`; they bounce later. */
  onLost?: (letter: LostLetter) => Promise<unknown>;
  clock: Clock;
  /** 0: any free port. */
  port?: number;
}

const maxLetters = 1000;
/** More than the platform reads, so that it has to refuse mail that is too large. */
const maxLetterBytes = 64_000_000;
const letterId = /^\d{15}-\d{6}$/;

/** Recipients with these prefixes are refused, to try out the platform's reaction. */
const refusals: { begins: string; code: number; text: string }[] = [
  { begins: 'bounce', code: 550, text: '5.1.1 No such mailbox' },
  { begins: 'later', code: 451, text: '4.2.0 Try again later' },
];

const lostName = 'lost';

export async function startMailInbox({
  folder,
  mailbox,
  onLost,
  clock,
  port = 0,
}: MailInboxOptions): Promise<MailInbox> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ids = (await readdir(folder))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .filter((id) => letterId.test(id))
    .toSorted();
  const lines = new Map<string, LetterLine>();
  const fileOf = (id: string): string => join(folder, `${id}.eml`);
  // Continues from one run to the next: several letters may arrive within one clock tick.
  let kept = Math.max(0, ...ids.map((id) => Number(id.split('-')[1])));

  async function keep(bytes: Buffer): Promise<void> {
    kept += 1;
    const id = `${String(clock.now().getTime()).padStart(15, '0')}-${String(kept).padStart(6, '0')}`;
    await writeFile(`${fileOf(id)}.part`, bytes, { mode: 0o600 });
    await rename(`${fileOf(id)}.part`, fileOf(id));
    ids.push(id);
    ids.sort();
    for (const old of ids.splice(0, Math.max(0, ids.length - maxLetters))) {
      lines.delete(old);
      await rm(fileOf(old), { force: true });
    }
  }

  async function read(id: string): Promise<ParsedMail | null> {
    if (!ids.includes(id)) return null;
    const bytes = await readFile(fileOf(id)).catch(() => null);
    return bytes === null ? null : simpleParser(bytes);
  }

  async function lineOf(id: string): Promise<LetterLine> {
    const known = lines.get(id);
    if (known !== undefined) return known;
    const letter = await read(id);
    const at = new Date(Number(id.split('-')[0]));
    const line = { id, at, subject: letter?.subject ?? '', to: addressesOf(letter?.to) };
    lines.set(id, line);
    return line;
  }

  async function deliver(bytes: Buffer, from: string, recipients: string[]): Promise<void> {
    const lost = recipients.find((address) => address.startsWith(lostName));
    if (onLost !== undefined && lost !== undefined) {
      await onLost({ from, recipient: lost, source: bytes });
      return;
    }
    const isBox = (address: string): boolean => address.toLowerCase() === mailbox?.address.toLowerCase();
    if (recipients.some(isBox)) await mailbox?.keep(bytes);
    if (!recipients.every(isBox)) await keep(bytes);
  }

  const server = await listen(deliver, port);
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    count: () => ids.length,
    newest: (limit) => Promise.all(ids.slice(-limit).toReversed().map(lineOf)),
    read,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function addressesOf(addresses: ParsedMail['to'] | ParsedMail['from']): string {
  if (addresses === undefined) return '';
  return (Array.isArray(addresses) ? addresses : [addresses]).map((one) => one.text).join(', ');
}

type Deliver = (bytes: Buffer, from: string, recipients: string[]) => Promise<void>;

async function listen(deliver: Deliver, port: number): Promise<InstanceType<typeof SMTPServer>> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: maxLetterBytes,
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.find(({ begins }) => address.startsWith(begins));
      if (refusal === undefined) return done();
      return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, done) {
      readAll(stream)
        .then((bytes) =>
          deliver(
            bytes,
            envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            envelope.rcptTo.map(({ address }) => address),
          ),
        )
        .then(() => done(), done);
    },
  });
  // A broken connection is the sender's problem.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (!stream.sizeExceeded) chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw Object.assign(new Error('5.3.4 Letter too large'), { responseCode: 552 });
  return Buffer.concat(chunks);
}
