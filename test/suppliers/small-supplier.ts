import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerIssued, refuse, type RefusalFault, type SpoilingFault } from './small-supplier-faults.ts';

/** A supplier with the sample contract on a real socket, with its own ledger; `next` makes it fail. */
export interface SmallSupplier {
  url: string;
  /** request_id → the code issued for it; idempotent by default. */
  ledger: Map<string, string[]>;
  activated: string[];
  /** Calls as received, faults included. */
  calls: { path: string; requestId: string; code: unknown }[];
  /** The faults of the next calls, one each; then `always`, or none. */
  next: (Fault | null)[];
  /** Faults for the calls of each new request_id; those without use `next` and `always`. */
  scripts: (Fault | null)[][];
  always: Fault | null;
  idempotent: boolean;
  /** Refuses wrong credentials, other faces than 500 and 1000, and invalid JSON, as the final test requires. */
  strict: boolean;
  onLate: () => void;
  /** Cuts the calls that it left without an answer. */
  cutAll(): void;
  close(): Promise<void>;
}

export type Fault =
  | RefusalFault
  | SpoilingFault
  | 'silent'
  | 'status-500'
  | 'duplicate'
  /** Issues a second code for the same request_id, regardless of the agreement. */
  | 'another-code'
  /** `onLate` runs before the answer is sent. */
  | 'late';

/** Good for whoever tests by the true time, too. */
export const issuedUntil = `${new Date().getUTCFullYear() + 2}-01-01 23:59:59`;

let codesMade = 0;

export async function smallSupplier(): Promise<SmallSupplier> {
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const supplier: SmallSupplier = {
    url: `http://127.0.0.1:${port}`,
    ledger: new Map(),
    activated: [],
    calls: [],
    next: [],
    scripts: [],
    always: null,
    idempotent: true,
    strict: false,
    onLate: () => {},
    cutAll: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const complaint = supplier.strict ? complaintOf(request.headers.authorization, text) : null;
    if (complaint !== null) return void refuse(complaint, response);
    const body = JSON.parse(text) as Record<string, unknown>;
    const call = { path: request.url ?? '', requestId: String(body['request_id']), code: body['code'] };
    supplier.calls.push(call);
    const fault = faultOf(call.requestId);
    if (request.url === '/api/activateCertificate') return activate(String(body['code']), fault, response);
    issue(call.requestId, Number(body['denomination']), fault, response);
  }

  const scriptOf = new Map<string, (Fault | null)[]>();

  function faultOf(requestId: string): Fault | null {
    const script = scriptOf.get(requestId) ?? supplier.scripts.shift();
    if (script === undefined) return supplier.next.shift() ?? supplier.always;
    scriptOf.set(requestId, script);
    return script.shift() ?? supplier.always;
  }

  function codeFor(requestId: string, fault: Fault | null): string {
    const issued = supplier.ledger.get(requestId) ?? [];
    const [first] = issued;
    if (first !== undefined && supplier.idempotent && fault !== 'another-code') return first;
    codesMade += 1;
    const code = `SM${process.pid}${String(codesMade).padStart(9, '0')}`;
    supplier.ledger.set(requestId, [...issued, code]);
    return code;
  }

  function issue(
    requestId: string,
    denomination: number,
    fault: Fault | null,
    response: ServerResponse,
  ): void {
    if (refuse(fault, response) || fault === 'silent') return;
    if (fault === 'status-500') return void response.writeHead(500).end('oops');
    const [known] = supplier.ledger.values();
    const code = fault === 'duplicate' && known?.[0] !== undefined ? known[0] : codeFor(requestId, fault);
    if (fault === 'duplicate')
      supplier.ledger.set(requestId, [...(supplier.ledger.get(requestId) ?? []), code]);
    if (fault === 'late') supplier.onLate();
    answerIssued(fault, response, {
      request_id: requestId,
      denomination,
      code,
      pin: '4321',
      expire_at: issuedUntil,
    });
  }

  function activate(code: string, fault: Fault | null, response: ServerResponse): void {
    if (refuse(fault, response) || fault === 'silent') return;
    if (!supplier.activated.includes(code)) supplier.activated.push(code);
    if (fault === 'silent-after-issue') return;
    response.writeHead(200).end();
  }

  return supplier;
}

function complaintOf(authorization: string | undefined, text: string): RefusalFault | null {
  if (authorization !== 'Bearer supplier-token') return 'status-401';
  const [, face] = /"denomination":([\d.]+)}$/.exec(text) ?? [];
  if (!text.endsWith('}')) return 'status-404';
  return face === '500' || face === '1000' ? null : 'bad-face';
}
