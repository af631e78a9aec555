import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { generatedFiles } from '../../sdk/generate.ts';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { sdkWorld, type SdkWorld } from './sdk-world.ts';

interface Collection {
  item: { name: string; request: { body: { urlencoded: { key: string; value: string }[] } } }[];
}

/** Operations that one kind of key alone may call. */
const onlyWith = {
  live: ['makeTopUp', 'getTopUpStatus', 'getTopUpLimit'],
  test: ['moveTestClock'],
};
const wrongKind = 1005;

async function withTestKey(world: SdkWorld, { id }: TestClient): Promise<TestClient> {
  const ask = { clientId: id, kind: 'test' } as const;
  const key = await rotateKey(world.home.db, world.ctx.keyring, fromShell, ask, world.clock.now());
  assert.ok(key.is === 'rotated');
  return testClient(world.baseUrl, { id, secret: key.secret }, world.callbacks);
}

test('each request of the Postman collection is accepted, one after the other, with a live key and with a test key', async () => {
  await using world = await sdkWorld();
  const live = await world.client();
  const tester = await withTestKey(world, live);
  await acceptsAll(world, live, onlyWith.test);
  await acceptsAll(world, tester, onlyWith.live);
});

async function acceptsAll(world: SdkWorld, client: TestClient, refused: readonly string[]): Promise<void> {
  const collection = JSON.parse(
    generatedFiles().get('facevalue.postman_collection.json') ?? '',
  ) as Collection;
  const variables = new Map([
    ['product_id', String(world.coffee.id)],
    ['face', '500'],
    ['top_up_id', '1'],
  ]);
  const remembered = new Map([
    ['makeOrder', 'request_id'],
    ['makeBulkOrder', 'bulk_id'],
    ['makeTopUp', 'top_up_id'],
  ]);
  const filled = (text: string): string =>
    text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
      name === '$guid' ? randomUUID() : (variables.get(name) ?? assert.fail(`nothing fills ${name}`)),
    );
  for (const { name, request } of collection.item) {
    const sent = request.body.urlencoded.find(({ key }) => key === 'data')?.value ?? assert.fail(name);
    const { status, data, error } = await client.call(name, JSON.parse(filled(sent)) as object);
    if (refused.includes(name)) {
      assert.equal(error?.code, wrongKind, name);
      continue;
    }
    assert.equal(status, 'ok', `${name}: ${JSON.stringify(error)}`);
    const variable = remembered.get(name);
    if (variable !== undefined) variables.set(variable, String((data as { id: number }).id));
    await world.settle();
  }
}
