import { simpleParser, type ParsedMail } from 'mailparser';
import type { Context } from '../../context.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { Worker } from '../../platform/loop.ts';
import { readNewMails } from '../../platform/mailbox-place.ts';
import type { ArrivedMail, MailVerdict } from '../../platform/mailbox.ts';
import { findDeliveryMark, type LetterKey } from '../delivery-mark.ts';
import { noteReport, type LetterReport } from './note-report.ts';
import { placesOfMark, readReport, type MailReading } from './read-report.ts';

const idleMs = 30_000;
const mailsAtOnce = 100;
/** A server that returns the whole letter returns its picture too. */
const maxMailBytes = 15 * 1024 * 1024;

type BounceContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'log' | 'metrics' | 'crashPoint'>;

/** What a mail comes to. */
type Finding =
  | { is: 'report'; letter: LetterKey; report: LetterReport }
  | { is: 'delayed' | 'automatic' }
  | { is: 'set_aside'; why: string };

/**
 * Reads the mailbox to which letters come back, one process at a time. What a mail reports is written together with the
 * place in the mailbox, so that neither a crash nor a second reading does anything twice. Nothing is moved or deleted:
 * what is no report of a letter of ours is flagged, for a person to look at.
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
      maxMailBytes,
      onMail: (mail, keepPlace) => takeMail(ctx, mail, keepPlace),
    });
  }

  return { name: 'read-bounces', idleMs, round, drain: () => Promise.resolve() };
}

async function takeMail(
  ctx: BounceContext,
  mail: ArrivedMail,
  keepPlace: (tx: Tx) => Promise<void>,
): Promise<MailVerdict> {
  const finding = await findingOf(ctx, mail);
  const noted = await transaction(ctx.db, async (tx) => {
    const outcome =
      finding.is === 'report'
        ? await noteReport(tx, finding.letter, finding.report, ctx.clock.now())
        : 'known';
    if (outcome === 'early') return outcome;
    await keepPlace(tx);
    ctx.crashPoint('read-bounces:before-commit');
    return outcome;
  });
  if (noted === 'early') return 'later';
  ctx.crashPoint('read-bounces:after-commit');
  tell(ctx, mail, finding, noted);
  return finding.is === 'set_aside' ? 'unusual' : 'read';
}

async function findingOf({ keyring }: BounceContext, { source }: ArrivedMail): Promise<Finding> {
  if (source === null) return { is: 'set_aside', why: `larger than ${maxMailBytes / 1024 / 1024} MB` };
  let mail: ParsedMail;
  let reading: MailReading;
  try {
    mail = await simpleParser(source, parsing);
    reading = readReport(mail);
  } catch {
    return { is: 'set_aside', why: 'not readable' };
  }
  if (reading.is === 'delayed' || reading.is === 'automatic') return { is: reading.is };
  if (reading.is === 'strange') return { is: 'set_aside', why: reading.why };
  for (const place of placesOfMark(mail)) {
    const letter = findDeliveryMark(keyring, place);
    if (letter !== null) return { is: 'report', letter, report: reading };
  }
  return { is: 'set_aside', why: 'a report that names no letter of ours' };
}

/** Only the head, the report and the returned head are looked at. */
const parsing = {
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
} as const;

/** Who was written to stays out of it. */
function tell({ log, metrics }: BounceContext, { uid }: ArrivedMail, finding: Finding, noted: string): void {
  if (finding.is !== 'report') {
    metrics.letterReportsTotal.inc({ outcome: finding.is });
    if (finding.is === 'set_aside')
      log.warn({ uid, why: finding.why }, 'mail of the bounce mailbox set aside');
    return;
  }
  if (noted !== 'noted') return;
  const { clientId, requestId } = finding.letter;
  const { is: report, status } = finding.report;
  metrics.letterReportsTotal.inc({ outcome: report });
  if (report === 'undelivered') log.info({ clientId, requestId, status }, 'letter came back');
}
