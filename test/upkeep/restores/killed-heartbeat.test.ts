/** Processes are killed at each step of a beat, and the database crashes: none of it is taken for a copy that was put back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKeyring } from '../../../src/platform/secrets/keyring.ts';
import { testMasterKey } from '../../crash/platform-process.ts';
import { shopWorld } from '../../platform/database/shop-world.ts';
import { readHeartbeat } from '../../../src/platform/database/heartbeat-file.ts';
import { copiedServer } from './copied-server.ts';

const kills = Number(process.env['FACEVALUE_TEST_KILLS'] ?? 6);
const points = ['heartbeat:committed', 'heartbeat:file-begun', 'heartbeat:file-replaced'] as const;

for (const commits of ['on', 'off'])
  test(`${kills} kills within a beat, and crashes of the database, raise no false alarm (synchronous_commit ${commits})`, async () => {
    await using running = new AsyncDisposableStack();
    const server = running.use(await copiedServer({ synchronous_commit: commits }));
    const world = running.use(await shopWorld(server.url));
    await openKeyring(world.db, testMasterKey, new Date());
    const FACEVALUE_HEARTBEAT_FILE = server.heartbeatFile;
    for (let kill = 0; kill < kills; kill += 1) {
      const FACEVALUE_CRASH_AT = `${points[kill % points.length]}#${1 + (kill % 2)}`;
      const start = () => world.start('work', { FACEVALUE_HEARTBEAT_FILE, FACEVALUE_CRASH_AT });
      // While one beats, the other looks; once it is dead, the other beats.
      const both = await Promise.all([start(), start()]);
      for (const { process: one } of both) assert.equal(await one.ended, 'SIGKILL', one.said());
      if (kill % 2 === 1) await server.crash();
      const found = await readHeartbeat(server.heartbeatFile);
      const { rows } = await world.db.query<{ beat: number }>(`select beat from database_history`);
      if (found.is === 'read') assert.ok(found.beat.beat <= (rows[0]?.beat ?? 0), 'the file is not ahead');
    }
    assert.equal((await readHeartbeat(server.heartbeatFile)).is, 'read');
  });
