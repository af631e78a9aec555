/** `serve` and `work` say where they listen, which behind a proxy is not the address by which they are reached. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastingPort } from '../support/lasting-port.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { startMain } from '../support/run-main.ts';

const patienceMs = 60_000;

for (const [role, port, said] of [
  ['serve', 'PORT', /^Listening on (http:\/\/127\.0\.0\.1:\d+), reached by https:\/\/gifts\.example\. /],
  ['work', 'FACEVALUE_WORK_PORT', /^Working, health at (http:\/\/127\.0\.0\.1:\d+)\/healthz\. /],
] as const)
  test(`${role} says where it listens`, { timeout: patienceMs }, async () => {
    await using database = await migratedDatabase();
    const { child, ended } = startMain([role], {
      DATABASE_URL: database.url,
      FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      FACEVALUE_BASE_URL: 'https://gifts.example',
      FACEVALUE_LOG: 'silent',
      [port]: String(await lastingPort()),
    });
    try {
      const line = await new Promise<string>((resolve) => child.stdout?.once('data', resolve));
      const [, address = ''] = said.exec(line) ?? [];
      assert.notEqual(address, '', line);
      assert.equal((await fetch(`${address}/healthz`)).status, 200);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
