import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentDaysUntilUnknown } from '../../src/messaging/bounces/end-silence.ts';
import { deliveryMark } from '../../src/messaging/mail/delivery-mark.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { travelOn } from '../../src/platform/time-travel/set-time-travel.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { statusNotification } from '../support/delivery-status.ts';
import { imapServer, type TestMailbox } from '../support/imap-server.ts';
import type { Arrival } from '../support/mail-sink.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

interface Reported {
  state: string;
  report: string | null;
  report_details: string;
}

interface BounceWorld extends AsyncDisposable {
  world: TestWorld;
  mailbox: TestMailbox;
  shop: TestClient;
  /** A certificate sent by letter: its request, and the letter as received. */
  send(to?: string): Promise<{ requestId: number; letter: Arrival }>;
  /** Puts a mail into the bounce mailbox and lets the platform read it. */
  comes(mail: Buffer): Promise<void>;
  reportOf(requestId: number): Promise<Reported | undefined>;
  counted(outcome: string): Promise<number>;
}

async function bounceWorld(): Promise<BounceWorld> {
  const mailbox = await imapServer();
  const world = await testWorld({
    FACEVALUE_BOUNCE_ADDRESS: 'bounces@facevalue.example',
    FACEVALUE_BOUNCE_IMAP_URL: mailbox.url,
  });
  const [shop, product] = [await world.client(), await world.product({ scheme: 'platform' })];
  const { db, metrics } = world.ctx;
  return {
    world,
    mailbox,
    shop,
    async send(to = 'anna@mail.example') {
      const requestId = await shop.makeOrder({ product_id: product.id, face: 500, email_to: to });
      await world.settle();
      const letter = world.mail.arrivals.at(-1);
      assert.ok(letter !== undefined);
      return { requestId, letter };
    },
    async comes(mail) {
      await mailbox.receive(mail);
      await world.settle();
    },
    async reportOf(requestId) {
      const { rows } = await db.query<Reported>(
        `select state, report, report_details from deliveries where request_id = $1`,
        [requestId],
      );
      return rows[0];
    },
    async counted(outcome) {
      const { values } = await metrics.letterReportsTotal.get();
      return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await mailbox.close();
    },
  };
}

const silence = { state: 'sent', report: null, report_details: '' };

test('a bounced letter is undelivered, with a reason that names nobody', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send('anna.smirnova@mail.example');
  const other = await at.send('boris@mail.example');
  await at.comes(
    statusNotification({
      to: letter.from,
      action: 'failed',
      recipient: 'anna.smirnova@mail.example',
      diagnostic:
        '550 5.1.1 <anna.smirnova@mail.example>:\n    Recipient rejected: no anna.smirnova here, see https://mx.example/help',
    }),
  );
  assert.deepEqual(await at.reportOf(requestId), {
    state: 'sent',
    report: 'undelivered',
    report_details: '5.1.1 550 5.1.1 … Recipient rejected: no … here, see …',
  });
  assert.deepEqual(await at.reportOf(other.requestId), silence);
  assert.deepEqual(at.mailbox.flags(), [['\\Seen']]);
  assert.equal(await at.counted('undelivered'), 1);
});

test('the envelope names the letter and asks for reports; it holds no address and no code', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const mark = deliveryMark(at.world.ctx.keyring, {
    clientId: at.shop.id,
    requestId,
    kind: 'certificate',
    round: 1,
  });
  assert.equal(letter.from, `bounces+${mark}@facevalue.example`);
  assert.ok(letter.from.split('@')[0]!.length <= 64);
  assert.deepEqual(letter.to, ['anna@mail.example']);
  assert.deepEqual(letter.dsn, {
    envid: mark,
    ret: 'HDRS',
    notify: ['SUCCESS', 'FAILURE', 'DELAY'],
    orcpt: 'rfc822;anna@mail.example',
  });
  assert.equal(at.world.mail.letters[0]?.from?.value[0]?.address, 'certificates@facevalue.example');
  assert.doesNotMatch(mark, /anna|mail\.example/);
});

test('a letter is known by its envelope id and by its returned head, where the address got lost', async () => {
  await using at = await bounceWorld();
  const [first, second] = [await at.send(), await at.send()];
  const postmaster = 'bounces@facevalue.example';
  await at.comes(
    statusNotification({
      to: postmaster,
      action: 'delivered',
      status: '2.0.0',
      envelopeId: first.letter.dsn?.envid ?? '',
    }),
  );
  const head = second.letter.raw.toString().split('\r\n\r\n')[0] ?? '';
  await at.comes(statusNotification({ to: postmaster, action: 'failed', returned: head }));
  assert.equal((await at.reportOf(first.requestId))?.report, 'delivered');
  assert.equal((await at.reportOf(second.requestId))?.report, 'undelivered');
});

test('servers that fold the case of addresses are understood', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  await at.comes(statusNotification({ to: letter.from.toUpperCase(), action: 'failed' }));
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
});

test('delivered may still come back; undelivered stays; delayed and relayed settle nothing', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  for (const action of ['delayed', 'relayed', 'expanded'] as const) {
    await at.comes(statusNotification({ to: letter.from, action, status: '4.2.0' }));
    assert.deepEqual(await at.reportOf(requestId), silence, action);
  }
  await at.comes(statusNotification({ to: letter.from, action: 'delivered', status: '2.0.0' }));
  assert.equal((await at.reportOf(requestId))?.report, 'delivered');
  await at.comes(statusNotification({ to: letter.from, action: 'failed', status: '5.2.2' }));
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
  await at.comes(statusNotification({ to: letter.from, action: 'delivered', status: '2.0.0' }));
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
  assert.equal(await at.counted('delayed'), 3);
});

test('a forged report does nothing, and is flagged for a person', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const last = letter.from.indexOf('@') - 1;
  const wrongProof = `${letter.from.slice(0, last)}${letter.from[last] === '0' ? '1' : '0'}${letter.from.slice(last + 1)}`;
  const otherRequest = letter.from.replace(
    `-${requestId.toString(36)}-`,
    `-${(requestId + 1).toString(36)}-`,
  );
  const otherRound = letter.from.replace('-c1-', '-c2-');
  for (const to of [wrongProof, otherRequest, otherRound, 'bounces@facevalue.example']) {
    assert.notEqual(to, letter.from);
    await at.comes(statusNotification({ to, action: 'failed' }));
  }
  assert.deepEqual(await at.reportOf(requestId), silence);
  for (const flags of at.mailbox.flags()) assert.deepEqual(flags.toSorted(), ['\\Flagged', '\\Seen']);
  assert.equal(await at.counted('set_aside'), 4);
});

test('out-of-office notes, receipts of reading and complaints are told from reports', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const note = (head: string, body = 'Я в отпуске.'): Buffer =>
    Buffer.from(
      `From: anna@mail.example\r\nTo: ${letter.from}\r\nSubject: note\r\n${head}\r\n\r\n${body}\r\n`,
    );
  const report = (kind: string, part: string): Buffer =>
    note(
      `MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=${kind}; boundary=b`,
      `--b\r\nContent-Type: text/plain\r\n\r\nfailed\r\n--b\r\nContent-Type: ${part}\r\n\r\nAction: failed\r\n--b--`,
    );
  await at.comes(note('Auto-Submitted: auto-replied'));
  await at.comes(note('X-Auto-Response-Suppress: All'));
  await at.comes(report('disposition-notification', 'message/disposition-notification'));
  assert.deepEqual(at.mailbox.flags(), [['\\Seen'], ['\\Seen'], ['\\Seen']]);
  await at.comes(note('X-Mailer: by hand', 'Где мой подарок?'));
  await at.comes(report('feedback-report', 'message/feedback-report'));
  assert.equal(at.mailbox.flags().filter((flags) => flags.includes('\\Flagged')).length, 2);
  assert.deepEqual(await at.reportOf(requestId), silence);
  assert.equal(await at.counted('automatic'), 3);
});

test('a report that is read again changes and counts nothing', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const mail = statusNotification({ to: letter.from, action: 'failed', diagnostic: '550 unknown' });
  await at.comes(mail);
  const first = await at.world.ctx.db.query(`select * from deliveries`);
  at.world.clock.forward('1 h');
  await at.world.settle();
  at.mailbox.renumber();
  await at.world.settle();
  await at.comes(mail);
  assert.deepEqual((await at.world.ctx.db.query(`select * from deliveries`)).rows, first.rows);
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
  assert.equal(await at.counted('undelivered'), 1);
});

test('what is too large or broken is set aside, stays in the mailbox and holds up no other', async () => {
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

test(`a letter without a report is unknown after ${silentDaysUntilUnknown} days, until a report arrives`, async () => {
  await using at = await bounceWorld();
  const [silent, told] = [await at.send(), await at.send()];
  await at.comes(statusNotification({ to: told.letter.from, action: 'delivered', status: '2.0.0' }));
  at.world.clock.forward(`${silentDaysUntilUnknown * 24 - 1} h`);
  await at.world.settle();
  assert.equal((await at.reportOf(silent.requestId))?.report, null);
  at.world.clock.forward('1 h');
  await at.world.settle();
  assert.equal((await at.reportOf(silent.requestId))?.report, 'unknown');
  assert.equal((await at.reportOf(told.requestId))?.report, 'delivered');
  assert.equal(await at.counted('unknown'), 1);
  await at.comes(statusNotification({ to: silent.letter.from, action: 'failed' }));
  assert.equal((await at.reportOf(silent.requestId))?.report, 'undelivered');
});

test('a report that is faster than our own record of the letter waits for it', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const { db, clock } = at.world.ctx;
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

const patienceMs = 30_000;

for (const point of [
  'read-bounces:before-commit',
  'read-bounces:after-commit',
] as const satisfies CrashPointName[]) {
  test(`killed at ${point}, a report is taken once`, async () => {
    await using at = await bounceWorld();
    const { requestId, letter } = await at.send();
    const { db } = at.world.ctx;
    await at.mailbox.receive(statusNotification({ to: letter.from, action: 'failed' }));
    const settings = {
      DATABASE_URL: at.world.databaseUrl,
      FACEVALUE_SMTP_URL: at.world.mail.url,
      FACEVALUE_BOUNCE_ADDRESS: 'bounces@facevalue.example',
      FACEVALUE_BOUNCE_IMAP_URL: at.mailbox.url,
    };
    const killed = startPlatform({ ...settings, FACEVALUE_CRASH_AT: point }).then(
      (platform) => platform.ended,
      // Killed before it could report that it is ready, without an error.
      (problem: Error) => (problem.message.endsWith('did not start: ') ? 'SIGKILL' : problem.message),
    );
    assert.equal(await killed, 'SIGKILL');
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
