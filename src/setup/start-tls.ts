/** A connection to a mail server up to where TLS begins on request (RFC 3207). */
import { connect, type Socket } from 'node:net';

/** Of a server that goes on talking without saying what was asked. */
const maxAnswerBytes = 10_000;

/** Null: it does not answer, or offers no STARTTLS. Nothing but the request for it is sent. */
export function askForTls(
  { host, port }: { host: string; port: number },
  timeoutMs: number,
): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const requests = ['EHLO localhost\r\n', 'STARTTLS\r\n'];
    let answer = '';
    const end = (connection: Socket | null): void => {
      clearTimeout(timer);
      socket.removeAllListeners('data');
      if (connection === null) socket.destroy();
      resolve(connection);
    };
    const timer = setTimeout(() => end(null), timeoutMs);
    socket.once('close', () => end(null));
    socket.on('error', () => end(null));
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1');
      // The last line of an answer has a space after its code.
      const code = /^(\d{3})(?: .*)?\r\n$/m.exec(answer)?.[1];
      if (code === undefined && answer.length < maxAnswerBytes) return;
      answer = '';
      const request = requests.shift();
      if (code?.startsWith('2') !== true) end(null);
      else if (request === undefined) end(socket);
      else socket.write(request);
    });
  });
}
