/** A platform on a real cluster of Citus. */
import { spreadDatabase, type CitusDatabase } from './citus-database.ts';
import { testWorld, type TestWorld } from './test-world.ts';

export interface ClusterWorld extends TestWorld {
  database: CitusDatabase;
}

/** Four cells on the nodes of the cluster, its clients in one after the other. `prepare` is that of `testWorld`. */
export async function clusterWorld(
  settings: Record<string, string> = {},
  prepare: (url: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<ClusterWorld> {
  const cells = 4;
  const database = await spreadDatabase({ cells });
  const world = await testWorld({ ...settings, FACEVALUE_TEST_CELLS: String(cells) }, undefined, () =>
    prepare(database.url),
  );
  const close = world[Symbol.asyncDispose].bind(world);
  return Object.assign(world, {
    database,
    async [Symbol.asyncDispose]() {
      await close();
      await database[Symbol.asyncDispose]();
    },
  });
}
