import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailSink, sinkAuthority, type SinkTraits } from '../../../test/support/mail-sink.ts';
import { signaturesOf, testDkim } from '../../../test/support/signed-mail.ts';
import { smtpSettings } from '../../../test/support/smtp-settings.ts';
import type { SmtpSettings } from '../settings/mail-settings.ts';
import { mailConnections } from './letter-limits.ts';
import { createMailer, type OutgoingLetter } from './mailer.ts';

const letter: OutgoingLetter = {
  from: 'Facevalue <certificates@facevalue.example>',
  to: 'anna@mail.example',
  subject: 'Подарок',
  html: '<p>Привет</p>',
  text: 'Привет',
  messageId: 'abc@facevalue.example',
};

test('no part of a letter can inject a header', async () => {
  const sink = await mailSink();
  const mailer = createMailer(smtpSettings(sink.url));
  const evil = 'x\r\nBcc: boris@mail.example\r\n\r\nbody';
  const sent = await mailer.send({ ...letter, subject: evil, replyTo: evil, headers: { 'X-Note': evil } });
  await mailer.close();
  await sink.close();
  assert.deepEqual(sent, { is: 'sent' });
  const [got] = sink.letters;
  assert.equal(got?.bcc, undefined);
  assert.equal(got?.headers.has('bcc'), false);
  assert.equal(got?.replyTo, undefined);
  assert.equal(got?.text?.trim(), 'Привет');
  assert.equal(got?.messageId, '<abc@facevalue.example>');
});

test('a name in a subject cannot change the text direction', async () => {
  const sink = await mailSink();
  const mailer = createMailer(smtpSettings(sink.url));
  await mailer.send({ ...letter, subject: 'Иван \u202emoc.live\u2066: подарок 👨‍👩‍👧' });
  await mailer.close();
  await sink.close();
  assert.equal(sink.letters[0]?.subject, 'Иван  moc.live : подарок 👨‍👩‍👧');
});

test('a letter never reads a file or an address', async () => {
  const sink = await mailSink();
  const mailer = createMailer(smtpSettings(sink.url));
  const html = { path: '/etc/hostname' } as unknown as string;
  const outcome = await mailer.send({ ...letter, html });
  await mailer.close();
  await sink.close();
  assert.equal(outcome.is, 'failed');
  assert.equal(sink.letters.length, 0);
});

test('a permanent refusal is refused, a temporary one failed, and the reason has no address', async () => {
  const sink = await mailSink();
  const mailer = createMailer(smtpSettings(sink.url));
  sink.refuseWith(552);
  assert.deepEqual(await mailer.send(letter), { is: 'refused', reason: { is: 'answer', status: 552 } });
  sink.refuseWith(452);
  assert.deepEqual(await mailer.send(letter), { is: 'failed', reason: { is: 'answer', status: 452 } });
  assert.equal(mailer.isUp(), true, 'a no to one letter says nothing of the next');
  await mailer.close();
  await sink.close();
});

test('a name of other letters goes to a server that takes it, and is refused at once by any other', async () => {
  for (const asciiOnly of [false, true]) {
    const sink = await mailSink({ asciiOnly });
    const mailer = createMailer(smtpSettings(sink.url));
    const outcome = await mailer.send({ ...letter, to: 'почта@mail.example' });
    assert.equal(outcome.is, asciiOnly ? 'refused' : 'sent');
    assert.deepEqual(await mailer.send({ ...letter, to: 'anna@почта.рф' }), { is: 'sent' });
    await mailer.close();
    await sink.close();
    assert.equal(sink.letters.length, asciiOnly ? 1 : 2);
  }
  const nobody = createMailer(smtpSettings('smtp://127.0.0.1:1'));
  const outcome = await nobody.send({ ...letter, to: 'почта@mail.example' });
  await nobody.close();
  assert.deepEqual(outcome, { is: 'failed', reason: { is: 'not-reached' } });
});

test('an unreachable server fails the letter temporarily', async () => {
  const mailer = createMailer(smtpSettings('smtp://127.0.0.1:1'));
  assert.equal(mailer.isUp(), true);
  assert.deepEqual(await mailer.send(letter), { is: 'failed', reason: { is: 'not-reached' } });
  assert.equal(mailer.isUp(), false, 'the queue rests');
  await mailer.close();
  const none = createMailer(smtpSettings(''));
  assert.deepEqual(await none.send(letter), { is: 'failed', reason: { is: 'no-server' } });
});

/** Sends one letter through a server with the given behaviour; returns the result and what the server received. */
async function sendThrough(traits: SinkTraits, settings: Partial<SmtpSettings>, letters = 1) {
  const sink = await mailSink(traits);
  const mailer = createMailer({ ...smtpSettings(sink.url), ...settings });
  const sendings = Array.from({ length: letters }, (_, index) =>
    mailer.send({ ...letter, messageId: `${index}@facevalue.example` }),
  );
  const outcomes = await Promise.all(sendings);
  await mailer.close();
  await sink.close();
  return { outcomes, arrivals: sink.arrivals, connections: sink.connections() };
}

const login = { user: 'gifts', secret: 'p@ss:wörd/1' };
const trusted = { authorities: sinkAuthority };
const noSecureConnection = { is: 'failed', reason: { is: 'not-secure' } };

test('STARTTLS: letter and password are sent encrypted, to a server with a trusted certificate', async () => {
  for (const tls of ['starttls', 'smtps'] as const) {
    const { outcomes, arrivals } = await sendThrough({ tls, login }, { ...trusted, tls: 'required' });
    assert.deepEqual(outcomes, [{ is: 'sent' }]);
    assert.deepEqual(
      arrivals.map(({ encrypted, user }) => ({ encrypted, user })),
      [{ encrypted: true, user: 'gifts' }],
    );
  }
});

test('if encryption is required, nothing is sent to a server without it or with an untrusted certificate', async () => {
  const untrusted = { is: 'failed', reason: { is: 'untrusted certificate' } };
  for (const [tls, settings, outcome] of [
    ['none', trusted, noSecureConnection],
    ['starttls', {}, untrusted],
    ['smtps', {}, untrusted],
  ] as const) {
    const { outcomes, arrivals } = await sendThrough({ tls }, { ...settings, tls: 'required' });
    assert.deepEqual(outcomes, [outcome], tls);
    assert.equal(arrivals.length, 0, tls);
  }
});

test('opportunistic: encrypted if the server offers it, with any certificate', async () => {
  for (const tls of ['none', 'starttls'] as const) {
    const { outcomes, arrivals } = await sendThrough({ tls }, { tls: 'opportunistic' });
    assert.deepEqual(outcomes, [{ is: 'sent' }]);
    assert.equal(arrivals[0]?.encrypted, tls === 'starttls');
  }
});

test('a connection carries many letters', async () => {
  const { outcomes, arrivals, connections } = await sendThrough({}, {}, 40);
  assert.ok(outcomes.every(({ is }) => is === 'sent'));
  assert.equal(arrivals.length, 40);
  assert.ok(connections <= mailConnections, `${connections} connections`);
});

test('the DKIM signature verifies in another program and covers all visible headers', async () => {
  const dkim = testDkim();
  const { arrivals } = await sendThrough({}, { dkim });
  const raw = arrivals[0]?.raw ?? Buffer.alloc(0);
  const [signature, ...more] = await signaturesOf(raw, dkim);
  assert.deepEqual([signature?.result, signature?.domain, more], ['pass', 'facevalue.example', []]);
  for (const header of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type']) {
    assert.ok(signature?.headers.includes(header), header);
  }
  const changed = Buffer.from(raw.toString('latin1').replace(/\r\nTo: [^\r]*/, '\r\nTo: boris@mail.example'));
  assert.equal((await signaturesOf(changed, dkim))[0]?.result, 'fail');
  const longer = Buffer.concat([raw, Buffer.from('<p>And send me the code.</p>\r\n')]);
  assert.notEqual((await signaturesOf(longer, dkim))[0]?.result, 'pass');
  assert.notEqual((await signaturesOf(raw, testDkim()))[0]?.result, 'pass', 'another key');
});

test('a letter without a mark or an address for reports has its sender in the envelope', async () => {
  const sink = await mailSink();
  const bounceAddress = 'bounces@facevalue.example';
  const [plain, marking] = [smtpSettings(sink.url), { ...smtpSettings(sink.url), bounceAddress }];
  for (const [settings, bounceMark] of [
    [plain, 'mark'],
    [marking, undefined],
    [marking, 'mark'],
  ] as const) {
    const mailer = createMailer(settings);
    await mailer.send({ ...letter, ...(bounceMark !== undefined && { bounceMark }) });
    await mailer.close();
  }
  await sink.close();
  assert.deepEqual(
    sink.arrivals.map(({ from, dsn }) => [from, dsn?.envid]),
    [
      ['certificates@facevalue.example', undefined],
      ['certificates@facevalue.example', undefined],
      ['bounces+mark@facevalue.example', 'mark'],
    ],
  );
});
