import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailSink } from '../../test/mail-sink.ts';
import { smtpSettings } from '../../test/smtp-settings.ts';
import { createMailer, isPlainAddress, type OutgoingLetter } from './mailer.ts';

const letter: OutgoingLetter = {
  from: 'Facevalue <certificates@facevalue.example>',
  to: 'anna@mail.example',
  subject: 'Подарок',
  html: '<p>Привет</p>',
  text: 'Привет',
  messageId: 'abc@facevalue.example',
};

test('one plain mailbox is an address, anything else is not', () => {
  for (const address of ['anna@mail.example', "o'neil+gift@mail.example", 'анна@почта.рф']) {
    assert.ok(isPlainAddress(address), address);
  }
  const wrong = [
    '',
    'anna',
    'a@b@c',
    'a@b, c@d',
    'a@b\r\nBcc: c@d',
    'Anna <a@b>',
    'a b@c',
    'a@',
    '"a"@b',
    'a@b\0',
  ];
  for (const address of wrong) assert.ok(!isPlainAddress(address), address);
});

test('no part of a letter can begin a header of its own', async () => {
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

test('a lasting no is refused, a passing one failed, and the words name no one', async () => {
  const sink = await mailSink();
  const mailer = createMailer(smtpSettings(sink.url));
  sink.refuseWith(552);
  assert.deepEqual(await mailer.send(letter), { is: 'refused', words: 'smtp 552' });
  sink.refuseWith(452);
  assert.deepEqual(await mailer.send(letter), { is: 'failed', words: 'smtp 452' });
  await mailer.close();
  await sink.close();
});

test('a server that is not there fails the letter, for now', async () => {
  const mailer = createMailer(smtpSettings('smtp://127.0.0.1:1'));
  assert.deepEqual(await mailer.send(letter), { is: 'failed', words: 'mail server not reached' });
  await mailer.close();
  const none = createMailer(smtpSettings(''));
  assert.deepEqual(await none.send(letter), { is: 'failed', words: 'no mail server is set' });
});
