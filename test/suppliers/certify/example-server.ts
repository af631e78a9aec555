import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addProduct } from '../../../src/catalog/add-product.ts';
import { certify, type CertifyReport } from '../../../src/suppliers/certify/certify.ts';
import { findSubject } from '../../../src/suppliers/certify/find-targets.ts';
import { actorOf, fromShell } from '../../../src/people/access/principal.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { setAgreement } from '../../../src/suppliers/set-agreement.ts';
import type { ProductTraits } from '../../support/arrange.ts';
import type { TestWorld } from '../../support/test-world.ts';

export const example = join(import.meta.dirname, '../../../docs/examples/supplier-server.mjs');

export const token = 'test-token-of-the-example';

interface RunningExample extends AsyncDisposable {
  url: string;
}

/** The example server of the guide, in its own process. */
export async function exampleServer(itsToken = token): Promise<RunningExample> {
  const child = spawn(process.execPath, [example, '0', itsToken], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once('data', (line: Buffer) =>
      resolve(`http://127.0.0.1:${line.toString().replace('port', '').trim()}`),
    );
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Answer {
  status: number;
  body: string;
}

/** Changes the requests to the example server, or its answers. */
export type Breakage = (call: Call, pass: (call: Call) => Promise<Answer>) => Promise<Answer>;

/** The example server behind a proxy that breaks it. */
export async function brokenServer(inner: RunningExample, breakage: Breakage): Promise<RunningExample> {
  const pass = async ({ method, path, headers, body }: Call): Promise<Answer> => {
    const sent = method === 'GET' ? { method, headers } : { method, headers, body };
    const answer = await fetch(inner.url + path, sent);
    return { status: answer.status, body: await answer.text() };
  };
  const server = createServer((request, response) => {
    void (async () => {
      const call = { method: request.method ?? '', path: request.url ?? '', ...(await readCall(request)) };
      const { status, body } = await breakage(call, pass);
      response.writeHead(status).end(body);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<Pick<Call, 'headers' | 'body'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { authorization = '' } = request.headers;
  return {
    headers: { authorization, 'content-type': 'application/json' },
    body: Buffer.concat(chunks).toString(),
  };
}

interface Tested {
  report: CertifyReport;
  supplierId: number;
}

export const size = { calls: 12, concurrency: 4 };

export async function testSupplier(
  world: TestWorld,
  url: string,
  traits: ProductTraits = {},
  timeoutMs = 10_000,
): Promise<Tested> {
  const { supplierId } = await world.product({ scheme: 'api', ...traits });
  const settings = { supplierUrl: url, auth: { kind: 'bearer', token } };
  const { db, keyring } = world.ctx;
  const set = await transaction(db, (tx) =>
    setAgreement(tx, keyring, { supplierId, adapter: 'rest', settings, timeoutMs }, world.clock.now()),
  );
  assert.equal(set.is, 'set');
  // The codes of its pool are activated by API, so that activation is tested too.
  await transaction(db, (tx) =>
    addProduct(
      tx,
      {
        supplierId,
        scheme: 'pool',
        facesKopecks: [50_000],
        fields: { title: 'Из пула', activationScheme: 'api' },
      },
      world.clock.now(),
    ),
  );
  const subject = await findSubject(db, {
    supplier: String(supplierId),
    productId: null,
    facesKopecks: [],
  });
  assert.ok(subject !== null);
  const ask = {
    subject,
    load: size,
    testCodes: [],
    mark: true,
    by: actorOf(fromShell),
    onScenario: () => {},
  };
  const outcome = await certify(world.ctx, ask);
  assert.ok(outcome.is === 'tested', JSON.stringify(outcome));
  return { report: outcome.report, supplierId };
}

export async function certifiedAt(world: TestWorld, supplierId: number): Promise<Date | null> {
  const { rows } = await world.ctx.db.query<{ certified_at: Date | null }>(
    `select certified_at from suppliers where id = $1`,
    [supplierId],
  );
  return rows[0]?.certified_at ?? null;
}

export const redOf = ({ scenarios }: CertifyReport): string[] =>
  scenarios.filter(({ verdict }) => verdict === 'red').map(({ name }) => name);
