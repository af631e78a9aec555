/** The worker that reads reports on letters from their mailbox. */
import type { Context } from '../../context.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import { parseMail } from '../../platform/mail/arriving/parse-mail.ts';
import { maxHeadBytes, readHead, senderOf, valueOf } from '../../platform/mail/arriving/read-head.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { readNewMails, type KeepPlace } from '../../platform/mail/mailbox-place.ts';
import type { ArrivedMail, MailVerdict } from '../../platform/mail/mailbox.ts';
import { findDeliveryMark, type DeliveryKey } from '../mail/delivery-mark.ts';
import { noteReport, type LetterReport } from './note-report.ts';
import { headText, mayReport, placesOfMark, readOther, readReport, type MailReading } from './read-report.ts';
import { setMailAside } from './mails-set-aside.ts';
import { bounceReasons, type BounceReason } from './bounce-reasons.ts';

const idleMs = 30_000;
const mailsAtOnce = 100;
/** A server that returns the whole letter returns its picture too. */
const maxMailBytes = 15 * 1024 * 1024;
/** The report and the returned header come before what may be large. */
const maxReadBytes = 1024 * 1024;

type BounceContext = Pick<
  Context,
  'config' | 'db' | 'cells' | 'clock' | 'keyring' | 'log' | 'metrics' | 'crashPoint'
>;

/** How a mail was classified. */
type Finding =
  | { is: 'report'; letter: DeliveryKey; report: LetterReport }
  | { is: 'delayed' | 'automatic' }
  | { is: 'set_aside'; reason: BounceReason; messageId?: string; sender?: string };

/**
 * Reads the bounce mailbox, one process at a time. The result of a mail is written together with the position in the
 * mailbox, so that neither a crash nor a second reading repeats anything. Nothing is moved or deleted; a mail that is
 * no report of one of our letters is flagged for a person.
 */
export function createBounceReader(ctx: BounceContext): Worker {
  const { url } = ctx.config.bounceMailbox;

  async function round(): Promise<number> {
    if (url === '') return 0;
    return readNewMails({
      db: ctx.db,
      clock: ctx.clock,
      purpose: 'bounces',
      url,
      maxMails: mailsAtOnce,
      onMail: async (mail, keepPlace) => takeMail(ctx, mail, await findingOf(ctx, mail), keepPlace),
      onBroken: (mail, reason, keepPlace) => takeMail(ctx, mail, { is: 'set_aside', reason }, keepPlace),
    });
  }

  return { name: 'read-bounces', idleMs, round, drain: () => Promise.resolve() };
}

async function takeMail(
  ctx: BounceContext,
  mail: ArrivedMail,
  finding: Finding,
  keepPlace: KeepPlace,
): Promise<MailVerdict> {
  // The place in the mailbox is seen from every cell.
  const { db } = finding.is === 'report' ? cellOf(ctx, finding.letter.clientId) : ctx;
  const noted = await transaction(db, async (tx) => {
    const outcome =
      finding.is === 'report'
        ? await noteReport(tx, finding.letter, finding.report, ctx.clock.now())
        : 'known';
    if (outcome === 'early') return outcome;
    if (finding.is === 'set_aside')
      await setMailAside(tx, { ...finding, receivedAt: mail.receivedAt }, ctx.clock.now());
    await keepPlace(tx);
    ctx.crashPoint('read-bounces:before-commit');
    return outcome;
  });
  if (noted === 'early') return 'later';
  ctx.crashPoint('read-bounces:after-commit');
  tell(ctx, mail, finding, noted);
  return finding.is === 'set_aside' ? 'unusual' : 'read';
}

async function findingOf({ keyring, crashPoint }: BounceContext, mail: ArrivedMail): Promise<Finding> {
  const head = readHead(mail.start);
  if (head === null) return { is: 'set_aside', reason: { is: 'long-head', kilobytes: maxHeadBytes / 1024 } };
  const setAside = (reason: BounceReason): Finding => ({
    is: 'set_aside',
    reason,
    messageId: valueOf(head, 'message-id'),
    sender: senderOf(head) ?? '',
  });
  if (mail.bytes > maxMailBytes) return setAside({ is: 'too-large', megabytes: maxMailBytes / 1024 / 1024 });
  const marked = letterNamed(keyring, [headText(head)]) !== null;
  if (!mayReport(head, marked)) return findingFrom(readOther(head, marked), () => null, setAside);
  const source = await mail.source(maxReadBytes);
  crashPoint('read-bounces:before-parsing');
  const parsing = await parseMail(source);
  if (parsing.is === 'broken') return setAside(parsing.reason);
  const letterOf = (): DeliveryKey | null => letterNamed(keyring, placesOfMark(head, parsing.mail));
  return findingFrom(readReport(head, parsing.mail, marked), letterOf, setAside);
}

function findingFrom(
  reading: MailReading,
  letterOf: () => DeliveryKey | null,
  setAside: (reason: BounceReason) => Finding,
): Finding {
  if (reading.is === 'delayed' || reading.is === 'automatic') return { is: reading.is };
  if (reading.is === 'strange') return setAside(reading.reason);
  const letter = letterOf();
  return letter === null ? setAside({ is: 'foreign-report' }) : { is: 'report', letter, report: reading };
}

function letterNamed(keyring: BounceContext['keyring'], places: string[]): DeliveryKey | null {
  for (const place of places) {
    const letter = findDeliveryMark(keyring, place);
    if (letter !== null) return letter;
  }
  return null;
}

/** The recipient is not logged. */
function tell({ log, metrics }: BounceContext, { uid }: ArrivedMail, finding: Finding, noted: string): void {
  if (finding.is !== 'report') {
    metrics.letterReportsTotal.inc({ outcome: finding.is });
    if (finding.is === 'set_aside')
      log.warn(
        { uid, why: bounceReasons.text(finding.reason, 'en') },
        'mail of the bounce mailbox set aside',
      );
    return;
  }
  if (noted !== 'noted') return;
  const { clientId, requestId } = finding.letter;
  const { is: report, status } = finding.report;
  metrics.letterReportsTotal.inc({ outcome: report });
  if (report === 'undelivered') log.info({ clientId, requestId, status }, 'letter came back');
}
