import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { transaction, type Database } from '../../src/platform/database/database.ts';
import { travelOn } from '../../src/platform/time-travel/set-time-travel.ts';
import { startSmppPeer } from '../../simulators/sms/smpp-peer.ts';
import { createTextInbox } from '../../simulators/sms/text-inbox.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { issueGifts } from '../support/text-world.ts';

const patienceMs = 60_000;
const hourMs = 3_600_000;
const requestIds = [1, 2, 3];

interface Ending {
  state: string;
  report: string | null;
}

/** Kills the platform at a crash point of sending texts, restarts it an hour later, and waits for the final reports. */
async function tell(crashAt: CrashPointName): Promise<{ perPhone: number[]; endings: Ending[] }> {
  await using world = await migratedDatabase();
  const inbox = createTextInbox({ folder: null, clock: { now: () => new Date() } });
  const peer = await startSmppPeer({ inbox });
  const settings = { DATABASE_URL: world.url, FACEVALUE_SMS_PRIMARY: peer.url };
  try {
    await issueGifts(
      world,
      requestIds.map((requestId) => ({ requestId })),
      new Date(),
    );
    await using first = await startPlatform({ ...settings, FACEVALUE_CRASH_AT: crashAt });
    assert.equal(await first.ended, 'SIGKILL');
    await transaction(world.centre, (tx) => travelOn(tx, hourMs));
    await using second = await startPlatform(settings);
    const endings = await untilTold(world.db);
    await second.kill('SIGTERM');
    const phones = inbox.newest(100).map(({ to }) => to);
    return {
      perPhone: [...new Set(phones)].map((phone) => phones.filter((to) => to === phone).length),
      endings,
    };
  } finally {
    await peer.close();
  }
}

async function untilTold(db: Database): Promise<Ending[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await db.query<Ending>(`select state, report from deliveries order by request_id`);
    if (rows.every(({ state, report }) => state === 'sent' && report !== null)) return rows;
    assert.ok(performance.now() < deadline, JSON.stringify(rows));
    await sleep(50);
  }
}

const count = (endings: Ending[], report: string): number =>
  endings.filter((ending) => ending.report === report).length;

test('killed before texts were marked, the platform sends each once', async () => {
  const { perPhone, endings } = await tell('deliver-texts:after-claim');
  assert.deepEqual(perPhone, [1, 1, 1]);
  assert.equal(count(endings, 'delivered'), 3);
});

test('killed after marking texts, the platform reports the marked ones as unknown', async () => {
  const { perPhone, endings } = await tell('deliver-texts:after-mark');
  const unknown = count(endings, 'unknown');
  assert.ok(unknown >= 1);
  assert.ok(perPhone.every((texts) => texts === 1));
  assert.equal(perPhone.length, requestIds.length - unknown);
  assert.equal(count(endings, 'delivered'), perPhone.length);
});

for (const point of ['deliver-texts:after-send', 'deliver-texts:after-commit'] as const) {
  test(`killed at ${point}, the platform sends no text a second time`, async () => {
    const { perPhone, endings } = await tell(point);
    assert.ok(
      perPhone.every((texts) => texts === 1),
      'no phone got two',
    );
    assert.ok(perPhone.length >= 1);
    assert.equal(count(endings, 'delivered') + count(endings, 'unknown'), 3);
    if (point === 'deliver-texts:after-send') assert.ok(count(endings, 'unknown') >= 1);
    else assert.ok(count(endings, 'delivered') >= 1);
  });
}
