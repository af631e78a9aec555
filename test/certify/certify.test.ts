import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { addProduct } from '../../src/catalog/add-product.ts';
import { certify, type CertifyReport } from '../../src/certify/certify.ts';
import { findSubject } from '../../src/certify/find-targets.ts';
import { reportPage } from '../../src/certify/report-page.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { issueIntegrationToken } from '../../src/suppliers/used-export/integration-access.ts';
import { setAgreement } from '../../src/suppliers/set-agreement.ts';
import type { ProductTraits } from '../support/arrange.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const example = join(import.meta.dirname, '../../docs/examples/supplier-server.mjs');
const token = 'test-token-of-the-example';

interface RunningExample extends AsyncDisposable {
  url: string;
}

/** The example server of the guide, in its own process. */
async function exampleServer(): Promise<RunningExample> {
  const child = spawn(process.execPath, [example, '0', token], { stdio: ['ignore', 'pipe', 'inherit'] });
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

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}
interface Answer {
  status: number;
  body: string;
}
/** Changes the requests to the example server, or its answers. */
type Breakage = (call: Call, pass: (call: Call) => Promise<Answer>) => Promise<Answer>;

/** The example server behind a proxy that breaks it. */
async function brokenServer(inner: RunningExample, breakage: Breakage): Promise<RunningExample> {
  const pass = async ({ method, path, headers, body }: Call): Promise<Answer> => {
    const answer = await fetch(inner.url + path, { method, headers, body });
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

const size = { calls: 12, concurrency: 4 };

async function testSupplier(
  world: TestWorld,
  url: string,
  traits: ProductTraits = {},
  timeoutMs = 1500,
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
    addProduct(tx, {
      supplierId,
      scheme: 'pool',
      facesKopecks: [50_000],
      fields: { title: 'Из пула', activationScheme: 'api' },
    }),
  );
  const subject = await findSubject(db, {
    supplier: String(supplierId),
    productId: null,
    facesKopecks: [],
  });
  assert.ok(subject !== null);
  const ask = { subject, load: size, testCodes: [], mark: true, onScenario: () => {} };
  const outcome = await certify(world.ctx, ask);
  assert.ok(outcome.is === 'tested', JSON.stringify(outcome));
  return { report: outcome.report, supplierId };
}

async function certifiedAt(world: TestWorld, supplierId: number): Promise<Date | null> {
  const { rows } = await world.ctx.db.query<{ certified_at: Date | null }>(
    `select certified_at from suppliers where id = $1`,
    [supplierId],
  );
  return rows[0]?.certified_at ?? null;
}

const verdictsOf = ({ scenarios }: CertifyReport): Record<string, string> =>
  Object.fromEntries(scenarios.map(({ name, verdict }) => [name, verdict]));

const redOf = ({ scenarios }: CertifyReport): string[] =>
  scenarios.filter(({ verdict }) => verdict === 'red').map(({ name }) => name);

test('the example server of the guide passes, in 30 lines; its codes are blocked, and the supplier may sell', async () => {
  const source = await readFile(example, 'utf8');
  assert.ok(source.trimEnd().split('\n').length <= 30);
  await using world = await testWorld();
  await using inner = await exampleServer();
  const { report, supplierId } = await testSupplier(world, inner.url);
  assert.deepEqual(
    verdictsOf(report),
    Object.fromEntries(report.scenarios.map(({ name }) => [name, 'green'])),
    JSON.stringify(report.scenarios),
  );
  assert.equal(report.scenarios.length, 13);
  assert.ok(report.green && report.marked);
  assert.deepEqual(await certifiedAt(world, supplierId), world.clock.now());
  // Two faces, one repeat, one concurrent request, and the load.
  assert.equal(report.codes, 2 + 1 + 1 + size.calls);
  const { rows } = await world.ctx.db.query(`select state, count(*) from codes group by state`);
  assert.deepEqual(rows, [{ state: 'blocked', count: report.codes }]);
});

test('the report is a page in both languages that holds no code', async () => {
  await using world = await testWorld();
  await using inner = await exampleServer();
  const seen: string[] = [];
  await using broken = await brokenServer(inner, async (call, pass) => {
    const answer = await pass(call);
    const code = /"code":"(\d{16})"/.exec(answer.body)?.[1];
    if (code !== undefined) seen.push(code);
    return { ...answer, body: answer.body.replace(/"denomination":\d+/, '"denomination":77') };
  });
  const { report } = await testSupplier(world, broken.url);
  assert.ok(seen.length > 0 && !report.green);
  const [russian, english] = [reportPage(report, 'ru').markup, reportPage(report, 'en').markup];
  assert.match(russian, /Финальное тестирование/);
  assert.match(reportPage({ ...report, name: 'Кафе «Мотылёк»' }, 'ru').markup, /<h1>«Кафе „Мотылёк“»</);
  assert.match(english, /the code has another face/);
  for (const code of seen) {
    for (const text of [russian, english, JSON.stringify(report)]) assert.ok(!text.includes(code));
  }
});

const issues = ({ path }: Call): boolean => path === '/api/issueCertificate';
let given = 0;

/** Each fault, and the scenario that must find it. */
const breakages: Record<string, { breakage: Breakage; found: string }> = {
  'a face is not issued': {
    found: 'issue',
    breakage: async (call, pass) =>
      call.body.includes('"denomination":1000')
        ? { status: 409, body: '{"error":{"code":"no_stock","text":""}}' }
        : pass(call),
  },
  'a repeat gets another code': {
    found: 'repeat',
    breakage: (call, pass) =>
      issues(call)
        ? pass({ ...call, body: call.body.replace(/"request_id":"/, `$&${given++}-`) }).then((answer) => ({
            ...answer,
            body: answer.body.replace(/"request_id":"\d+-/, '"request_id":"'),
          }))
        : pass(call),
  },
  'any face is issued': {
    found: 'bad-face',
    breakage: async (call, pass) => {
      const asked = /"denomination":([\d.]+)/.exec(call.body)?.[1] ?? '';
      const answer = await pass({
        ...call,
        body: call.body.replace(/"denomination":[\d.]+/, '"denomination":500'),
      });
      return { ...answer, body: answer.body.replace('"denomination":500', `"denomination":${asked}`) };
    },
  },
  'a malformed request is carried out': {
    found: 'malformed',
    breakage: async (call, pass) =>
      issues(call) && !call.body.endsWith('}')
        ? pass({ ...call, body: '{"request_id":"anything","denomination":500}' })
        : pass(call),
  },
  'whoever comes is served': {
    found: 'stranger',
    breakage: (call, pass) =>
      pass({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }),
  },
  'a repeated activation fails': {
    found: 'activation',
    breakage: (() => {
      const activated = new Set<string>();
      return async (call: Call, pass: (call: Call) => Promise<Answer>) => {
        if (issues(call)) return pass(call);
        if (activated.has(call.body)) return { status: 500, body: '' };
        activated.add(call.body);
        return pass(call);
      };
    })(),
  },
  'an unknown code is activated': {
    found: 'unknown-code',
    breakage: async (call, pass) => (issues(call) ? pass(call) : { status: 200, body: '' }),
  },
  'one code is given to two orders': {
    found: 'distinct',
    breakage: async (call, pass) => {
      const answer = await pass(call);
      return { ...answer, body: answer.body.replace(/"code":"\d{16}"/, '"code":"1234-5678"') };
    },
  },
  'calls at once fail': {
    found: 'load',
    breakage: (() => {
      let underWay = 0;
      return async (call: Call, pass: (call: Call) => Promise<Answer>) => {
        underWay += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        const busy = underWay > 3;
        const answer = busy ? { status: 503, body: '' } : await pass(call);
        underWay -= 1;
        return answer;
      };
    })(),
  },
};

for (const [name, { breakage, found }] of Object.entries(breakages)) {
  test(`${name}: the scenario «${found}» finds it, and the supplier may not sell`, async () => {
    await using world = await testWorld();
    await using inner = await exampleServer();
    await using broken = await brokenServer(inner, breakage);
    const { report, supplierId } = await testSupplier(world, broken.url);
    assert.ok(redOf(report).includes(found), JSON.stringify(report.scenarios));
    assert.equal(report.marked, false);
    assert.equal(await certifiedAt(world, supplierId), null);
  });
}

test('slow answers, odd barcodes and short validities are warned of; the test stays green', async () => {
  await using world = await testWorld();
  await using inner = await exampleServer();
  await using slow = await brokenServer(inner, async (call, pass) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 350);
    });
    const answer = await pass(call);
    return { ...answer, body: answer.body.replace('2030-12-31', '2026-11-30') };
  });
  const { report } = await testSupplier(world, slow.url, { barcodeKind: 'ean13' }, 600);
  const verdicts = verdictsOf(report);
  assert.deepEqual(
    [verdicts['speed'], verdicts['format'], verdicts['expiry']],
    ['warning', 'warning', 'warning'],
  );
  assert.ok(report.green, JSON.stringify(report.scenarios));
});

test('platform codes: the till is rehearsed with the real verbs, and nothing of it is left', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const { supplierId } = await world.product({ scheme: 'platform' });
  const subject = await findSubject(db, { supplier: String(supplierId), productId: null, facesKopecks: [] });
  assert.ok(subject !== null);
  const ask = { subject, load: size, testCodes: [], mark: true, onScenario: () => {} };
  const before = await certify(world.ctx, ask);
  assert.ok(before.is === 'tested');
  assert.deepEqual(redOf(before.report), ['access']);
  await transaction(db, (tx) => issueIntegrationToken(tx, keyring, { supplierId }, world.clock.now()));
  const after = await certify(world.ctx, ask);
  assert.ok(after.is === 'tested' && after.report.green, JSON.stringify(after));
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from codes) + (select count(*) from redemptions) + (select count(*) from certificates) as count`,
  );
  assert.equal(rows[0]?.count, 0);
});
