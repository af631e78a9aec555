/** Mails to the mailbox of codes, as programs and people send them; «warehouse@mill.example» is a sender of the supplier's list. */
import type { FieldSample } from '../field-sample.ts';

/** What the mail brings: for each file or mail `draft FILE`, or why not. */
export type MailSample = FieldSample<string, string[]>;

const csv = 'Номер;Номинал\nMILL-1;500\nMILL-2;500\n';

const rawMail = (head: string[], body: string): string =>
  ['To: codes@facevalue.example', 'Subject: codes', 'MIME-Version: 1.0', ...head, '', body, ''].join('\r\n');

const multipart = (head: string[], parts: [head: string, body: string][], type = 'multipart/mixed'): string =>
  rawMail(
    [...head, `Content-Type: ${type}; boundary="=_b"`],
    [...parts.flatMap(([partHead, body]) => ['--=_b', partHead, '', body]), '--=_b--'].join('\r\n'),
  );

const from = 'From: Warehouse <warehouse@mill.example>';
const text: [string, string] = ['Content-Type: text/plain; charset=utf-8', 'Коды'];
const table: [string, string] = [
  'Content-Type: text/csv; charset=utf-8; name=codes.csv\r\nContent-Disposition: attachment; filename=codes.csv',
  csv,
];
const withTable = (...head: string[]): string => multipart(head, [text, table]);

export const mailSamples: MailSample[] = [
  {
    name: 'codes that a program mailed',
    source: 'RFC 3834',
    input: withTable(from, 'Auto-Submitted: auto-generated'),
    right: ['draft codes.csv'],
  },
  {
    name: 'forwarded by a rule of the mailbox',
    source: 'zammad/zammad#6025',
    input: withTable(from, 'Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'),
    right: ['draft codes.csv'],
  },
  {
    name: 'marked as an automatic answer, with a table',
    source: 'zammad/zammad#6025',
    input: withTable(from, 'Auto-Submitted: auto-replied', 'Precedence: bulk'),
    right: ['draft codes.csv'],
  },
  {
    name: 'out of office',
    source: 'Nine-Minds/alga-psa#2705',
    input: rawMail([from, 'Auto-Submitted: auto-replied'], 'Я в отпуске.'),
    right: ['ignored: an automatic answer'],
  },
  {
    name: 'a program of a stranger',
    source: 'own',
    input: withTable('From: noreply@elsewhere.example', 'Auto-Submitted: auto-generated'),
    right: ['ignored: an automatic answer'],
  },
  {
    name: 'a text shown within the mail',
    source: 'nodemailer/mailparser#125',
    input: multipart(
      [from],
      [
        text,
        ['Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: inline; filename=codes.txt', csv],
      ],
    ),
    right: ['draft codes.txt'],
  },
  {
    name: 'a table without a name',
    source: 'osTicket/osTicket#2355',
    input: multipart([from], [text, ['Content-Type: text/csv; charset=utf-8', csv]]),
    right: ['draft file 1.csv'],
  },
  {
    name: 'the mail is nothing but a table',
    source: 'own',
    input: rawMail([from, 'Content-Type: text/csv; charset=utf-8'], csv),
    right: ['draft file 1.csv'],
  },
  {
    name: 'forwarded as an attachment',
    source: 'osTicket/osTicket#971',
    input: multipart(
      [from],
      [
        text,
        [
          'Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=codes.eml',
          withTable('From: clerk@mill.example').replaceAll('=_b', '=_inner'),
        ],
      ],
    ),
    right: ['draft codes.csv'],
  },
  {
    name: 'forwarded within the mail',
    source: 'osTicket/osTicket#971',
    input: multipart(
      [from],
      [
        text,
        ['Content-Type: message/rfc822', withTable('From: clerk@mill.example').replaceAll('=_b', '=_inner')],
      ],
    ),
    right: ['draft codes.csv'],
  },
  {
    name: 'signed',
    source: 'RFC 8551',
    input: multipart(
      [from],
      [
        text,
        table,
        [
          'Content-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Disposition: attachment; filename=smime.p7s',
          'MIIB',
        ],
      ],
      'multipart/signed; protocol="application/pkcs7-signature"',
    ),
    right: ['draft codes.csv'],
  },
  {
    name: 'packed by Outlook',
    source: 'own',
    input: multipart(
      [from],
      [
        text,
        [
          'Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Disposition: attachment; filename=winmail.dat',
          'xx',
        ],
      ],
    ),
    right: ['refused: the file is packed by Outlook (winmail.dat): send the mail as HTML or plain text'],
  },
  {
    name: 'the address as its own name',
    source: 'mozilla/fx-private-relay#3959',
    input: withTable('From: warehouse@mill.example <warehouse@mill.example>'),
    right: ['draft codes.csv'],
  },
  {
    name: 'a name with a comma',
    source: 'own',
    input: withTable('From: Mill, Warehouse <Warehouse@Mill.example>'),
    right: ['draft codes.csv'],
  },
  {
    name: 'another address as the name',
    source: 'own',
    input: withTable('From: warehouse@mill.example <clerk@elsewhere.example>'),
    right: ['refused: the sender’s name is another address'],
  },
  {
    name: 'two senders',
    source: 'RFC 5322',
    input: withTable('From: warehouse@mill.example, clerk@mill.example'),
    right: ['refused: the mail names several senders'],
  },
  {
    name: 'two senders, the second in brackets',
    source: 'own',
    input: withTable('From: clerk@elsewhere.example, Warehouse <warehouse@mill.example>'),
    right: ['refused: the sender’s name is another address'],
  },
  {
    name: 'no sender',
    source: 'own',
    input: withTable('Sender: warehouse@mill.example'),
    right: ['refused: the mail names no sender'],
  },
  {
    name: 'two From fields',
    source: 'own',
    input: withTable(from, 'From: clerk@elsewhere.example'),
    right: ['refused: the mail has several From fields'],
  },
];
