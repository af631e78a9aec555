/** Mails that cost their readers far more than their writers. */
import type { FieldSample } from '../field-sample.ts';

export type MailBomb = FieldSample<() => string, RegExp | 'parsed'>;

const head = 'From: warehouse@supplier.example\r\nMIME-Version: 1.0\r\n';
const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

export const mailBombs: MailBomb[] = [
  {
    name: 'ten thousand parts',
    source: 'maildev/maildev#531',
    input: () =>
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${times(10_000, (at) => `--b\r\nContent-Type: text/csv; name="${at}.csv"\r\n\r\na\r\n`)}--b--\r\n`,
    right: /more than 200 parts/,
  },
  {
    name: 'parts without a head',
    source: 'zone-eu/mailsplit#4',
    input: () => `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(500_000)}`,
    right: /more than 200 parts/,
  },
  {
    name: 'letters in letters, 5,000 deep',
    source: 'php/pecl-mail-mailparse#59',
    input: () => `${head}${'Content-Type: message/rfc822\r\n\r\n'.repeat(5000)}x`,
    right: 'parsed',
  },
  {
    name: 'letters in letters, all of which have several parts, 5,000 deep',
    source: 'jbostoen/itop-jb-mail-to-ticket-automation-v2#245',
    input: () =>
      head +
      times(
        5000,
        (at) =>
          `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\nContent-Type: message/rfc822\r\n\r\n`,
      ),
    right: 'parsed',
  },
  {
    name: 'a million empty lines before anything',
    source: 'jbostoen/itop-jb-mail-to-ticket-automation-v2#245',
    input: () => `${'\r\n'.repeat(1_000_000)}${head}\r\nx`,
    right: 'parsed',
  },
  {
    name: 'quoted-printable of nothing but escapes',
    source: 'own',
    input: () => `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=\r\n='.repeat(2_000_000)}`,
    right: 'parsed',
  },
  {
    name: 'a name of a file in 3,000 pieces',
    source: 'own',
    input: () =>
      `${head}Content-Type: text/csv\r\nContent-Disposition: attachment; ${times(3000, (at) => `filename*${at}*=%41;\r\n `)}\r\n\r\nx`,
    right: 'parsed',
  },
];
