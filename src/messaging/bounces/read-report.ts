import type { MailPart, ParsedMail } from '../../platform/mail/arriving/parse-mail.ts';
import { isAutomatic, isMassMail, valueOf, type MailHead } from '../../platform/mail/arriving/read-head.ts';

/** The meaning of a mail to the bounce address. */
export type MailReading =
  | { is: 'delivered' | 'undelivered'; status: string; details: string }
  /** Not final: the letter is delayed, or this is an automatic answer. */
  | { is: 'delayed' }
  | { is: 'automatic' }
  /** A person should look at it. */
  | { is: 'strange'; why: string };

type Fields = Map<string, string>;

/** Reads a delivery status notification (RFC 3464), and distinguishes it from other mail. */
export function readReport(head: MailHead, mail: ParsedMail): MailReading {
  const status = partOf(mail, /^message\/(?:global-)?delivery-status$/);
  if (status !== null) return readStatus(status);
  if (partOf(mail, /^message\/(?:global-)?disposition-notification$/) !== null) return { is: 'automatic' };
  if (partOf(mail, /^message\/feedback-report$/) !== null) return { is: 'strange', why: 'a complaint' };
  return readOther(head);
}

/** The kind of a mail without a report. */
export const readOther = (head: MailHead): MailReading =>
  isAutomatic(head) || isMassMail(head) ? { is: 'automatic' } : { is: 'strange', why: 'no delivery report' };

/** Reports are multipart; other mail need not be fetched. */
export const mayReport = (head: MailHead): boolean =>
  /^(?:multipart|message)\//i.test(valueOf(head, 'content-type'));

const maxReportLength = 100_000;
const maxReturnedLength = 100_000;

/** Where a mail can identify its letter, the most reliable place first. */
export function placesOfMark(head: MailHead, mail: ParsedMail): string[] {
  const status = partOf(mail, /^message\/(?:global-)?delivery-status$/);
  const returned = partOf(mail, /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/);
  return [
    head.fields.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    status === null ? '' : textOf(status, maxReportLength),
    returned === null ? '' : textOf(returned, maxReturnedLength),
  ];
}

const partOf = ({ parts }: ParsedMail, asked: RegExp): MailPart | null =>
  parts.find(({ type }) => asked.test(type)) ?? null;

const textOf = ({ bytes }: MailPart, maxLength: number): string =>
  new TextDecoder().decode(bytes.subarray(0, maxLength));

/** A letter has one recipient, but a server may have forwarded it to several: one failure counts. */
function readStatus(part: MailPart): MailReading {
  const [, ...recipients] = groupsOf(textOf(part, maxReportLength));
  const reports = recipients.filter((fields) => fields.has('action'));
  const byAction = (action: string) => reports.find((fields) => actionOf(fields) === action);
  const [failed, delivered] = [byAction('failed'), byAction('delivered')];
  if (failed !== undefined) return { is: 'undelivered', ...wordsOf(failed) };
  if (delivered !== undefined) return { is: 'delivered', ...wordsOf(delivered) };
  return reports.length > 0 ? { is: 'delayed' } : { is: 'strange', why: 'a broken delivery report' };
}

const actionOf = (fields: Fields): string =>
  /^[a-z]*/.exec(fields.get('action')?.toLowerCase() ?? '')?.[0] ?? '';

const wordsOf = (fields: Fields): { status: string; details: string } => ({
  status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? '',
  details: (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, ''),
});

/** Blank lines separate the groups: the first is about the letter, each further one about a recipient. */
function groupsOf(text: string): Fields[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .map((group) => {
      const fields: Fields = new Map();
      for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
      }
      return fields;
    });
}
