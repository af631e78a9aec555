import { createRequire } from 'node:module';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { sinkIdentity } from './mail-sink.ts';

export interface TestMailbox {
  /** For the setting FACEVALUE_IMAP_URL. */
  url: string;
  /** Delivers a mail, after the changes on its way; returns it as delivered. */
  receive(
    mail: SendMailOptions | Buffer,
    change?: (raw: string) => string | Promise<string>,
  ): Promise<Buffer>;
  /** Flags of the mails of the inbox, in their order. */
  flags(): string[][];
  /** Renumbers its mails (new UIDVALIDITY), as after a restore. */
  renumber(): void;
  close(): Promise<void>;
}

interface Folder {
  uidvalidity: number;
  messages: { uid: number; flags: string[] }[];
}

interface Hoodiecrow {
  server: Server;
  folderCache: Record<string, Folder>;
  listen(port: number, host: string, listening: () => void): void;
  close(closed: () => void): void;
  appendMessage(folder: string, flags: string[], date: string | false, raw: string): void;
}

const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Hoodiecrow;

/** A real IMAP server on the loopback with one inbox; with `tls`, encrypted on request. */
export async function imapServer({ tls = false } = {}): Promise<TestMailbox> {
  const encrypted = { plugins: ['STARTTLS'], credentials: { key: sinkIdentity, cert: sinkIdentity } };
  const server = hoodiecrow({ storage: { INBOX: { messages: [] }, '': {} }, ...(tls && encrypted) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It writes an answer in pieces: each would wait 40 ms for the acknowledgement of the one before.
  server.server.on('connection', (socket: Socket) => socket.setNoDelay(true));
  const { port } = server.server.address() as AddressInfo;
  const composer = createTransport({ streamTransport: true, buffer: true });
  const inbox = (): Folder => {
    const folder = server.folderCache['INBOX'];
    if (folder === undefined) throw new Error('The server has no inbox.');
    return folder;
  };
  return {
    url: `imap://testuser:testpass@127.0.0.1:${port}/INBOX`,
    async receive(mail, change = (text) => text) {
      const raw = Buffer.isBuffer(mail) ? mail : ((await composer.sendMail(mail)).message as Buffer);
      server.appendMessage('INBOX', [], false, await change(raw.toString('latin1')));
      return raw;
    },
    flags: () => inbox().messages.map(({ flags }) => flags),
    renumber() {
      const folder = inbox();
      folder.uidvalidity += 1;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
