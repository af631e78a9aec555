import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMail, type ParsedMail } from '../../platform/mail/arriving/parse-mail.ts';
import { readHead, type MailHead } from '../../platform/mail/arriving/read-head.ts';
import { maskDetails } from './mask-details.ts';
import { placesOfMark, readReport, type MailReading } from './read-report.ts';

/** A report with the given second part. */
function mailWith(part: string, type = 'message/delivery-status', transfer = '7bit'): string {
  return [
    'From: Mail Delivery Subsystem <mailer-daemon@mx.example>',
    'To: bounces@shop.example',
    'Content-Type: multipart/report; boundary="=_b"; report-type=delivery-status',
    '',
    '--=_b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Ваше письмо не доставлено.',
    '--=_b',
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${transfer}`,
    '',
    part,
    '--=_b--',
    '',
  ].join('\r\n');
}

async function parsed(source: string): Promise<[MailHead, ParsedMail]> {
  const bytes = Buffer.from(source);
  const [head, parsing] = [readHead(bytes), await parseMail(bytes)];
  assert.ok(head !== null && parsing.is === 'parsed');
  return [head, parsing.mail];
}

const read = async (source: string): Promise<MailReading> => readReport(...(await parsed(source)), false);

const exchange = `Reporting-MTA: dns;mx.outlook.example
Received-From-MTA: dns;mail.shop.example
Arrival-Date: Sat, 21 Nov 2026 09:00:00 +0000

Final-Recipient: rfc822;anna@outlook.example
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not
 found by SMTP address lookup`;

const exim = `Reporting-MTA: dns; mx.exim.example

Action: failed
Final-Recipient: rfc822;anna@mail.example
Status: 5.0.0
Remote-MTA: dns; mail.example
Diagnostic-Code: smtp; 550-Mailbox is full
    550 try again never`;

const expired = `Reporting-MTA: dns; mx.example


Final-Recipient: rfc822; anna@mail.example
Original-Recipient: rfc822;anna@mail.example
Action: failed (expired)
Status: 4.4.7 (delivery time expired)`;

const severalGroups = `Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; a@mail.example
Action: delivered
Status: 2.0.0

Final-Recipient: rfc822; b@mail.example
Action: Failed
Status: 5.2.2`;

const notFound = '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup';

const cases: [name: string, source: string, reading: MailReading][] = [
  ['Exchange', mailWith(exchange), { is: 'undelivered', status: '5.1.10', details: notFound }],
  [
    'Exim, lines continued',
    mailWith(exim),
    { is: 'undelivered', status: '5.0.0', details: '550-Mailbox is full 550 try again never' },
  ],
  ['one that expired', mailWith(expired), { is: 'undelivered', status: '4.4.7', details: '' }],
  [
    'several recipients, one of whom failed',
    mailWith(severalGroups),
    { is: 'undelivered', status: '5.2.2', details: '' },
  ],
  [
    'a report in base64',
    mailWith(Buffer.from(exchange).toString('base64'), 'message/delivery-status', 'base64'),
    { is: 'undelivered', status: '5.1.10', details: notFound },
  ],
  [
    'an international report',
    mailWith(exchange, 'message/global-delivery-status'),
    { is: 'undelivered', status: '5.1.10', details: notFound },
  ],
  [
    'a report that tells nothing',
    mailWith('x').replace('Ваше письмо не доставлено.', 'Отчёт во вложении.'),
    { is: 'strange', reason: { is: 'broken-report' } },
  ],
  [
    'a broken report with a sentence for people',
    mailWith('x'),
    { is: 'undelivered', status: '', details: 'Ваше письмо не доставлено.' },
  ],
  [
    'an action in another form',
    mailWith(exim.replace('failed', 'failure')),
    { is: 'undelivered', status: '5.0.0', details: '550-Mailbox is full 550 try again never' },
  ],
  [
    'an action that nobody knows',
    mailWith(exim.replace('failed', 'vanished').replace('5.0.0', '4.0.0')),
    { is: 'delayed' },
  ],
];

for (const [name, source, reading] of cases) {
  test(`${name} is read`, async () => assert.deepEqual(await read(source), reading));
  test(`${name} is read with bare line feeds`, async () =>
    assert.deepEqual(await read(source.replaceAll('\r\n', '\n')), reading));
}

test('a mark is searched in the head, the report, the returned head and the text, in this order', async () => {
  const source = mailWith(
    `Original-Envelope-Id: two\r\n\r\n${exim}\r\n--=_b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <three@shop.example>\r\n\r\nbody`,
  );
  const mail = await parsed(source.replace('bounces@', 'bounces+one@'));
  const [head = '', report = '', returned = '', text = '', ...more] = placesOfMark(...mail);
  assert.match(head, /bounces\+one@/);
  assert.match(report, /Original-Envelope-Id: two/);
  assert.match(returned, /Message-ID: <three@/);
  assert.match(text, /не доставлено/);
  assert.deepEqual(more, []);
});

const masked: [details: string, kept: string][] = [
  ['550 5.1.1 <anna.k@mail.example>: user unknown', '550 5.1.1 … user unknown'],
  ['550 no Anna.K here', '550 no … here'],
  ['554 see https://gifts.example/g/abcdefghijklmnopqrstuv now', '554 see … now'],
  ['554 rejected 2200451298760031 79001234567', '554 rejected …'],
  ['550 abcdefghijklmnopqrstuvwxyz-token', '550 …'],
  ['550 a\r\n\tb\u0000c\ud800', '550 a b c\ufffd'],
  ['552 Почтовый ящик переполнен', '552 Почтовый ящик переполнен'],
];

for (const [details, kept] of masked) {
  test(`«${details.toWellFormed().replaceAll(/\p{C}/gu, '·')}» is kept as «${kept}»`, () =>
    assert.equal(maskDetails(details, 'anna.k@mail.example'), kept));
}

test('texts are shortened at character boundaries', () => {
  const kept = maskDetails('😀 '.repeat(500), 'a@b.example');
  assert.ok(kept.length <= 200 && kept.isWellFormed());
});
