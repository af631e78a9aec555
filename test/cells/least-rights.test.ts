/** The rights of roles on an installation with cells, on one server. */
import { test } from 'node:test';
import { asLeast, assertLeastRights } from '../support/least-rights.ts';
import { testWorld } from '../support/test-world.ts';

test('orders of all cells are served by a role with the least rights', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' }, undefined, asLeast);
  await assertLeastRights(world, 3);
});
