import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/platform/time/clock.ts';
import { faultScript, type FaultScript, type RunningScript } from './fault.ts';
import type { LedgerEntry } from './ledger.ts';
import { meetFault, openSupplier, serve, setScript, type Supplier } from './play-supplier.ts';
import { parseJson, type Answer, type Protocol, type Understood } from './protocol.ts';
import { jsonRpc } from './protocols/json-rpc.ts';
import { rest } from './protocols/rest.ts';
import { restMapped } from './protocols/rest-mapped.ts';
import { soap, wsdlOf } from './protocols/soap.ts';
import { xmlRpc } from './protocols/xml-rpc.ts';

/** One server for all simulated suppliers; each key is a supplier with its own ledger and faults. */
export interface SupplierSimulator {
  url: string;
  /** Null if the key is not valid. */
  supplier(key: string): Supplier | null;
  /** Null removes the fault. */
  script(key: string, fault: FaultScript | null): void;
  /** The ledger of this supplier, oldest first. */
  ledger(key: string): readonly LedgerEntry[];
  close(): Promise<void>;
}

export interface SimulatorOptions {
  /** Folder of the ledgers; absent: in memory only. */
  folder?: string;
  clock: Clock;
  port?: number;
}

export const protocols = {
  rest,
  'rest-mapped': restMapped,
  soap,
  'json-rpc': jsonRpc,
  'xml-rpc': xmlRpc,
} satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof protocols;

const maxSuppliers = 500;
const maxBodyBytes = 64 * 1024;
const hugeBytes = 2 * 1024 * 1024;
const host = '127.0.0.1';

export async function startSupplierSimulator({
  folder,
  clock,
  port = 0,
}: SimulatorOptions): Promise<SupplierSimulator> {
  const suppliers = new Map<string, Supplier>();
  const timers = new Set<NodeJS.Timeout>();
  let url = '';

  function supplierOf(key: string): Supplier | null {
    const known = suppliers.get(key);
    if (known !== undefined) return known;
    if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(key) || suppliers.size >= maxSuppliers) return null;
    const opened = openSupplier(folder ?? null, key);
    suppliers.set(key, opened);
    return opened;
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [, section = '', key = '', ...names] = path.split('/');
    const supplier = supplierOf(key);
    const body = await readBody(request);
    if (supplier === null || body === null)
      return send(response, { status: 404, type: 'text/plain', body: '' });
    const method = request.method ?? '';
    if (section === 'faults' || section === 'modes' || section === 'ledger') {
      return send(response, command(supplier, `${method} ${section}`, body));
    }
    if (section === 'soap' && method === 'GET' && query.toLowerCase() === 'wsdl') {
      return send(response, {
        status: 200,
        type: 'text/xml; charset=utf-8',
        body: wsdlOf(`${url}/soap/${key}`),
      });
    }
    const protocol = Object.hasOwn(protocols, section) ? protocols[section as ProtocolName] : null;
    const call = { method, path: names.length === 0 ? '' : `/${names.join('/')}`, body };
    const understood = protocol?.(call) ?? null;
    if (understood === null) return send(response, { status: 400, type: 'text/plain', body: 'Bad request' });
    return play(supplier, understood, response);
  }

  /** Faults before the execution leave the ledger unchanged; all others come after it. */
  async function play(supplier: Supplier, { ask, say }: Understood, response: ServerResponse): Promise<void> {
    const script = meetFault(supplier, ask.kind);
    switch (script?.fault) {
      case 'error-500':
        return send(response, serverError);
      case 'cut':
        return void response.destroy();
      case 'redirect':
        return void response.writeHead(302, { location: `${url}/elsewhere` }).end();
      default:
        return answer(say(await serve(supplier, ask, script?.fault ?? null, clock)), script, response);
    }
  }

  function answer(said: Answer, script: RunningScript | null, response: ServerResponse): void {
    switch (script?.fault) {
      case 'slow':
        return later(script.seconds ?? 0, () => send(response, said));
      case 'timeout-after':
        // Without seconds it never answers: the caller gives up, or the simulator ends.
        return script.seconds === undefined ? undefined : later(script.seconds, () => send(response, said));
      case 'error-500-after':
        return send(response, serverError);
      case 'cut-after':
        return void response.destroy();
      case 'broken-body':
        return send(response, { ...said, body: brokenHalf(said.body) });
      case 'huge':
        return send(response, { ...said, body: said.body.padEnd(hugeBytes) });
      default:
        return send(response, said);
    }
  }

  function later(seconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, seconds * 1000);
    timers.add(timer);
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  url = `http://${host}:${(server.address() as AddressInfo).port}`;

  function must(key: string): Supplier {
    const supplier = supplierOf(key);
    if (supplier === null) throw new Error(`No supplier can have the key ${key}.`);
    return supplier;
  }

  return {
    url,
    supplier: supplierOf,
    script: (key, fault) => setScript(must(key), fault),
    ledger: (key) => must(key).ledger.entries,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The simulator's own API: faults, idempotency and ledgers. */
function command(supplier: Supplier, asked: string, body: string): Answer {
  const value = parseJson(body);
  switch (asked) {
    case 'POST faults': {
      const script = faultScript.safeParse(value);
      if (!script.success)
        return json(400, { error: script.error.issues.map(({ message }) => message).join('; ') });
      setScript(supplier, script.data);
      return json(200, stateOf(supplier));
    }
    case 'DELETE faults':
      setScript(supplier, null);
      return json(200, stateOf(supplier));
    case 'POST modes': {
      const { idempotent } = (value ?? {}) as { idempotent?: unknown };
      if (typeof idempotent !== 'boolean') return json(400, { error: 'idempotent must be true or false' });
      supplier.idempotent = idempotent;
      return json(200, stateOf(supplier));
    }
    case 'GET faults':
      return json(200, stateOf(supplier));
    case 'GET ledger':
      return json(200, { entries: supplier.ledger.entries });
    default:
      return json(405, { error: 'no such command' });
  }
}

const stateOf = ({ key, script, idempotent, counters }: Supplier) => ({ key, script, idempotent, counters });

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

const serverError: Answer = { status: 500, type: 'text/plain; charset=utf-8', body: 'Internal Server Error' };

/** An answer that breaks off in the middle, also where it should be empty. */
const brokenHalf = (body: string): string =>
  body === '' ? '<html><body>' : body.slice(0, Math.floor(body.length / 2));

function send(response: ServerResponse, { status, type, body }: Answer): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
