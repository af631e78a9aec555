/** Migrations on an installation that is spread over a real cluster of Citus. */
import { test } from 'node:test';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { assertMigrated } from '../support/later-migrations.ts';

test(
  'a later migration is applied to the tables of each cell, while programs run',
  { skip: withoutCitus },
  async () => {
    await using world = await clusterWorld();
    await assertMigrated(world);
  },
);
