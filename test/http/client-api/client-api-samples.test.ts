import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { rotateKey } from '../../../src/clients/rotate-key.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { topUp } from '../../../src/ledger/top-up.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { addProduct } from '../../support/arrange.ts';
import { placeOf } from '../../support/client-api-caller.ts';
import { testClient, type TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const docs = join(import.meta.dirname, '../../../docs');
const pages = ['client-api.md', 'ru/client-api.md'].map((name) => ({
  name,
  text: readFileSync(join(docs, name), 'utf8'),
}));

interface OpenApi {
  components: { schemas: Record<string, { examples?: unknown[]; [keyword: string]: unknown } | undefined> };
  'x-operations': { cmd: string }[];
}

const served = async (world: TestWorld): Promise<OpenApi> =>
  (await (await fetch(`${world.baseUrl}/openapi.json`)).json()) as OpenApi;

const samplesOf = (document: OpenApi, name: string): unknown[] =>
  document.components.schemas[name]?.examples ?? [];

/** Fields with values defined by the protocol; of others only the type is compared. */
const fixedMembers = new Set(
  'status error_code error_text reason channel kind state sample_text available_methods'.split(' '),
);

/** A value with types in place of values that differ from order to order. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fixedMembers.has(name) ? member : shapeOf(member)]),
  );
}

/** The answers in JSON under the heading of an operation. */
function answersIn(page: string, cmd: string): unknown[] {
  const [, section = ''] = page.split(`\n### ${cmd}\n`);
  const own = section.slice(0, section.search(/\n##+ /));
  const blocks = [...own.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']) => text);
  return blocks.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as unknown);
}

test('every operation has sample answers, the same in the documents and in OpenAPI', async () => {
  await using world = await testWorld();
  const document = await served(world);
  for (const { cmd } of document['x-operations']) {
    const samples = samplesOf(document, `${cmd}Answer`);
    assert.ok(samples.length > 0, `${cmd} has no sample answer`);
    const { examples: _, ...schema } = document.components.schemas[`${cmd}Answer`] ?? {};
    for (const sample of samples) z.fromJSONSchema(schema).parse(sample);
    for (const { name, text } of pages) {
      assert.deepEqual(answersIn(text, cmd), samples, `${name}: samples of ${cmd}`);
    }
  }
});

/** A catalogue like that of the samples. */
async function arrangeCatalogue(world: TestWorld): Promise<number> {
  await world.home.db.query(`insert into categories (id, title) values (27, 'Еда и напитки')`);
  const { id } = await addProduct(placeOf(world), {
    scheme: 'platform',
    facesRoubles: [500, 1000],
    freeFaceRoubles: { min: 100, max: 15_000, step: 50 },
    categories: [27],
    validity: { is: 'days', days: 365 },
  });
  await world.home.db.query(
    `insert into addresses (product_id, area, locality, address, lat, lon)
     values ($1, 'Московская область', 'Клин', 'ул. Чайковского, 7', '56.331693', '36.728716')`,
    [id],
  );
  return id;
}

/** Answers of a running server, in the order of the samples. */
async function realAnswers(world: TestWorld, client: TestClient): Promise<Record<string, unknown[]>> {
  const program = await withTestKey(world, client);
  const productId = await arrangeCatalogue(world);
  const products = await client.call('getProducts');
  const soldOut = await addProduct(placeOf(world), { facesRoubles: [1000] });
  const order = { product_id: productId, face: 1000, email_to: 'anna@mail.example', external_id: 'A-17' };
  const made = await client.call('makeOrder', order);
  const { id } = made.data as { id: number };
  await world.settle();
  const waiting = await client.makeOrder({ product_id: productId, face: 1000 });
  const processing = await client.call('getStatus', { id: waiting });
  const late = await client.makeOrder({ product_id: soldOut.id, face: 1000, ttl: 60 });
  const issued = await client.call('getStatus', { id });
  world.clock.forward('2 min');
  await world.settle();
  const ask = async (cmd: string, data?: object): Promise<unknown[]> => [await client.call(cmd, data)];
  const answers = {
    test: await ask('test'),
    getProducts: [products],
    getCategories: await ask('getCategories'),
    getAddress: await ask('getAddress', { product_id: productId }),
    getBalance: await ask('getBalance'),
    makeOrder: [made],
    getStatus: [issued, processing, await client.call('getStatus', { id: late })],
    getLinks: await ask('getLinks', { queue_id: id }),
    getCode: await ask('getCode', { queue_id: id }),
    getCertificate: await ask('getCertificate', { queue_id: id }),
    resend: await ask('resend', { queue_id: id }),
    ...(await bulkAnswers(world, client, productId)),
    ...(await topUpAnswers(world, client)),
    moveTestClock: [await clockAnswer(program, productId)],
  };
  await world.settle();
  return answers;
}

async function bulkAnswers(
  world: TestWorld,
  client: TestClient,
  productId: number,
): Promise<Record<string, unknown[]>> {
  const orders = [
    { product_id: productId, face: 1000, delivery_type: 'link', external_id: 'B-1' },
    { product_id: productId, face: 1, delivery_type: 'link', external_id: 'B-2' },
  ];
  const made = await client.call('makeBulkOrder', { uuid: 'bonus-2026-11', placing: 'right', orders });
  await world.settle();
  const { id } = made.data as { id: number };
  return { makeBulkOrder: [made], getReport: [await client.call('getReport', { id })] };
}

async function topUpAnswers(world: TestWorld, client: TestClient): Promise<Record<string, unknown[]>> {
  const made = await client.call('makeTopUp', { sum: 100_000 });
  const { id, reference } = made.data as { id: number; reference: string };
  const payment = { clientId: client.id, amountKopecks: 100_000_00, reference, note: '' };
  await transaction(world.home.db, (tx) => topUp(tx, payment, world.clock.now()));
  return {
    makeTopUp: [made],
    getTopUpStatus: [await client.call('getTopUpStatus', { id })],
    getTopUpLimit: [await client.call('getTopUpLimit')],
  };
}

/** The same client by a test key. */
async function withTestKey(world: TestWorld, { id }: TestClient): Promise<TestClient> {
  const ask = { clientId: id, kind: 'test' } as const;
  const key = await rotateKey(world.home.db, world.ctx.keyring, fromShell, ask, world.clock.now());
  assert.ok(key.is === 'rotated');
  return testClient(world.baseUrl, { id, secret: key.secret }, world.callbacks);
}

async function clockAnswer(program: TestClient, productId: number): Promise<unknown> {
  const order = await program.makeOrder({ product_id: productId, face: 1000, delivery_type: 'link' });
  return program.call('moveTestClock', { id: order, seconds: 14_400 });
}

test('each sample answer has the shape of what a running server answers', async () => {
  await using world = await testWorld();
  const document = await served(world);
  const client = await world.client({ delayedMode: true, discountBasisPoints: 350 });
  const real = await realAnswers(world, client);
  for (const { cmd } of document['x-operations']) {
    const samples = samplesOf(document, `${cmd}Answer`);
    assert.deepEqual(shapeOf(samples), shapeOf(real[cmd]), `the samples of ${cmd}`);
  }
  const refusal = await client.call('makeOrder', { product_id: 2001, face: 1 });
  assert.deepEqual([refusal], samplesOf(document, 'ErrorAnswer'));
});

test('the Russian page has the program examples of the English one', () => {
  const [english, russian] = pages.map(({ text }) => text.match(/```(?:sh|ts|php|python)\n[^]*?```/g) ?? []);
  assert.equal(english?.length, 5);
  assert.deepEqual(russian, english);
});
