import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { travelOn } from '../../src/platform/time-travel/set-time-travel.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { statusNotification } from '../support/delivery-status.ts';
import { bounceWorld, type BounceWorld } from './bounce-world.ts';

test('a report that is read again changes nothing', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const mail = statusNotification({ to: letter.from, action: 'failed', diagnostic: '550 unknown' });
  await at.comes(mail);
  const first = await at.world.cellOf(at.shop).db.query(`select * from deliveries`);
  at.world.clock.forward('1 h');
  await at.world.settle();
  at.mailbox.renumber();
  await at.world.settle();
  await at.comes(mail);
  assert.deepEqual((await at.world.cellOf(at.shop).db.query(`select * from deliveries`)).rows, first.rows);
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
  assert.equal(await at.counted('undelivered'), 1);
});

test('a mail that is too large or broken is set aside and does not delay others', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  await at.mailbox.receive(
    statusNotification({ to: letter.from, action: 'failed', returned: 'x'.repeat(16 * 1024 * 1024) }),
  );
  await at.mailbox.receive(
    Buffer.from(
      `To: ${letter.from}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\0\xff:::\r\n\r\nAction`,
      'latin1',
    ),
  );
  await at.mailbox.receive(Buffer.from('\r\n\r\n'));
  await at.comes(statusNotification({ to: letter.from, action: 'failed' }));
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
  assert.deepEqual(
    at.mailbox.flags().map((flags) => flags.includes('\\Flagged')),
    [true, true, true, false],
  );
});

test('a report that arrives before the letter is recorded waits for it', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const { clock } = at.world;
  const { db } = at.world.cellOf(at.shop);
  const lease = new Date(clock.now().getTime() + 60_000);
  await db.query(
    `update deliveries set state = 'due', sent_at = null, claim_id = gen_random_uuid(), leased_until = $1, due_at = $1`,
    [lease],
  );
  await at.comes(statusNotification({ to: letter.from, action: 'failed' }));
  assert.deepEqual(at.mailbox.flags(), [[]]);
  await db.query(`update deliveries set state = 'sent', sent_at = $1, claim_id = null, leased_until = null`, [
    clock.now(),
  ]);
  await at.world.settle();
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
});

const patienceMs = 60_000;

/** Processes of the platform have the true time: a week after its letter a report comes too late. */
const worldOfToday = (): Promise<BounceWorld> => bounceWorld(new Date().toISOString());

const settingsOf = ({ world, mailbox }: BounceWorld): Record<string, string> => ({
  DATABASE_URL: world.databaseUrl,
  FACEVALUE_SMTP_URL: world.mail.url,
  FACEVALUE_BOUNCE_ADDRESS: 'bounces@facevalue.example',
  FACEVALUE_BOUNCE_IMAP_URL: mailbox.url,
});

const endAt = (at: BounceWorld, point: CrashPointName): Promise<string | null> =>
  startPlatform({ ...settingsOf(at), FACEVALUE_CRASH_AT: point }).then(
    (platform) => platform.ended,
    // Killed before it could report that it is ready, without an error.
    (problem: Error) => (problem.message.endsWith('did not start: ') ? 'SIGKILL' : problem.message),
  );

test('a mail whose reading killed two processes is set aside by the third, which reads the next one', async () => {
  await using at = await worldOfToday();
  const { db } = at.world.ctx;
  const [fatal, next] = [await at.send(), await at.send()];
  await at.mailbox.receive(statusNotification({ to: fatal.letter.from, action: 'failed' }));
  for (let kill = 0; kill < 2; kill += 1) {
    assert.equal(await endAt(at, 'read-bounces:before-parsing'), 'SIGKILL');
    // The lease of the dead process has ended by then.
    await transaction(db, (tx) => travelOn(tx, 3_600_000));
  }
  await at.mailbox.receive(statusNotification({ to: next.letter.from, action: 'failed' }));
  const platform = await startPlatform(settingsOf(at));
  const deadline = performance.now() + patienceMs;
  while ((await at.reportOf(next.requestId))?.report !== 'undelivered') {
    assert.ok(performance.now() < deadline, 'the next mail was not read');
    await sleep(50);
  }
  await platform.kill('SIGTERM');
  assert.equal((await at.reportOf(fatal.requestId))?.report, null);
  const { rows } = await db.query(`select why from bounce_mails_set_aside`);
  assert.deepEqual(rows, [{ why: 'its reading broke off 2 times' }]);
  assert.ok(at.mailbox.flags()[0]?.includes('\\Flagged'));
});

for (const point of [
  'read-bounces:before-commit',
  'read-bounces:after-commit',
] as const satisfies CrashPointName[]) {
  test(`killed at ${point}, a report is counted once`, async () => {
    await using at = await worldOfToday();
    const { requestId, letter } = await at.send();
    const { db } = at.world.ctx;
    await at.mailbox.receive(statusNotification({ to: letter.from, action: 'failed' }));
    const settings = settingsOf(at);
    assert.equal(await endAt(at, point), 'SIGKILL');
    const report = point === 'read-bounces:before-commit' ? null : 'undelivered';
    assert.equal((await at.reportOf(requestId))?.report, report);
    // Leases of the dead process have ended by then.
    await transaction(db, (tx) => travelOn(tx, 3_600_000));
    const other = await at.mailbox.receive(statusNotification({ to: letter.from, action: 'delayed' }));
    assert.ok(other.length > 0);
    const platform = await startPlatform(settings);
    const deadline = performance.now() + patienceMs;
    while (!at.mailbox.flags().at(-1)?.includes('\\Seen')) {
      assert.ok(performance.now() < deadline, 'the mailbox was not read');
      await sleep(50);
    }
    await platform.kill('SIGTERM');
    assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
  });
}
