/** Work that found nothing is left out until a transaction has ended at a node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlessUnchanged } from '../../src/platform/cells/unless-unchanged.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { testWorld } from '../support/test-world.ts';

test('work is done again when it did something, when a transaction has ended, and when a node does not answer', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const [first] = world.ctx.cells;
  assert.ok(first !== undefined);
  // Other tests use the same server, whose transactions count too.
  let ended = 'select 1 as snapshot';
  const query = () => first.lookDb.query(ended);
  const cells = [{ ...first, lookDb: { query } as unknown as Database }];
  let [rounds, found] = [0, 1];
  const round = unlessUnchanged({ cells }, () => {
    rounds += 1;
    return Promise.resolve(found);
  });
  assert.equal(await round(), 1);
  found = 0;
  for (let again = 0; again < 3; again += 1) assert.equal(await round(), 0);
  assert.equal(rounds, 2);
  ended = 'select 2 as snapshot';
  for (let again = 0; again < 3; again += 1) await round();
  assert.equal(rounds, 3);
  ended = 'select nothing from nowhere';
  for (let again = 0; again < 3; again += 1) await round();
  assert.equal(rounds, 6);
});
