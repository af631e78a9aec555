import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { samplesOf } from '../docs/read-samples.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { testWorld } from '../support/test-world.ts';

test("the README's example orders", async () => {
  const [sample] = samplesOf('README.md').filter(({ marks }) => !marks.has('not-run'));
  assert.ok(sample !== undefined);
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  assert.equal(product.id, 2001, 'the product of the example');
  const client = await world.client();
  const code = sample.code
    .replace('http://127.0.0.1:8080', world.baseUrl)
    .replace('11638', String(client.id))
    .replace('the-secret-that-npm-start-printed', client.secret);
  const { stdout } = await promisify(execFile)('sh', ['-ec', code], { env: childEnvironment });
  const id = Number(/\b35\d{5}\b/.exec(stdout)?.[0] ?? assert.fail(stdout));
  await world.settle();
  assert.equal((await client.getStatus(id))['status'], 'ok');
});
