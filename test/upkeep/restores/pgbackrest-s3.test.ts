import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { needsOpenssl } from '../../support/wallet-keys.ts';
import { hasPgBackRest, pgBackRestServer } from './pgbackrest-server.ts';
import { s3Server } from './s3-server.ts';

const needed = { skip: needsOpenssl.skip || (hasPgBackRest() ? false : 'pgBackRest is not installed') };

test(
  'pgBackRest keeps log and backup in storage like S3, and restores them to a chosen instant',
  needed,
  async () => {
    await using running = new AsyncDisposableStack();
    const storage = running.use(await s3Server());
    const server = running.use(await pgBackRestServer(storage.settings));
    await run(server.url, 'create table sold (code integer)');
    await server.backUp();
    await run(server.url, 'insert into sold values (1)');
    const instant = new Date();
    await run(server.url, 'insert into sold values (2)');
    await server.archive();
    await server.kill();
    const kept = [...storage.objects.keys()];
    assert.ok(kept.some((name) => name.startsWith('facevalue/archive/main/15-1/')));
    assert.ok(kept.some((name) => name.startsWith('facevalue/backup/main/')));
    const url = await server.restoreTo(instant);
    assert.deepEqual(await run(url, 'select code from sold'), [{ code: 1 }]);
  },
);

async function run(url: string, statement: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
