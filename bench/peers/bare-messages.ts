/**
 * Upper bounds for letters and texts: the same packages send the same bytes over as many connections, in a loop without
 * orders, templates, database or retries.
 */
import { once } from 'node:events';
import { createTransport } from 'nodemailer';
import { smpp, type SmppPdu, type SmppSession } from '../../src/platform/texter/smpp-package.ts';
import { answerAsks, startTool, type Tool } from '../world/tool-process.ts';

interface BareLetters {
  port: number;
  count: number;
  connections: number;
  letter: { subject: string; html: string; text: string };
}

interface BareTexts {
  port: number;
  /** Total number of parts. */
  count: number;
  window: number;
  bytes: number;
}

export interface BareMessagesAsks {
  /** Both return the seconds it took. */
  letters: { ask: BareLetters; answer: number };
  texts: { ask: BareTexts; answer: number };
}

export type BareMessages = Tool<BareMessagesAsks>;

export const startBareMessages = (): BareMessages =>
  startTool<BareMessagesAsks>('bench/peers/bare-messages.ts');

async function letters({ port, count, connections, letter }: BareLetters): Promise<number> {
  const url = `smtp://127.0.0.1:${port}`;
  const transport = createTransport({ url, pool: true, maxConnections: connections, maxMessages: Infinity });
  const startedAt = performance.now();
  await sideBySide(count, connections, (index) =>
    transport.sendMail({ from: 'bench@shop.example', to: `anna+${index}@mail.example`, ...letter }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  transport.close();
  return seconds;
}

async function texts({ port, count, window, bytes }: BareTexts): Promise<number> {
  const session = smpp.connect({ url: `smpp://127.0.0.1:${port}` });
  await once(session, 'connect');
  await answerOf((done) => session.bind_transceiver({ system_id: 'bench', password: 'bench' }, done));
  const message = Buffer.alloc(bytes, 65);
  const startedAt = performance.now();
  await sideBySide(count, window, (index) => submit(session, index, message));
  const seconds = (performance.now() - startedAt) / 1000;
  session.destroy();
  return seconds;
}

const submit = (session: SmppSession, index: number, message: Buffer): Promise<SmppPdu> =>
  answerOf((done) =>
    session.submit_sm(
      {
        source_addr: 'Bench',
        destination_addr: `79${String(index).padStart(9, '0')}`,
        data_coding: 8,
        short_message: message,
      },
      done,
    ),
  );

const answerOf = (ask: (done: (pdu: SmppPdu) => void) => void): Promise<SmppPdu> => new Promise(ask);

/** `width` at once; each starts the next as soon as its last is done. */
async function sideBySide(
  count: number,
  width: number,
  send: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await send(next);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

if (import.meta.main) answerAsks<BareMessagesAsks>({ letters, texts });
