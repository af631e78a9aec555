import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The content of a good answer. */
export interface Issued {
  request_id: string;
  denomination: number;
  code: string;
  pin: string;
  expire_at: string;
}

/** Refusals: such a call issues nothing, whatever an earlier one did. */
const refusals = {
  'no-stock': [409, { error: { code: 'no_stock', text: 'Нет' } }],
  limit: [429, { error: { code: 'limit', text: 'Нет' } }],
  'bad-face': [422, { error: { code: 'bad_face', text: 'Нет' } }],
  'bad-code': [409, { error: { code: 'bad_code', text: 'Нет' } }],
  'status-401': [401, {}],
  'status-403': [403, {}],
  'status-404': [404, {}],
} as const satisfies Record<string, readonly [number, object]>;

/** Faults in the answer of a call that did issue a code. */
const spoilers = {
  'silent-after-issue': () => {},
  'cut-after-issue': (response) => void response.destroy(),
  'cut-in-answer': (response, issued) => {
    response.writeHead(201, { 'content-length': '500' }).write(JSON.stringify(issued).slice(0, 60));
    setTimeout(() => response.destroy(), 20);
  },
  'status-500-after-issue': (response, issued) => send(response, 500, JSON.stringify(issued)),
  'status-502-after-issue': (response) => send(response, 502, '<html>Bad Gateway</html>'),
  'html-201': (response) => send(response, 201, '<html><body>Ваш код готов</body></html>'),
  redirect: (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  'broken-body': (response, issued) => send(response, 201, JSON.stringify(issued).slice(0, -12)),
  gzip: (response) =>
    void response.writeHead(201, { 'content-encoding': 'gzip' }).end(Buffer.from('1f8b0800deadbeef', 'hex')),
  huge: (response, issued) => send(response, 201, JSON.stringify({ ...issued, note: 'x'.repeat(100_000) })),
  'slow-drip': (response, issued) => void drip(response, JSON.stringify(issued)),
  'wrong-face': (response, issued) =>
    send(response, 201, JSON.stringify({ ...issued, denomination: issued.denomination * 2 })),
  'wrong-request-id': (response, issued) =>
    send(response, 201, JSON.stringify({ ...issued, request_id: 'another' })),
  expired: (response, issued) =>
    send(response, 201, JSON.stringify({ ...issued, expire_at: '2020-01-01 00:00:00' })),
  'empty-code': (response, issued) => send(response, 201, JSON.stringify({ ...issued, code: '' })),
  'blank-code': (response, issued) => send(response, 201, JSON.stringify({ ...issued, code: ' - — ' })),
  /** The code as a JSON number of twenty digits. */
  'number-code': (response, issued) =>
    send(
      response,
      201,
      JSON.stringify(issued).replace(
        JSON.stringify(issued.code),
        issued.code.replaceAll(/\D/g, '').padStart(20, '7'),
      ),
    ),
} as const satisfies Record<string, (response: ServerResponse, issued: Issued) => void>;

export type RefusalFault = keyof typeof refusals;
export type SpoilingFault = keyof typeof spoilers;

export const refusalFaults = Object.keys(refusals) as RefusalFault[];
export const spoilingFaults = Object.keys(spoilers) as SpoilingFault[];

/** Whether the fault is a refusal; then it is answered here. */
export function refuse(fault: string | null, response: ServerResponse): boolean {
  if (fault === null || !Object.hasOwn(refusals, fault)) return false;
  const [status, body] = refusals[fault as RefusalFault];
  send(response, status, JSON.stringify(body));
  return true;
}

/** Answers an issued code according to the fault. */
export function answerIssued(fault: string | null, response: ServerResponse, issued: Issued): void {
  if (fault !== null && Object.hasOwn(spoilers, fault)) spoilers[fault as SpoilingFault](response, issued);
  else send(response, 201, JSON.stringify(issued));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** One byte at a time, slower than any time-out of a test. */
async function drip(response: ServerResponse, body: string): Promise<void> {
  response.writeHead(201);
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(byte);
    await sleep(100);
  }
  response.end();
}
