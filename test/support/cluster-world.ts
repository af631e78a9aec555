/** A platform on a real cluster of Citus. */
import { Client } from 'pg';
import { addressAt, readNodes } from '../../src/platform/cells/nodes.ts';
import { entryOf } from '../../src/platform/cells/prepare-nodes.ts';
import { spreadDatabase, type CitusDatabase } from './citus-database.ts';
import { testWorld, type TestWorld } from './test-world.ts';

export interface ClusterWorld extends TestWorld {
  database: CitusDatabase;
}

/** Its programs enter the cluster at the node of cell 1, and its clients, orders and codes are in that cell. */
export async function worldInOneCell(settings: Record<string, string> = {}): Promise<ClusterWorld> {
  const database = await spreadDatabase();
  const world = await testWorld(settings, undefined, () => atCellOne(database));
  const close = world[Symbol.asyncDispose].bind(world);
  return Object.assign(world, {
    database,
    async [Symbol.asyncDispose]() {
      await close();
      await database[Symbol.asyncDispose]();
    },
  });
}

async function atCellOne({ url }: CitusDatabase): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const node = (await readNodes(client)).find(({ cells }) => cells.includes(1));
  await client.end();
  if (node === undefined) throw new Error('There is no cell 1.');
  const address = new URL(addressAt(url, node));
  // What is everywhere is written through Citus.
  address.searchParams.set('options', `-c search_path=${entryOf(1)},public`);
  return address.href;
}
