/** A simulated supplier's employee who replies to a letter. */
import type { ParsedMail } from 'mailparser';
import type { MailInbox } from '../mail-inbox.ts';
import { newestActivationLetter } from './confirm-letter.ts';
import type { ReplyFault } from './mail-faults.ts';
import { sendMail, unknownAddress, type MailWay } from './send-mail.ts';

export interface LetterReply {
  /** The employee who got the letter and replies. */
  from: string;
  /** Rows in the form `1-3, 5`; empty: the whole table. */
  rows: string;
  fault: ReplyFault | null;
}

/**
 * Acts as an employee who replies to the newest activation letter instead of opening its link. False if there is no
 * such letter, or the mail server refused the reply.
 */
export async function replyToNewestLetter(
  mail: MailInbox,
  way: MailWay,
  reply: LetterReply,
): Promise<boolean> {
  const letter = await newestActivationLetter(mail, reply.from);
  if (letter === null) return false;
  const { messageId = '', subject = '' } = letter;
  return sendMail(way.smtpUrl, {
    from: reply.fault === 'unknown-sender' ? unknownAddress : reply.from,
    to: way.mailbox,
    subject: `Re: ${subject}`,
    inReplyTo: messageId,
    references: messageId,
    text: `${wordsOf(reply)}\n\n${quotationOf(letter)}`,
    ...(reply.fault === 'automatic' && { headers: { 'Auto-Submitted': 'auto-replied' } }),
  });
}

function wordsOf({ rows, fault }: LetterReply): string {
  switch (fault) {
    case 'unclear':
      return 'Готово, кроме второго';
    case 'wrong-rows':
      return '999999';
    case 'automatic':
      return 'Я в отпуске до понедельника.';
    default:
      return rows.trim() === '' ? 'Готово' : rows.trim();
  }
}

function quotationOf({ text = '', from }: ParsedMail): string {
  const quoted = text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`);
  return [`${from?.text ?? ''} пишет:`, ...quoted].join('\n');
}
