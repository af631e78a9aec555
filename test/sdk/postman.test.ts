import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { generatedFiles } from '../../sdk/generate.ts';
import { sdkWorld } from './sdk-world.ts';

interface Collection {
  item: { name: string; request: { body: { urlencoded: { key: string; value: string }[] } } }[];
}

test('each request of the Postman collection is accepted, one after the other', async () => {
  await using world = await sdkWorld();
  const client = await world.client();
  const collection = JSON.parse(
    generatedFiles().get('facevalue.postman_collection.json') ?? '',
  ) as Collection;
  const variables = new Map([
    ['product_id', String(world.coffee.id)],
    ['face', '500'],
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
    assert.equal(status, 'ok', `${name}: ${JSON.stringify(error)}`);
    const variable = remembered.get(name);
    if (variable !== undefined) variables.set(variable, String((data as { id: number }).id));
    await world.settle();
  }
});
