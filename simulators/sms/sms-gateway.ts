import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMode, type ProviderMode, type Mode } from './provider-mode.ts';
import type { TextInbox } from './text-inbox.ts';

/** A simulated provider with an HTTP API: accepts texts as JSON, and sends receipts by HTTP calls. */
export interface SmsGateway {
  url: string;
  /** The platform's settings for it: the content of a gateway's file. */
  settings: object;
  mode: ProviderMode;
  submitted(): number;
  close(): Promise<void>;
}

export interface SmsGatewayOptions {
  inbox: TextInbox;
  /** The address for receipts, for a given token; asked for each. */
  receiptsAddress: (token: string) => string;
  receiptDelayMs?: number;
}

const bearer = 'demo-sms-gateway';
const receiptsToken = 'demo-sms-gateway-receipts';
const repeatMs = 2000;
const maxRepeats = 5;
const maxBodyBytes = 65_536;

const refusals: Partial<Record<Mode, { status: number; error: string }>> = {
  throttle: { status: 429, error: 'too_many' },
  refuse: { status: 422, error: 'rejected' },
  'bad-number': { status: 422, error: 'bad_number' },
};

export async function startSmsGateway({
  inbox,
  receiptsAddress,
  receiptDelayMs = 0,
}: SmsGatewayOptions): Promise<SmsGateway> {
  const mode = createMode();
  const timers = new Set<NodeJS.Timeout>();
  let submitted = 0;

  function later(work: () => void, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  }

  async function giveReceipt(id: string, state: 'delivered' | 'undelivered', repeats = 0): Promise<void> {
    const taken = await fetch(receiptsAddress(receiptsToken), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message_id: id, status: state }),
    }).then(
      async (told) => told.status === 200 && (await told.text()) === 'OK',
      () => false,
    );
    if (taken) inbox.noteReceipt(id, state);
    else if (repeats < maxRepeats) later(() => void giveReceipt(id, state, repeats + 1), repeatMs);
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.headers.authorization !== `Bearer ${bearer}`) {
      answer(response, 401, { error: 'who_are_you' });
      return;
    }
    submitted += 1;
    const met = mode.next();
    const refusal = refusals[met];
    if (refusal !== undefined) {
      answer(response, refusal.status, { error: refusal.error });
      return;
    }
    if (met === 'down') {
      answer(response, 503, { error: 'closed' });
      return;
    }
    const { to = '', text = '' } = body;
    const coding = /^[\p{ASCII}]*$/u.test(text) ? 'GSM' : 'UCS-2';
    const piece = {
      provider: 'gateway',
      from: 'Facevalue',
      to,
      coding,
      text,
      part: 1,
      parts: 1,
      thread: '',
    } as const;
    const { id } = inbox.take(piece);
    if (met === 'cut') {
      response.destroy();
      return;
    }
    answer(response, 202, { message_id: id, status: 'accepted' });
    if (met === 'no-receipt') return;
    later(() => void giveReceipt(id, met === 'undelivered' ? 'undelivered' : 'delivered'), receiptDelayMs);
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`;
  return {
    url,
    settings: settingsOf(url),
    mode,
    submitted: () => submitted,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const settingsOf = (url: string): object => ({
  name: 'demo-gateway',
  url,
  auth: { kind: 'bearer', token: bearer },
  body: { to: '{{to}}', text: '{{text}}', client_reference: '{{reference}}' },
  sent: { statuses: [202], when: [{ path: 'status', equals: 'accepted' }], id: 'message_id' },
  refusals: [
    { path: 'error', equals: 'bad_number', why: 'number' },
    { status: 422, why: 'other' },
    { status: 503, path: 'error', equals: 'closed', why: 'other' },
  ],
  receipts: {
    token: receiptsToken,
    id: 'message_id',
    state: 'status',
    delivered: ['delivered'],
    undelivered: ['undelivered'],
    answer: 'OK',
  },
});

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<{ to?: string; text?: string }> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request as AsyncIterable<string>) {
    text += chunk;
    if (text.length > maxBodyBytes) throw new Error('The body is too long.');
  }
  return JSON.parse(text) as { to?: string; text?: string };
}
