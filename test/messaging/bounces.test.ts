import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentDaysUntilUnknown } from '../../src/messaging/bounces/end-silence.ts';
import { deliveryMark } from '../../src/messaging/mail/delivery-mark.ts';
import { statusNotification } from '../support/delivery-status.ts';
import { bounceWorld } from './bounce-world.ts';

const silence = { state: 'sent', report: null, report_details: '' };

test('a bounced letter is undelivered, with a reason without addresses', async () => {
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

test('a report in plain text counts, and what nobody can tell from an absence note waits for a person', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  const mail = (from: string, subject: string, body: string): Buffer =>
    Buffer.from(
      `From: ${from}\r\nTo: ${letter.from}\r\nPrecedence: bulk\r\nSubject: ${subject}\r\n\r\n${body}\r\n`,
    );
  await at.comes(mail('service@provider.example', 'Ticket 4711', 'We have your message.'));
  assert.deepEqual(at.mailbox.flags(), [['\\Seen', '\\Flagged']]);
  assert.deepEqual(await at.reportOf(requestId), silence);
  await at.comes(
    mail(
      'Mailer-Daemon@mx.example',
      'Mail delivery failed',
      'A message that you sent could not be delivered to one or more of its recipients.\r\n 550 5.1.1 <anna@mail.example> unknown',
    ),
  );
  const reported = await at.reportOf(requestId);
  assert.equal(reported?.report, 'undelivered');
  assert.equal(reported?.report_details, '5.1.1 550 5.1.1 … unknown');
});

test('the envelope has the delivery mark and requests reports; it has no address or code', async () => {
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

test('a letter is identified by its envelope id or returned head if the address is missing', async () => {
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

test('servers that change the case of addresses are handled', async () => {
  await using at = await bounceWorld();
  const { requestId, letter } = await at.send();
  await at.comes(statusNotification({ to: letter.from.toUpperCase(), action: 'failed' }));
  assert.equal((await at.reportOf(requestId))?.report, 'undelivered');
});

test('delivered can become undelivered, undelivered is final, delayed and relayed change nothing', async () => {
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

test('a forged report changes nothing and is set aside for a person', async () => {
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

test('out-of-office notes, read receipts and complaints are not reports', async () => {
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
