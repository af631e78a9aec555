/** A connection up to where TLS begins on request: SMTP (RFC 3207), IMAP (RFC 3501), PostgreSQL (SSLRequest). */
import { connect, type Socket } from 'node:net';

/** Limit for a server that keeps sending without an answer. */
const maxAnswerBytes = 10_000;

/** What is said until the server agrees. Nothing but the request for TLS is sent. */
interface Protocol {
  requests: (string | Buffer)[];
  /** True: the server agrees; null: its answer has not ended yet. */
  agrees: (answer: string) => boolean | null;
  /** The server speaks first. */
  greets: boolean;
}

/** The last line of an answer has a space after its code. */
const smtpEnd = /^(\d)\d\d(?: .*)?\r\n$/m;
const imapEnd = /^(?:facevalue (?=\w)|\* (?=OK|BYE|PREAUTH))(\w+)\b.*\r\n$/m;
/** The length of the message and the number that stands for TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const protocols = {
  smtp: {
    requests: ['EHLO localhost\r\n', 'STARTTLS\r\n'],
    agrees: (answer) => agreement(smtpEnd, '2', answer),
    greets: true,
  },
  imap: {
    requests: ['facevalue STARTTLS\r\n'],
    agrees: (answer) => agreement(imapEnd, 'OK', answer),
    greets: true,
  },
  postgres: {
    requests: [sslRequest],
    agrees: (answer) => (answer === '' ? null : answer === 'S'),
    greets: false,
  },
} satisfies Record<string, Protocol>;
export type TlsOnRequest = keyof typeof protocols;

function agreement(end: RegExp, good: string, answer: string): boolean | null {
  const status = end.exec(answer)?.[1];
  return status === undefined ? null : status.toUpperCase() === good;
}

/** Null: it does not answer, or offers no TLS. */
export function askForTls(
  { host, port }: { host: string; port: number },
  by: TlsOnRequest,
  timeoutMs: number,
): Promise<Socket | null> {
  const { requests, agrees, greets }: Protocol = protocols[by];
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const waiting = [...requests];
    let answer = '';
    const end = (connection: Socket | null): void => {
      clearTimeout(timer);
      socket.removeAllListeners('data');
      if (connection === null) socket.destroy();
      resolve(connection);
    };
    const next = (): void => {
      const request = waiting.shift();
      if (request === undefined) end(socket);
      else socket.write(request);
    };
    const timer = setTimeout(() => end(null), timeoutMs);
    socket.once('close', () => end(null));
    socket.on('error', () => end(null));
    if (!greets) socket.once('connect', next);
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1');
      const agreed = agrees(answer);
      if (agreed === null && answer.length < maxAnswerBytes) return;
      answer = '';
      if (agreed === true) next();
      else end(null);
    });
  });
}
