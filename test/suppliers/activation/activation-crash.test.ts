import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPointName } from '../../../src/platform/process/crash-point.ts';
import { transaction, type Database } from '../../../src/platform/database/database.ts';
import { travelOn } from '../../../src/platform/time-travel/set-time-travel.ts';
import { startPlatform } from '../../crash/platform-process.ts';
import { imapServer } from '../../support/imap-server.ts';
import type { TestWorld } from '../../support/test-world.ts';
import { activationWorld, attachedTable, employee } from './activation-world.ts';

const patienceMs = 60_000;
const pauseMs = 50;
const hourMs = 3_600_000;
const mondayAfterNoon = Date.parse('2026-11-23T12:01:00+03:00');

const travel = (db: Database, ms: number): Promise<unknown> => transaction(db, (tx) => travelOn(tx, ms));

async function count(db: Database, statement: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`select count(*) as count ${statement}`);
  return rows[0]?.count ?? 0;
}

/** A process of the platform that kills itself at the crash point, perhaps before it is ready. */
async function dieAt(world: TestWorld, crashAt: CrashPointName, imapUrl: string): Promise<void> {
  const ended = startPlatform({ ...settingsOf(world, imapUrl), FACEVALUE_CRASH_AT: crashAt }).then(
    (platform) => platform.ended,
    (problem: Error) => {
      // A process that ended without an error was killed.
      assert.match(problem.message, /did not start: $/);
      return 'SIGKILL' as const;
    },
  );
  assert.equal(await ended, 'SIGKILL', 'the crash point was not reached');
}

/** A process that runs until a count is reached. */
async function liveUntil(world: TestWorld, imapUrl: string, statement: string, wanted: number) {
  const platform = await startPlatform(settingsOf(world, imapUrl));
  const deadline = performance.now() + patienceMs;
  while ((await count(world.home.db, statement)) < wanted) {
    assert.ok(performance.now() < deadline, `too few ${statement}`);
    await sleep(pauseMs);
  }
  await platform.kill('SIGTERM');
}

const settingsOf = (world: TestWorld, imapUrl: string): Record<string, string> => ({
  DATABASE_URL: world.databaseUrl,
  FACEVALUE_SMTP_URL: world.mail.url,
  FACEVALUE_IMAP_URL: imapUrl,
});

for (const point of [
  'activation-letters:before-commit',
  'activation-letters:after-commit',
  'letters:after-send',
] as const) {
  test(`killed at ${point}, each sold code is in one activation letter`, async () => {
    await using place = await activationWorld();
    const { world } = place;
    const { db } = world.home;
    await place.sell(3);
    await travel(world.ctx.db, mondayAfterNoon - new Date().getTime());
    await dieAt(world, point, '');
    const made = point === 'activation-letters:before-commit' ? 0 : 3;
    assert.equal(await count(db, 'from activation_rows'), made, 'all codes or none');
    assert.equal(await count(db, 'from letters_to_people'), made === 0 ? 0 : 1, 'the letter with its codes');
    // Leases of the dead process have ended by then.
    await travel(world.ctx.db, hourMs);
    await liveUntil(world, '', `from letters_to_people where state = 'sent'`, 1);

    assert.equal(await count(db, 'from activation_letters'), 1);
    const letters = place.lettersTo(employee);
    assert.equal(letters.length, point === 'letters:after-send' ? 2 : 1);
    assert.equal(new Set(letters.map(({ messageId }) => messageId)).size, 1, 'a repeat is known as one');
    for (const letter of letters)
      assert.deepEqual(
        (await attachedTable(letter)).map(([, number]) => number),
        place.codes.slice(0, 3).map(({ number }) => number),
      );
  });
}

for (const point of [
  'read-mailbox:before-parsing',
  'read-mailbox:before-commit',
  'read-mailbox:after-commit',
] as const) {
  test(`killed at ${point}, a mail is processed once`, async () => {
    const mailbox = await imapServer();
    await using place = await activationWorld();
    const { world } = place;
    const { db } = world.home;
    await mailbox.receive({
      from: 'codes@supplier.example',
      subject: 'Коды',
      attachments: [{ filename: 'codes.csv', content: 'Номер;Номинал\nE-1;500\n' }],
    });
    await travel(world.ctx.db, mondayAfterNoon - new Date().getTime());
    await dieAt(world, point, mailbox.url);
    assert.equal(await count(db, 'from mails'), point === 'read-mailbox:after-commit' ? 1 : 0);
    await mailbox.receive({ from: 'codes@supplier.example', subject: 'Вопрос', text: 'Всё пришло?' });
    await travel(world.ctx.db, hourMs);
    await liveUntil(world, mailbox.url, 'from mails', 2);
    assert.equal(await count(db, 'from pool_drafts'), 1);
    assert.equal(await count(db, 'from mail_decisions'), 2);
    await mailbox.close();
  });
}

test('a mail whose reading killed two processes is set aside by the third, which reads the next one', async () => {
  const mailbox = await imapServer();
  await using place = await activationWorld();
  const { db } = place.world.home;
  await mailbox.receive({
    from: 'codes@supplier.example',
    subject: 'Коды',
    attachments: [{ filename: 'codes.csv', content: 'Номер;Номинал\nE-1;500\n' }],
  });
  await travel(place.world.ctx.db, mondayAfterNoon - new Date().getTime());
  for (let kill = 0; kill < 2; kill += 1) {
    await dieAt(place.world, 'read-mailbox:before-parsing', mailbox.url);
    await travel(place.world.ctx.db, hourMs);
  }
  await mailbox.receive({ from: 'codes@supplier.example', subject: 'Вопрос', text: 'Всё пришло?' });
  await liveUntil(place.world, mailbox.url, 'from mails', 2);
  assert.equal(await count(db, 'from pool_drafts'), 0);
  assert.equal(await count(db, `from mail_decisions where details like '%broke off 2 times%'`), 1);
  assert.ok(mailbox.flags()[0]?.includes('\\Flagged'));
  await mailbox.close();
});
