import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A supplier in the sample shape on a real socket, with a ledger of its own; `next` makes it misbehave. */
export interface SmallSupplier {
  url: string;
  /** request_id → the code issued for it: idempotent unless told otherwise. */
  ledger: Map<string, string[]>;
  activated: string[];
  /** Calls as they came, faults included. */
  calls: { path: string; requestId: string; code: unknown }[];
  /** The faults of the next calls, one each; then `always`, or none. */
  next: (Fault | null)[];
  always: Fault | null;
  idempotent: boolean;
  onLate: () => void;
  /** Cuts the calls that it left without an answer. */
  cutAll(): void;
  close(): Promise<void>;
}

export type Fault =
  | 'silent-after-issue'
  | 'silent'
  | 'cut-after-issue'
  | 'status-500'
  | 'status-500-after-issue'
  | 'broken-body'
  | 'wrong-face'
  | 'wrong-request-id'
  | 'duplicate'
  | 'expired'
  | 'no-stock'
  | 'bad-code'
  | 'huge'
  /** `onLate` runs before the answer goes out. */
  | 'late';

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
    always: null,
    idempotent: true,
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
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const call = { path: request.url ?? '', requestId: String(body['request_id']), code: body['code'] };
    supplier.calls.push(call);
    const fault = supplier.next.shift() ?? supplier.always;
    if (request.url === '/api/activateCertificate') return activate(String(body['code']), fault, response);
    issue(call.requestId, Number(body['denomination']), fault, response);
  }

  function codeFor(requestId: string): string {
    const issued = supplier.ledger.get(requestId) ?? [];
    const [first] = issued;
    if (first !== undefined && supplier.idempotent) return first;
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
    const refusal = refusals[fault ?? ''];
    if (refusal !== undefined) return json(response, 409, { error: { code: refusal, text: 'Нет' } });
    if (fault === 'silent') return;
    if (fault === 'status-500') return void response.writeHead(500).end('oops');
    const [known] = supplier.ledger.values();
    const code = fault === 'duplicate' && known?.[0] !== undefined ? known[0] : codeFor(requestId);
    if (fault === 'duplicate') supplier.ledger.set(requestId, [code]);
    const answer = {
      request_id: requestId,
      denomination,
      code,
      pin: '4321',
      expire_at: '2028-01-01 23:59:59',
    };
    switch (fault) {
      case 'silent-after-issue':
        return;
      case 'cut-after-issue':
        return void response.destroy();
      case 'status-500-after-issue':
        return void response.writeHead(500).end(JSON.stringify(answer));
      case 'broken-body':
        return void response.writeHead(201).end(JSON.stringify(answer).slice(0, -12));
      case 'huge':
        return void response.writeHead(201).end(JSON.stringify({ ...answer, note: 'x'.repeat(100_000) }));
      case 'wrong-face':
        return json(response, 201, { ...answer, denomination: denomination * 2 });
      case 'wrong-request-id':
        return json(response, 201, { ...answer, request_id: 'another' });
      case 'expired':
        return json(response, 201, { ...answer, expire_at: '2020-01-01 00:00:00' });
      case 'late':
        supplier.onLate();
        return json(response, 201, answer);
      default:
        return json(response, 201, answer);
    }
  }

  function activate(code: string, fault: Fault | null, response: ServerResponse): void {
    const refusal = refusals[fault ?? ''];
    if (refusal !== undefined) return json(response, 409, { error: { code: refusal, text: 'Нет' } });
    if (fault === 'silent') return;
    if (!supplier.activated.includes(code)) supplier.activated.push(code);
    if (fault === 'silent-after-issue') return;
    response.writeHead(200).end();
  }

  return supplier;
}

const refusals: Record<string, string | undefined> = { 'no-stock': 'no_stock', 'bad-code': 'bad_code' };

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
