/** A database that is given up: nothing that was asked of it is waited for. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openShared, type Database } from '../../../src/platform/database/database.ts';
import { abandon, PartPool } from '../../../src/platform/database/shared-pool.ts';

test('what is abandoned does not wait for a connection that a silent server leaves open', async () => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const name = 'facevalue abandoned';
  const shared = openShared(`postgres://nobody@127.0.0.1:${port}/nothing`, {
    connections: 2,
    name,
    way: null,
  });
  const part: Database = new PartPool(
    { schemas: ['public'] },
    { servers: shared.servers, shared: () => shared, close: () => shared.end() },
  );
  const asked = part.query('select').catch(({ cause }: Error) => cause);
  await once(silent, 'connection');
  abandon(part);
  assert.match(String(await asked), /Connection terminated/);
  await Promise.resolve(shared.end());
  silent.close();
});
