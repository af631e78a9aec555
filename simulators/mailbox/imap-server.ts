import { createServer, type AddressInfo, type Socket } from 'node:net';
import { capabilities, carryOut, type Mailbox, type Session } from './imap-commands.ts';
import { imapTokens } from './imap-tokens.ts';

/**
 * An IMAP server on the loopback with the part of RFC 3501 needed to read a mailbox; mails are added in another way.
 */
export interface ImapServer {
  /** For FACEVALUE_IMAP_URL. */
  url: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const maxCommandBytes = 64 * 1024;

export async function startImapServer(mailbox: Mailbox): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay();
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    exchangeWith(socket, mailbox).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const login = `${encodeURIComponent(mailbox.user)}:${encodeURIComponent(mailbox.password)}`;
  return {
    url: `imap://${login}@${host}:${(server.address() as AddressInfo).port}/INBOX`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function exchangeWith(socket: Socket, mailbox: Mailbox): Promise<void> {
  const say = (text: string | Buffer): void =>
    void socket.write(typeof text === 'string' ? `${text}\r\n` : text);
  const session: Session = { mailbox, say, signedIn: false, selected: false };
  say(`* OK [CAPABILITY ${capabilities}] Facevalue demo mailbox`);
  for await (const line of commandsOf(socket, () => say('+ go on'))) {
    const [tag, name, ...tokens] = imapTokens(line) ?? [];
    if (typeof tag !== 'string' || typeof name !== 'string') {
      say('* BAD this is no command');
      continue;
    }
    say(`${tag} ${await carryOut(session, name.toUpperCase(), tokens)}`);
    if (name.toUpperCase() === 'LOGOUT') return void socket.end();
  }
}

/** Complete commands: a line that ends with `{n}` continues after n more bytes. */
async function* commandsOf(socket: Socket, goOn: () => void): AsyncGenerator<string> {
  let text = '';
  let from = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.length > maxCommandBytes) return;
    for (let end = text.indexOf('\r\n', from); end >= 0; end = text.indexOf('\r\n', from)) {
      const literal = /\{(\d+)(\+?)\}$/.exec(text.slice(from, end));
      if (literal === null) {
        yield text.slice(0, end);
        text = text.slice(end + 2);
        from = 0;
        continue;
      }
      if (literal[2] === '') goOn();
      from = end + 2 + Number(literal[1]);
    }
  }
}
