/** The rights of roles on a real cluster. */
import { test } from 'node:test';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { asLeast, assertLeastRights } from '../support/least-rights.ts';

test('orders of all cells are served by a role with the least rights', { skip: withoutCitus }, async () => {
  await using world = await clusterWorld({}, asLeast);
  await assertLeastRights(world, 4);
});
