import type { MailPart, ParsedMail } from '../../platform/mail/arriving/parse-mail.ts';
import { isAutomatic, isMassMail, valueOf, type MailHead } from '../../platform/mail/arriving/read-head.ts';
import { isAbsenceNote, isFromMailSystem, readPlainReport, tellsAbsence } from './plain-report.ts';
import type { BounceReason } from './bounce-reasons.ts';

/** The meaning of a mail to the bounce address. */
export type MailReading =
  | { is: 'delivered' | 'undelivered'; status: string; details: string }
  /** A report that is not final: the letter is delayed, or this is an automatic answer. */
  | { is: 'delayed' }
  | { is: 'automatic' }
  /** A person should look at it. */
  | { is: 'strange'; reason: BounceReason };

type Fields = Map<string, string>;

/**
 * Reads a delivery status notification (RFC 3464), a report in plain text, and distinguishes both from other mail. A mail to a
 * marked address is about a letter of ours: if it is neither a report nor an absence note, a person has to look at it.
 */
export function readReport(head: MailHead, mail: ParsedMail, marked: boolean): MailReading {
  const status = partOf(mail, /^message\/(?:global-)?delivery-status$/);
  if (status !== null) return readStatus(status, head, mail);
  if (partOf(mail, /^message\/(?:global-)?disposition-notification$/) !== null) return { is: 'automatic' };
  if (partOf(mail, /^message\/feedback-report$/) !== null)
    return { is: 'strange', reason: { is: 'complaint' } };
  return readPlainReport(head, mail.text) ?? readOther(head, marked, mail.text);
}

/** The kind of a mail without a report. */
export function readOther(head: MailHead, marked: boolean, text = ''): MailReading {
  const byProgram = isAutomatic(head) || isMassMail(head);
  if (isAbsenceNote(head) || (byProgram && (!marked || tellsAbsence(text)))) return { is: 'automatic' };
  return { is: 'strange', reason: { is: 'no-report' } };
}

/** What may be a report has to be fetched; other mail need not be. */
export const mayReport = (head: MailHead, marked: boolean): boolean =>
  marked || isFromMailSystem(head) || /^(?:multipart|message)\//i.test(valueOf(head, 'content-type'));

const maxReportLength = 100_000;
const maxReturnedLength = 100_000;

export const headText = (head: MailHead): string =>
  head.fields.map(({ name, value }) => `${name}: ${value}`).join('\n');

/** Where a mail can identify its letter, the most reliable place first. */
export function placesOfMark(head: MailHead, mail: ParsedMail): string[] {
  const status = partOf(mail, /^message\/(?:global-)?delivery-status$/);
  const returned = partOf(mail, /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/);
  return [
    headText(head),
    status === null ? '' : textOf(status, maxReportLength),
    returned === null ? '' : textOf(returned, maxReturnedLength),
    mail.text.slice(0, maxReturnedLength),
  ];
}

const partOf = ({ parts }: ParsedMail, asked: RegExp): MailPart | null =>
  parts.find(({ type }) => asked.test(type)) ?? null;

const textOf = ({ bytes }: MailPart, maxLength: number): string =>
  new TextDecoder().decode(bytes.subarray(0, maxLength));

/** A letter has one recipient, but a server may have forwarded it to several: one failure counts. */
function readStatus(part: MailPart, head: MailHead, mail: ParsedMail): MailReading {
  const [, ...recipients] = groupsOf(textOf(part, maxReportLength));
  const reports = recipients.filter((fields) => fields.has('action') || fields.has('status'));
  const byAction = (action: Action) => reports.find((fields) => actionOf(fields) === action);
  const [failed, delivered] = [byAction('failed'), byAction('delivered')];
  if (failed !== undefined) return { is: 'undelivered', ...wordsOf(failed) };
  if (delivered !== undefined) return { is: 'delivered', ...wordsOf(delivered) };
  if (reports.some((fields) => actionOf(fields) !== null)) return { is: 'delayed' };
  return readPlainReport(head, mail.text) ?? { is: 'strange', reason: { is: 'broken-report' } };
}

type Action = 'failed' | 'delivered' | 'other';

/** By the action, also in other forms of the word; without one by the class of the status. Null: it tells nothing. */
function actionOf(fields: Fields): Action | null {
  const action = /^[a-z]*/.exec(fields.get('action')?.toLowerCase() ?? '')?.[0] ?? '';
  if (/^(?:fail|error|undeliver|reject)/.test(action)) return 'failed';
  if (action === 'delivered') return 'delivered';
  if (/^(?:delay|relay|expand)/.test(action)) return 'other';
  const statusClass = /^\s*([245])\./.exec(fields.get('status') ?? '')?.[1];
  return statusClass === '5' ? 'failed' : statusClass === '4' ? 'other' : null;
}

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
