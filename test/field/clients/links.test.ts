import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../../support/test-world.ts';
import { linkSamples } from './link-samples.ts';

/** On this very server: an address without a host. */
const pathOf = ({ headers }: Response): string | undefined =>
  /^\/[^/?]+\/[^/?]+/.exec(headers.get('location') ?? '')?.[0];

test('a link with what stood around it leads to the gift, and tells nothing of others', async (context) => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  const { download_url: link } = await client.getLinks(id);
  const token = new URL(link ?? assert.fail()).pathname.slice('/g/'.length);
  const unknown = 'A'.repeat(token.length);
  const get = (path: string) =>
    fetch(world.baseUrl + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  for (const { name, input } of linkSamples) {
    await context.test(name, async () => {
      const answer = await get(input.replace('TOKEN', token));
      assert.deepEqual([answer.status, pathOf(answer)], [303, `/g/${token}`]);
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      assert.equal((await get(`/g/${token}`)).status, 200);
      const other = await get(input.replace('TOKEN', unknown));
      assert.deepEqual([other.status, pathOf(other)], [303, `/g/${unknown}`], 'no oracle');
    });
  }
  for (const path of [
    '/g/.',
    '/g/short.',
    '/g//evil.example/',
    `/g/https:%2F%2Fevil.example`,
    `/g/${'A'.repeat(65)}.`,
  ]) {
    assert.ok((await get(path)).status >= 400, path);
  }
  // A language that the link names stays.
  const answer = await get(`/g/${token}.?lang=en`);
  assert.equal(answer.headers.get('location'), `/g/${token}?lang=en`);
});
