import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { generatedFiles } from '../../sdk/generate.ts';
import type { TestClient } from '../support/test-client.ts';
import { drive, okOf, runProgram, sdkNames, type Outcome, type Sdk, type Step } from './sdk-programs.ts';
import { sdkWorld, type SdkWorld } from './sdk-world.ts';

let world: SdkWorld;

before(async () => {
  world = await sdkWorld();
});
after(() => world[Symbol.asyncDispose]());

/** What each SDK makes of the same steps, each with a client of its own. */
async function driveAll(stepsFor: (client: TestClient, sdk: Sdk) => Step[]): Promise<Record<Sdk, Outcome[]>> {
  const outcomes: Partial<Record<Sdk, Outcome[]>> = {};
  for (const sdk of sdkNames) {
    const client = await world.client();
    outcomes[sdk] = await world.whileWorking(drive(sdk, world.settingsOf(client), stepsFor(client, sdk)));
  }
  return outcomes as Record<Sdk, Outcome[]>;
}

/** What is random or counted differs between clients and cannot be compared. */
const withoutNumbers = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      ['id', 'uuid', 'reference', 'link', 'download_url', 'order_id', 'at'].includes(key)
        ? typeof part
        : part,
    ),
  );

function assertAlike(outcomes: Record<Sdk, Outcome[]>): Outcome[] {
  for (const sdk of sdkNames)
    assert.deepEqual(withoutNumbers(outcomes[sdk]), withoutNumbers(outcomes.typescript), sdk);
  return outcomes.typescript;
}

test('the generated operations are those of docs/openapi.json', () => {
  for (const [path, text] of generatedFiles())
    assert.equal(
      readFileSync(join(import.meta.dirname, '../../sdk', path), 'utf8'),
      text,
      `run sdk/generate.ts: ${path}`,
    );
});

test('signatures are those that real clients sent', async () => {
  const secret = 's3cr3t/Key';
  const outcomes = await driveAll(() => [
    { do: 'sign', cmd: 'getBalance', data: '{}', secret },
    { do: 'sign', cmd: 'getStatus', data: '{"id":3513450}', secret },
    { do: 'sign', cmd: 'test', data: '', secret },
  ]);
  assert.deepEqual(
    assertAlike(outcomes).map(({ ok }) => ok),
    [
      'b93b6c60949a09b39c2ab0848ccd4b77dde218bff73510311718f4350c8b48f2',
      'dcc109dfce0f7860d827e03f021d6506b5b7d25b68749b70d118294e314da24f',
      'e7a5c1535a203d775b4460cfd58cb383f395cc774861cbfdb32217aa74621a9d',
    ],
  );
});

test('every operation of the API is called alike and brings the same answer', async () => {
  const order = {
    product_id: world.coffee.id,
    face: 500,
    testmode: true,
    text: 'С «днём» / \\ 🎁 рождения',
    uuid: 'n-1',
  };
  const outcomes = await driveAll(() => [
    { do: 'test' },
    { do: 'getProducts', fields: {} },
    { do: 'getProducts' },
    { do: 'getCategories' },
    { do: 'getAddress', fields: { product_id: [world.coffee.id] } },
    { do: 'getBalance' },
    { do: 'makeOrder', fields: order },
    { do: 'makeOrder', fields: order },
    { do: 'makeOrder', fields: { product_id: world.coffee.id, face: 500, testmode: true } },
    { do: 'makeTopUp', fields: { sum: 5000.5 } },
    { do: 'getTopUpLimit' },
  ]);
  const answers = assertAlike(outcomes);
  assert.ok(answers.every(({ ok }) => ok !== undefined));
  for (const sdk of sdkNames) {
    const [first, second, third] = outcomes[sdk]
      .slice(6, 9)
      .map(({ ok }) => ok as { id: number; uuid: string });
    assert.deepEqual(second, first);
    assert.equal(first?.uuid, 'n-1');
    assert.notEqual(third?.id, first?.id);
    assert.match(third?.uuid ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('an order is waited for, and its certificate fetched in every form', async () => {
  for (const sdk of sdkNames) {
    const client = await world.client();
    const run = (steps: Step[]) => world.whileWorking(drive(sdk, world.settingsOf(client), steps));
    const [made] = await run([
      { do: 'makeOrder', fields: { product_id: world.coffee.id, face: 500, email_to: 'a@mail.example' } },
    ]);
    const { id } = okOf<{ id: number }>(made);
    const [waited, links, code, pdf, resent, status, ...byId] = await run([
      { do: 'wait', id, ms: 20_000 },
      { do: 'getLinks', fields: { queue_id: id } },
      { do: 'getCode', fields: { queue_id: id } },
      { do: 'pdf', id },
      { do: 'resend', fields: { queue_id: id, email_to: 'b@mail.example' } },
      { do: 'getStatus', fields: { id } },
      { do: 'getCode', fields: id },
      { do: 'getLinks', fields: id },
      { do: 'getStatus', fields: id },
    ]);
    const order = await client.getStatus(id);
    assert.equal(okOf<{ status: string }>(waited).status, 'ok', sdk);
    assert.equal(okOf<{ download_url: string }>(links).download_url, order['link']);
    assert.deepEqual(code?.ok, await client.getCode(id));
    assert.equal(pdf?.ok, '%PDF-');
    assert.deepEqual(okOf<{ channels: string[] }>(resent).channels, ['email']);
    assert.equal(okOf<{ link: string }>(status).link, order['link']);
    // The id stands for the fields. Deliveries of a status go on meanwhile.
    assert.deepEqual(byId.slice(0, 2), [code, links], sdk);
    assert.equal(okOf<{ id: number }>(byId[2]).id, id, sdk);
  }
});

test('refusals are typed: the code, whether to repeat, the wrong fields', async () => {
  const outcomes = await driveAll(() => [
    { do: 'makeOrder', fields: { product_id: world.coffee.id, face: 501, uuid: 'n-1', to_phone: '12' } },
    { do: 'getStatus', fields: { id: 1 } },
    { do: 'makeOrder', fields: { product_id: world.coffee.id, face: 1000 } },
  ]);
  const [wrong, foreign, soldOut] = assertAlike(outcomes);
  assert.deepEqual(
    [wrong?.['code'], wrong?.['retry'], wrong?.['fields'], wrong?.['hasRequestId']],
    [3601, 'after-fix', ['to_phone'], true],
  );
  const [problem, ...others] = (wrong?.['problems'] ?? []) as {
    field: string;
    reason: string;
    wanted: string;
  }[];
  assert.deepEqual([problem?.field, problem?.reason, others], ['to_phone', 'form', []]);
  assert.match(problem?.wanted ?? '', /phone|79/i);
  assert.ok(
    String(wrong?.['message']).endsWith(`; to_phone: ${problem?.wanted}`),
    String(wrong?.['message']),
  );
  assert.deepEqual([foreign?.['code'], foreign?.['retry']], [1201, 'no']);
  assert.deepEqual([soldOut?.['code'], soldOut?.['fields']], [3601, ['face']]);
  const unknown = await Promise.all(
    sdkNames.map((sdk) =>
      drive(sdk, { BASE_URL: world.baseUrl, ID: '1', SECRET: 'wrong' }, [{ do: 'test' }]),
    ),
  );
  assert.deepEqual(
    unknown.map(([outcome]) => outcome?.['code']),
    sdkNames.map(() => 1002),
  );
});

test('a bulk order of any size goes in parts that fit, and its lines come back in order', async () => {
  const orders = Array.from({ length: 150 }, (_, index) => ({
    product_id: world.coffee.id,
    face: 500,
    testmode: true,
    uuid: `b-${index}`,
    external_id: `E-${index}`,
    text: "Поздравляем! (от 'всех') ".repeat(20),
  }));
  for (const sdk of sdkNames) {
    const client = await world.client();
    const run = (steps: Step[]) => world.whileWorking(drive(sdk, world.settingsOf(client), steps));
    const [bulk] = await run([{ do: 'bulk', fields: { uuid: 'bonus', orders } }]);
    const { parts_received: parts, orders: count, wrong } = okOf<Record<string, number>>(bulk);
    assert.deepEqual([count, wrong], [150, 0], `${sdk} ${JSON.stringify(bulk)}`);
    assert.ok((parts ?? 0) > 3, `${parts} parts`);
    const [lines] = await run([{ do: 'lines', fields: { uuid: 'bonus' } }]);
    assert.deepEqual(
      okOf<{ external_id: string; status: string }[]>(lines).map((line) => [line.external_id, line.status]),
      orders.map((order) => [order.external_id, 'issued']),
    );
  }
});

test('the example orders a certificate, and the same order number orders once', async () => {
  for (const sdk of sdkNames) {
    const client = await world.client();
    const settings = {
      ...world.settingsOf(client),
      PRODUCT: String(world.coffee.id),
      FACE: '500',
      ORDER_NUMBER: 'S-1',
    };
    const first = await world.whileWorking(runProgram(sdk, 'examples/order', settings));
    assert.match(first, /^http:\/\/127\.0\.0\.1:\d+\/g\/\S+\n$/);
    assert.equal(await runProgram(sdk, 'examples/order', settings), first);
  }
});
