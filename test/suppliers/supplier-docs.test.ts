import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { adapterNamed } from '../../src/suppliers/adapters/list.ts';
import { certifyLabels } from '../../src/suppliers/certify/labels.ts';
import { scenarioNames } from '../../src/suppliers/certify/finding.ts';
import { judgeIssued } from '../../src/suppliers/calls/call-supplier.ts';
import type { Reading } from '../../src/suppliers/adapters/adapter.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld } from '../support/test-world.ts';

interface Example {
  value: unknown;
  'x-reading'?: string;
}
interface Content {
  'application/json': { examples: Record<string, Example> };
}
interface Operation {
  requestBody: { content: Content };
  responses: Record<string, { content?: Content }>;
  parameters: { name: string; example: string }[];
}
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: { properties: { error: { properties: { code: { enum: string[] } } } } } } };
}

const docs = join(import.meta.dirname, '../../docs');
const contract = JSON.parse(await readFile(join(docs, 'supplier-openapi.json'), 'utf8')) as Contract;
const rest = adapterNamed('rest');
assert.ok(rest?.issue !== undefined && rest.activate !== undefined);
const { issue, activate, settings: form } = rest;
const settings = form.parse({ supplierUrl: 'https://codes.supplier.example' });
const now = new Date('2026-11-21T12:00:00+03:00');

function operation(path: string, method: string): Operation {
  const found = contract.paths[path]?.[method];
  assert.ok(found !== undefined, `${method} ${path}`);
  return found;
}

const requestOf = ({ requestBody }: Operation): Record<string, unknown> => {
  const [example] = Object.values(requestBody.content['application/json'].examples);
  return example?.value as Record<string, unknown>;
};

/** Every sample answer: its status, its body, and its meaning according to the contract. */
const answersOf = ({ responses }: Operation): { status: number; body: string; reading: string }[] =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content?.['application/json'].examples ?? {}).map((example) => ({
      status: Number(status),
      body: JSON.stringify(example.value),
      reading: example['x-reading'] ?? '',
    })),
  );

const wordOf = (reading: Reading<unknown>): string =>
  reading.is === 'refused' ? `refused:${reading.why}` : reading.is;

test('the published contract matches the requests of the adapter and how it reads each answer', async () => {
  const described = operation('/api/issueCertificate', 'post');
  const asked = requestOf(described);
  const ask = {
    requestId: String(asked['request_id']),
    faceKopecks: Number(asked['denomination']) * 100,
    productId: 1,
  };
  const request = await issue.request(ask, settings);
  assert.deepEqual(
    [request.method, new URL(request.url).pathname, JSON.parse(request.body)],
    ['POST', '/api/issueCertificate', asked],
  );
  const answers = answersOf(described);
  assert.ok(answers.length >= 7);
  for (const { status, body, reading } of answers) {
    const read = judgeIssued(issue.read({ status, headers: {}, body }, ask, settings), ask, now);
    assert.equal(wordOf(read), reading, `${status} ${body}`);
  }
});

test('the published contract matches the activation, whose successful answer is empty', async () => {
  const described = operation('/api/activateCertificate', 'put');
  const asked = requestOf(described);
  const ask = { requestId: String(asked['request_id']), number: String(asked['code']), pin: '' };
  const request = await activate.request(ask, settings);
  assert.deepEqual(
    [request.method, new URL(request.url).pathname, JSON.parse(request.body)],
    ['PUT', '/api/activateCertificate', asked],
  );
  for (const { status, body, reading } of answersOf(described)) {
    assert.equal(wordOf(activate.read({ status, headers: {}, body }, ask, settings)), reading);
  }
  assert.equal(described.responses['200']?.content, undefined);
  assert.equal(wordOf(activate.read({ status: 200, headers: {}, body: '' }, ask, settings)), 'done');
});

test('the interval of the contract is answered by the platform with items of the contract', async () => {
  await using world = await testWorld();
  const product = await world.product();
  await world.pool(product, 500, 1);
  const shop = await world.client();
  await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  world.clock.forward('1 h');
  const { parameters } = operation('/integration/v1/used', 'get');
  assert.deepEqual(
    parameters.map(({ name }) => name),
    ['from', 'to', 'gaps'],
  );
  const caller = await supplierCaller(world, product.supplierId);
  const sold = await caller.used('2026-11-21 12:00:00', '2026-11-21 13:00:00');
  const items = (await sold.json()) as Record<string, unknown>[];
  assert.equal(items.length, 1);
  assert.equal(typeof items[0]?.['code'], 'string');
});

test('the guide, in both languages, names every scenario of the final test and every code of a refusal', async () => {
  for (const [language, file] of [
    ['en', 'supplier-guide.md'],
    ['ru', 'ru/supplier-guide.md'],
  ] as const) {
    const guide = await readFile(join(docs, file), 'utf8');
    for (const name of scenarioNames)
      assert.ok(guide.includes(certifyLabels[language].scenarios[name]), `${language} ${name}`);
    for (const code of contract.components.schemas.Error.properties.error.properties.code.enum)
      assert.equal(guide.split(`\`${code}\``).length, 2, `${language} ${code}`);
  }
});
