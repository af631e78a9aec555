/** Mails to the address of a letter's delivery mark, as mail servers, providers and people's programs write them. */
import type { MailReading } from '../../../src/messaging/bounces/read-report.ts';
import type { FieldSample } from '../field-sample.ts';

export type BounceSample = FieldSample<{ head: string[]; body: string; marked?: boolean }, MailReading['is']>;

const daemon = 'From: Mail Delivery System <Mailer-Daemon@mx.example>';
const exim = [
  'This message was created automatically by mail delivery software.',
  '',
  'A message that you sent could not be delivered to one or more of its',
  'recipients. This is a permanent error. The following address(es) failed:',
  '',
  '  anna@mail.example',
  '    host mx.mail.example [192.0.2.7]',
  '    SMTP error from remote mail server after RCPT TO:<anna@mail.example>:',
  '    550 5.1.1 user unknown',
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
  'Subject: Ваш подарок',
].join('\n');
const eximDelay = exim
  .replace(
    'A message that you sent could not be delivered to one or more of its',
    'A message that you sent has not yet been delivered to one or more of its',
  )
  .replace(
    'recipients. This is a permanent error. The following address(es) failed:',
    'recipients after more than 24 hours on the queue. It will be retried.',
  )
  .replace('550 5.1.1 user unknown', 'retry timeout not reached');
const parts = (...some: [string, string][]): string =>
  [...some.flatMap(([type, body]) => ['--=_b', `Content-Type: ${type}`, '', body]), '--=_b--'].join('\n');
const mixed = 'Content-Type: multipart/mixed; boundary="=_b"';

export const bounceSamples: BounceSample[] = [
  {
    name: 'Exim in plain text',
    source: 'sympa-community/sympa#448',
    input: {
      head: [
        daemon,
        'X-Failed-Recipients: anna@mail.example',
        'Auto-Submitted: auto-replied',
        'Subject: Mail delivery failed: returning message to sender',
      ],
      body: exim,
    },
    right: 'undelivered',
  },
  {
    name: 'Exim, nothing but the header',
    source: 'sympa-community/sympa#448',
    input: {
      head: ['From: root@mx.example', 'X-Failed-Recipients: anna@mail.example', 'Subject: report'],
      body: 'see the log',
    },
    right: 'undelivered',
  },
  {
    name: 'Exim, delayed',
    source: 'sisimai/p5-sisimai#98',
    input: {
      head: [daemon, 'Auto-Submitted: auto-replied', 'Subject: Warning: message 1abc delayed 24 hours'],
      body: eximDelay,
    },
    right: 'delayed',
  },
  {
    name: 'marked as bulk',
    source: 'mikel/mail#103',
    input: {
      head: [daemon, 'Precedence: bulk', 'Subject: failure notice'],
      body: 'Hi. This is the mail program.\nI am afraid I was not able to deliver your message.\n<anna@mail.example>:\nThis user does not have an account (#5.1.1)',
    },
    right: 'undelivered',
  },
  {
    name: 'a Russian provider, in parts',
    source: 'justingit/dada-mail#318',
    input: {
      head: [
        'From: mailer-daemon@corp.mail.example',
        mixed,
        'Subject: =?utf-8?B?0J3QtdC00L7RgdGC0LDQstC70LXQvdC90L7QtSDRgdC+0L7QsdGJ0LXQvdC40LU=?=',
      ],
      body: parts(
        [
          'text/plain; charset=utf-8',
          'К сожалению, Ваше письмо не может быть доставлено одному или нескольким получателям:\n\nanna@mail.example\nMessage was not accepted -- invalid mailbox. Local mailbox is unavailable: user not found',
        ],
        ['message/rfc822', 'Subject: Ваш подарок\n\nтекст'],
      ),
    },
    right: 'undelivered',
  },
  {
    name: 'another provider, a full mailbox',
    source: 'own',
    input: {
      head: [
        'From: MAILER-DAEMON@ya.mail.example',
        'Subject: Undelivered Mail Returned to Sender',
        'Content-Type: text/plain; charset=utf-8',
      ],
      body: 'Это письмо отправлено почтовым сервером.\nК сожалению, мы не можем доставить ваше письмо: почтовый ящик получателя переполнен.\n552 5.2.2 mailbox full',
    },
    right: 'undelivered',
  },
  {
    name: 'Action: failure',
    source: 'own',
    input: {
      head: [daemon, 'Content-Type: multipart/report; boundary="=_b"', 'Subject: x'],
      body: parts(
        ['text/plain', 'x'],
        [
          'message/delivery-status',
          'Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; anna@mail.example\nAction: failure\nStatus: 5.1.1',
        ],
      ),
    },
    right: 'undelivered',
  },
  {
    name: 'no action, a status',
    source: 'own',
    input: {
      head: [daemon, 'Content-Type: multipart/report; boundary="=_b"', 'Subject: x'],
      body: parts(
        ['text/plain', 'x'],
        [
          'message/delivery-status',
          'Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; anna@mail.example\nStatus: 5.7.1',
        ],
      ),
    },
    right: 'undelivered',
  },
  {
    name: 'a status in a mixed mail',
    source: 'jhillyerd/enmime#267',
    input: {
      head: ['From: bounce@provider.example', mixed, 'Subject: Undeliverable'],
      body: parts(
        ['text/plain', 'x'],
        [
          'message/delivery-status',
          'Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; anna@mail.example\nAction: failed\nStatus: 5.1.10',
        ],
      ),
    },
    right: 'undelivered',
  },
  {
    name: 'a cloud provider, for people',
    source: 'sisimai/rb-sisimai#91',
    input: {
      head: ['From: postmaster@outlook.example', 'Subject: Undeliverable: Ваш подарок'],
      body: "Your message to anna@mail.example couldn't be delivered.\nanna wasn't found at mail.example.\nStatus code: 550 5.1.10",
    },
    right: 'undelivered',
  },
  {
    name: 'an absence note',
    source: 'RFC 3834',
    input: {
      head: ['From: anna@mail.example', 'Auto-Submitted: auto-replied', 'Subject: Re: gift'],
      body: 'Меня не будет до понедельника.',
    },
    right: 'automatic',
  },
  {
    name: 'an absence note that quotes a failure',
    source: 'own',
    input: {
      head: ['From: anna@mail.example', 'Subject: Автоответ: письмо не доставлено'],
      body: 'Я в отпуске',
    },
    right: 'automatic',
  },
  {
    name: 'an absence note of a mail program',
    source: 'Nine-Minds/alga-psa#2705',
    input: {
      head: ['From: anna@mail.example', 'X-Auto-Response-Suppress: All', 'Subject: gift'],
      body: 'I am out of the office until Monday.',
    },
    right: 'automatic',
  },
  {
    name: 'a bulk mail that nobody can tell',
    source: 'own',
    input: {
      head: ['From: service@provider.example', 'Precedence: bulk', 'Subject: Ticket 4711'],
      body: 'Ваше обращение принято.',
    },
    right: 'strange',
  },
  {
    name: 'a bulk mail to the bare address',
    source: 'own',
    input: {
      head: ['From: news@shop.example', 'Precedence: bulk', 'Subject: Sale'],
      body: 'Our mailbox is full of offers.',
      marked: false,
    },
    right: 'automatic',
  },
  {
    name: 'a person',
    source: 'own',
    input: {
      head: ['From: anna@mail.example', 'Subject: Re: gift'],
      body: 'Письмо пришло, но ящик переполнен подарками!',
    },
    right: 'strange',
  },
  {
    name: 'a person about the network',
    source: 'own',
    input: {
      head: ['From: anna@mail.example', 'Subject: gift'],
      body: 'The server 10.5.1.1 could not deliver it?',
    },
    right: 'strange',
  },
];
