import { simpleParser, type AddressObject, type ParsedMail } from 'mailparser';
import { imapString } from './imap-tokens.ts';

/** The header of a mail, including the empty line at its end. */
export function headerOf(source: Buffer): Buffer {
  const end = source.indexOf('\r\n\r\n');
  return end < 0 ? source : source.subarray(0, end + 4);
}

/** The ENVELOPE of RFC 3501: date, subject, from, sender, reply-to, to, cc, bcc, in-reply-to, message-id. */
export async function envelopeOf(source: Buffer): Promise<string> {
  const mail = await simpleParser(headerOf(source));
  const from = addresses(mail.from);
  const parts = [
    imapString(rawLine(mail, 'date')),
    imapString(rawLine(mail, 'subject')),
    from,
    from,
    addresses(mail.replyTo ?? mail.from),
    addresses(mail.to),
    addresses(mail.cc),
    addresses(mail.bcc),
    imapString(mail.inReplyTo ?? null),
    imapString(mail.messageId ?? null),
  ];
  return `(${parts.join(' ')})`;
}

/** As in the mail, with encoded words. */
function rawLine({ headerLines }: ParsedMail, key: string): string | null {
  const line = headerLines.find((one) => one.key === key)?.line;
  return line === undefined ? null : encoded(line.slice(line.indexOf(':') + 1).trim());
}

function addresses(named: AddressObject | AddressObject[] | undefined): string {
  const all = (named === undefined ? [] : [named].flat()).flatMap(({ value }) => value);
  if (all.length === 0) return 'NIL';
  return `(${all
    .map(({ name, address = '' }) => {
      const [, local = address, domain = ''] = /^(.*)@([^@]*)$/.exec(address) ?? [];
      const person = name === '' ? null : encoded(name);
      return `(${[person, null, encoded(local), encoded(domain)].map(imapString).join(' ')})`;
    })
    .join('')})`;
}

const encoded = (text: string): string =>
  /^[\x20-\x7e\s]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
