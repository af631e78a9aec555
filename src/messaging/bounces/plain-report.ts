/** Reports on letters that are written for people: Exim's, those of Russian providers, of old servers. */
import {
  isAutomaticAnswer,
  senderOf,
  subjectOf,
  valueOf,
  valuesOf,
  type MailHead,
} from '../../platform/mail/arriving/read-head.ts';

export type PlainReport = { is: 'undelivered'; status: string; details: string } | { is: 'delayed' };

const maxTextLength = 20_000;
const maxLineLength = 1000;
const maxAbsenceLength = 500;

const systemName =
  /^(?:mailer-?daemon|postmaster|mail-?daemon|mail\.?system|mdaemon|double-bounce|bounces?|mailerdaemon|noreply-?dsn)(?:[+@._-]|$)/;
const failedSubject =
  /undeliver|not delivered|delivery (?:has )?fail|delivery status notification \(?fail|returned (?:mail|to sender)|failure notice|mail delivery fail|could not be delivered|undeliverable|rejected|недостав|не доставлен|не может быть доставлен|не удалось доставить|ошибка доставки|возврат/i;
const absence =
  /out of (?:the )?office|auto(?:matic)?[ -]?(?:reply|response|answer)|away from|on vacation|on leave|автоответ|автоматический ответ|в отпуске|отпуск|отсутству|нет на месте/i;

/** Sentences by which servers tell people that a letter will not come. */
const failedText =
  /(?:could not|cannot|can't|can not|couldn't|was not|wasn't|unable to|failed to) (?:be )?deliver|undeliverable|delivery (?:to the following|has) .{0,60}fail|permanent (?:fatal )?(?:error|failure)|following address(?:es)?(?:\(es\))? (?:failed|had)|user (?:is )?unknown|unknown user|no such user|invalid (?:mailbox|recipient)|mailbox (?:is )?(?:full|unavailable|not found|disabled)|address (?:rejected|not found)|does(?: not|n't) (?:exist|have an? .{0,40}account)|не (?:может быть|был[оа]?|удалось|удаётся|удается) .{0,20}доставл?|не доставлен|недоставлен|адрес(?:ат)? не (?:найден|существует)|ящик .{0,40}(?:не существует|переполнен|заблокирован|не найден|отключен|недоступен)|получатель .{0,40}(?:не найден|не существует)/i;
const delayedText =
  /(?:has been|is|was|been) delayed|not yet been delivered|still (?:being|trying)|will (?:be retried|(?:keep|continue) trying|try again)|do not need to (?:resend|do anything)|warning: (?:message|could not)|задерж|попытк[аи] .{0,40}(?:продолж|будут)|повторн\p{L}+ попыт/iu;

/** `550 5.1.1`, `5.7.1`; not a part of an address of the network. */
const permanentCode = /(?<![\d.])(?:5\d\d[ #-]{1,3})?5\.\d{1,3}\.\d{1,3}(?![\d.])|(?<![\d.-])55\d(?=[ -])/;
const anyStatus = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** Whether a mail system wrote it, by its name, an empty envelope sender, or what only mail systems add. */
export const isFromMailSystem = (head: MailHead): boolean =>
  systemName.test(senderOf(head) ?? valueOf(head, 'from').toLowerCase()) ||
  valuesOf(head, 'x-failed-recipients').length > 0 ||
  (valueOf(head, 'return-path').trim() === '<>' && failedSubject.test(subjectOf(head)));

/** What somebody's program answers while they are away. */
export const isAbsenceNote = (head: MailHead): boolean =>
  !isFromMailSystem(head) && (isAutomaticAnswer(head) || absence.test(subjectOf(head)));

/** Whether a mail that a program sent reports an absence. */
export const tellsAbsence = (text: string): boolean => absence.test(text.slice(0, maxAbsenceLength));

/** Null: nothing in it says that the letter failed or waits. */
export function readPlainReport(head: MailHead, text: string): PlainReport | null {
  if (isAbsenceNote(head)) return null;
  const ownText = ownWords(text);
  const certain = valuesOf(head, 'x-failed-recipients').length > 0;
  const delayed = delayedText.test(`${subjectOf(head)}\n${ownText}`);
  const failed = failedText.test(ownText) || (failedSubject.test(subjectOf(head)) && isFromMailSystem(head));
  if (delayed && !(failed && permanentCode.test(ownText))) return { is: 'delayed' };
  if (!certain && !(failed && (isFromMailSystem(head) || permanentCode.test(ownText)))) return null;
  return { is: 'undelivered', status: anyStatus.exec(ownText)?.[1] ?? '', details: reasonIn(ownText) };
}

/** The report without the letter that came back: its sentences say nothing of its delivery. */
function ownWords(text: string): string {
  const short = text.slice(0, maxTextLength);
  const copy = /^-{2,}.{0,40}(?:copy of|original message|returned message|исходн|копия).{0,60}$/im.exec(
    short,
  );
  return copy === null ? short : short.slice(0, copy.index);
}

/** The line with the server's answer, or the first one that tells of a failure. */
function reasonIn(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().slice(0, maxLineLength));
  const answer =
    lines.find((line) => permanentCode.test(line)) ?? lines.find((line) => failedText.test(line));
  return (answer ?? '').replace(/^.{0,400}?(?=(?<![\d.-])55\d[ -])/, '');
}
