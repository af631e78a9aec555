/** A process of its own that takes letters by SMTP and texts by SMPP, and counts them. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { smpp, type SmppPdu, type SmppSession } from '../../src/platform/texter/smpp-package.ts';
import { answerAsks } from '../world/tool-process.ts';
import type { MessageArrival, MessageSinkAsks } from './message-sinks.ts';

let arrivals: MessageArrival[] = [];
let taken = 0;

const note = (to: string): void => {
  arrivals.push({ to, atMs: performance.timeOrigin + performance.now() });
};

answerAsks<MessageSinkAsks>({
  async listen() {
    return { smtpPort: await listenSmtp(), smppPort: await listenSmpp() };
  },
  async arrivals() {
    const came = arrivals;
    arrivals = [];
    return came;
  },
});

async function listenSmtp(): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      stream.resume();
      stream.once('end', () => {
        note(session.envelope.rcptTo[0]?.address ?? '');
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return address.port;
}

async function listenSmpp(): Promise<number> {
  const server = smpp.createServer({}, (session: SmppSession) => {
    // As at providers: an answer does not wait until the one before is confirmed.
    session.socket.setNoDelay();
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu: SmppPdu) => {
      if (pdu.isResponse()) return;
      if (pdu.command !== 'submit_sm') return void session.send(pdu.response());
      note(pdu.destination_addr ?? '');
      taken += 1;
      session.send(pdu.response({ message_id: String(taken) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}
