import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { errorTable } from '../../../src/orders/error-table.ts';
import { wireError, type Refusal } from '../../../src/orders/refusals.ts';
import { addCodes, addProduct, freshCodes } from '../../support/arrange.ts';
import { addCaller, placeOf, type Envelope } from '../../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { childEnvironment } from '../../support/child-environment.ts';

const docs = join(import.meta.dirname, '../../../docs');
const read = (name: string): string => readFileSync(join(docs, name), 'utf8');
const english = read('client-api.md');
const pages = { 'client-api.md': english, 'ru/client-api.md': read('ru/client-api.md') };

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  maxLength?: number;
  required?: string[];
  [keyword: string]: unknown;
}

interface OpenApi {
  servers: unknown;
  components: { schemas: Record<string, JsonSchema | undefined> };
  'x-operations': { cmd: string; errors: number[] }[];
}

const served = async (world: TestWorld): Promise<OpenApi> =>
  (await (await fetch(`${world.baseUrl}/openapi.json`)).json()) as OpenApi;

function schemaOf(document: OpenApi, name: string): JsonSchema {
  const schema = document.components.schemas[name];
  if (schema === undefined) assert.fail(`There is no schema ${name}.`);
  return schema;
}

/** The text under one heading. */
function sectionOf(page: string, heading: string): string {
  const start = page.indexOf(`\n### ${heading}\n`);
  assert.ok(start >= 0, `no section ${heading}`);
  const rest = page.slice(start + heading.length + 5);
  return rest.slice(0, rest.search(/\n##+ /));
}

test('docs/openapi.json is the document that the server serves', async () => {
  await using world = await testWorld();
  const document = await served(world);
  const kept = JSON.parse(read('openapi.json')) as OpenApi;
  assert.deepEqual({ ...document, servers: [] }, { ...kept, servers: [] });
});

test('docs/openapi.json is what its command writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    const writer = join(import.meta.dirname, '../../../src/http/client-api/write-openapi.ts');
    const { status, stderr } = spawnSync(process.execPath, [writer, file], { env: childEnvironment });
    assert.equal(status, 0, String(stderr));
    assert.equal(readFileSync(file, 'utf8'), read('openapi.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every operation, field and error of the code is documented', async () => {
  await using world = await testWorld();
  const document = await served(world);
  for (const [name, page] of Object.entries(pages)) {
    for (const { cmd } of document['x-operations']) {
      const section = sectionOf(page, cmd);
      for (const [field, schema] of Object.entries(schemaOf(document, `${cmd}Request`).properties ?? {})) {
        const row = section.split('\n').find((line) => line.includes(`\`${field}\``));
        assert.ok(row !== undefined, `${name}: ${cmd} lacks the field ${field}`);
        const limit = field === 'to_phone' || field === 'extended' ? undefined : schema.maxLength;
        if (limit !== undefined) assert.ok(row.includes(`≤ ${limit}`), `${name}: ${cmd}.${field} ≤ ${limit}`);
      }
      const data = schemaOf(document, `${cmd}Answer`).properties?.['data'];
      for (const field of Object.keys(data?.properties ?? data?.items?.properties ?? {})) {
        assert.ok(section.includes(`\`${field}\``), `${name}: ${cmd} does not explain ${field}`);
      }
    }
    for (const { code } of errorTable) assert.ok(page.includes(`\n| ${code} | `), `${name}: ${code}`);
    const told = [...page.matchAll(/^\| (\d{4}) \|/gm)].map(([, code]) => Number(code));
    assert.deepEqual(
      told,
      errorTable.map(({ code }) => code),
      `${name} tells the codes that exist`,
    );
  }
});

test('every reason for which an order ends has its code in the table of errors', () => {
  const reasons: Refusal[] = [
    { why: 'fields', names: [] },
    { why: 'uuid-mismatch' },
    { why: 'supplier-limit' },
    { why: 'no-stock' },
    { why: 'no-funds' },
    { why: 'ttl-expired' },
    { why: 'supplier-failed' },
  ];
  for (const reason of reasons) {
    const { code } = wireError(reason);
    assert.ok(
      errorTable.some((line) => line.code === code),
      reason.why,
    );
  }
});

test('the documentation names no operation that does not exist', async () => {
  await using world = await testWorld();
  const methods = (await served(world))['x-operations'].map(({ cmd }) => cmd);
  for (const page of Object.values(pages)) {
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, methods);
  }
});

test('real answers fit the schemas that are served', async () => {
  await using world = await testWorld();
  const document = await served(world);
  const place = placeOf(world);
  const limited = await addProduct(place, { facesRoubles: [1000], validity: { is: 'days', days: 30 } });
  await addProduct(place, {
    scheme: 'platform',
    facesRoubles: [500],
    freeFaceRoubles: { min: 100, max: 5000, step: 10 },
  });
  await addCodes(place, limited, 1000, freshCodes(2));
  const shop = await addCaller(world, { delayedMode: true });
  const check = async (cmd: string, data?: object): Promise<void> => {
    const path = shop.path(cmd, data === undefined ? '' : JSON.stringify(data));
    const answer = (await (await fetch(world.baseUrl + path)).json()) as Envelope;
    const name = answer.status === 'ok' ? `${cmd}Answer` : 'ErrorAnswer';
    const schema = z.fromJSONSchema(schemaOf(document, name));
    const fit = schema.safeParse(answer);
    assert.ok(fit.success, `${cmd}: ${fit.error?.message}`);
    const { errors = [] } = document['x-operations'].find((one) => one.cmd === cmd) ?? {};
    if (answer.error !== undefined)
      assert.ok(errors.includes(answer.error.code), `${cmd}: ${answer.error.code}`);
  };
  const order = { product_id: limited.id, face: 1000, delivery_type: 'link' };
  const placed = [
    await shop.ok('makeOrder', order),
    await shop.ok('makeOrder', { ...order, testmode: 1 }),
    await shop.ok('makeOrder', { ...order, testmode: 1, comment: 'simulate:error=1102' }),
    await shop.ok('makeOrder', { ...order, testmode: 1, comment: 'simulate:slow=60' }),
    await shop.ok('makeOrder', { ...order, testmode: 1, comment: 'simulate:delayed' }),
  ];
  await world.settle();
  for (const cmd of ['test', 'getProducts', 'getCategories', 'getAddress', 'getBalance']) await check(cmd);
  for (const { id } of [...placed, { id: 1 }]) {
    for (const cmd of ['getStatus', 'getLinks', 'getCode', 'getCertificate']) {
      await check(cmd, { id });
    }
  }
  await check('makeOrder', { ...order, uuid: 'x' });
  await check('makeOrder', { ...order, uuid: 'x', comment: 'y' });
  await check('makeOrder', {});
  await check('makeOrder', { ...order, face: 1 });
  await world.settle();
});

/** The example in one language, as printed in the document. */
function exampleOf(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(english) ?? [];
  return code ?? assert.fail(`no example in ${language}`);
}

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** Runs a program with the example as its file; returns its output. */
async function run(program: string, file: string, env: Record<string, string>): Promise<string> {
  const child = spawn(program, [file], { env: { ...childEnvironment, ...env } });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return printed;
}

const examples = [
  { language: 'sh', program: 'sh', file: 'example.sh', needs: ['curl', 'openssl'] },
  { language: 'ts', program: process.execPath, file: 'example.ts', needs: [] },
  { language: 'php', program: 'php', file: 'example.php', needs: ['php'] },
  { language: 'python', program: 'python3', file: 'example.py', needs: ['python3'] },
];

for (const { language, program, file, needs } of examples) {
  const missing = needs.filter((name) => !isInstalled(name));
  test(
    `the example in ${language} orders`,
    { skip: missing.length > 0 && `no ${missing.join(', ')}` },
    async () => {
      await using world = await testWorld();
      const product = await addProduct(placeOf(world), { facesRoubles: [1000] });
      assert.equal(product.id, 2001, 'the product of the examples');
      const shop = await addCaller(world);
      const folder = mkdtempSync(join(tmpdir(), 'facevalue-example-'));
      writeFileSync(join(folder, file), exampleOf(language));
      const env = { BASE_URL: world.baseUrl, ID: String(shop.id), SECRET: shop.secret };
      const answer = JSON.parse(await run(program, join(folder, file), env)) as Envelope;
      rmSync(folder, { recursive: true });
      assert.equal(answer.status, 'ok');
      const { id } = answer.data as { id: number };
      assert.equal((await shop.ok('getStatus', { id }))['comment'], 'Подарок маме');
      await world.settle();
    },
  );
}

test(
  'the example that verifies a callback accepts only ours',
  { skip: !isInstalled('python3') },
  async () => {
    const code = english.slice(english.indexOf('```python\nimport base64') + 10);
    const secret = `whsec_${Buffer.from('some key').toString('base64')}`;
    const signature = createHmac('sha256', 'some key').update('m1.1700000000.status=ok').digest('base64');
    const ask = (body: string) =>
      `print(is_genuine({'webhook-id': 'm1', 'webhook-timestamp': '1700000000', 'webhook-signature': 'v1,${signature}'}, b'${body}'))\n`;
    const folder = mkdtempSync(join(tmpdir(), 'facevalue-example-'));
    const file = join(folder, 'check.py');
    writeFileSync(file, code.slice(0, code.indexOf('```')) + ask('status=ok') + ask('status=error'));
    assert.equal(await run('python3', file, { CALLBACK_SECRET: secret }), 'True\nFalse\n');
    rmSync(folder, { recursive: true });
  },
);
