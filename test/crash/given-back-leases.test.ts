/** What a killed process had leased is due at once; what a living one has leased stays its own, whatever the database sees of it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLeaseReturner } from '../../src/platform/cells/give-back-leases.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { issue, mailWorld } from '../messaging/letter-world.ts';
import { shopWorld, untilMore } from '../platform/database/shop-world.ts';
import { createTestDatabase } from '../support/test-cluster.ts';
import { startProcess } from './platform-process.ts';

/** Shorter than any lease: that of a callback is 40 seconds. */
const patienceMs = 60_000;

test('only the kernel says that a process is dead', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-leases-'));
  await using at = await mailWorld();
  const { world } = at;
  await using other = await startProcess(['test/crash/lease-child.ts', folder], {});
  const { claimId } = other.ready as unknown as { claimId: string };
  await issue(world, [{ requestId: 1 }]);
  const until = new Date(world.clock.now().getTime() + 600_000);
  await world.db.query(`update deliveries set claim_id = $1, due_at = $2, leased_until = $2`, [
    claimId,
    until,
  ]);
  await world.centre.query(
    `insert into mailbox_folders (name, uid_validity, last_uid, leased_until, claim_id) values ('codes:INBOX', '', 0, $2, $1)`,
    [claimId, until],
  );
  const leased = async (): Promise<boolean[]> => {
    const { rows: letters } = await world.db.query(`select from deliveries where due_at > $1`, [
      world.clock.now(),
    ]);
    const { rows: visits } = await world.centre.query(
      `select from mailbox_folders where leased_until is not null`,
    );
    return [letters.length > 0, visits.length > 0];
  };
  const returner = createLeaseReturner({ ...world, db: world.centre, config: { runFolder: folder } });
  try {
    await returner.round();
    assert.deepEqual(await leased(), [true, true], 'it has no connection, and lives');
    process.kill(other.pid, 'SIGSTOP');
    await returner.round();
    assert.deepEqual(await leased(), [true, true], 'it is paused, and lives');
    await other.kill('SIGKILL');
    await returner.round();
    assert.deepEqual(await leased(), [false, false]);
    const mark = claimId.replaceAll('-', '').slice(0, 16);
    assert.ok(readdirSync(folder).every((name) => !name.startsWith(mark)));
    assert.equal(await at.deliverer.round(), 1);
    await at.deliverer.drain();
    assert.equal(at.mail.letters.length, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const points = ['deliver:after-claim', 'send-callbacks:after-claim'] as const satisfies CrashPointName[];

for (const point of points)
  test(`work is killed at ${point}: the next one sends at once`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'facevalue-leases-'));
    const database = await createTestDatabase(() => Promise.resolve(), 'empty-database');
    try {
      await using world = await shopWorld(database.url);
      const serve = await world.start('serve');
      const settings = { FACEVALUE_RUN_FOLDER: folder, FACEVALUE_SMTP_URL: world.mail.url };
      const first = await world.start('work', { ...settings, FACEVALUE_CRASH_AT: point });
      const stop = new AbortController();
      const placing = world.placeStubbornly(serve, { lanes: 4, signal: stop.signal });
      await untilMore(world, 4);
      stop.abort();
      await placing;
      assert.equal(await first.process.ended, 'SIGKILL');
      await world.start('work', settings);
      const { rows: left } = await world.db.query<{ seconds: number }>(
        `select extract(epoch from max(leased_until) - now())::float8 as seconds
         from (select leased_until from deliveries where state = 'due' union all
           select leased_until from callbacks where state = 'due') leased`,
      );
      const deadline = performance.now() + patienceMs;
      for (let due = 1; due > 0; await sleep(50)) {
        const { rows } = await world.db.query<{ due: number }>(
          `select (select count(*) from deliveries where state = 'due') + (select count(*) from callbacks where state = 'due')
             + (select count(*) from requests where ended_at is null) as due`,
        );
        due = rows[0]?.due ?? 0;
        assert.ok(performance.now() < deadline, `${due} wait, leased for ${left[0]?.seconds} s more`);
      }
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  });
