/** The worker that reads suppliers' letters: confirmations and codes. */
import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { judgeSender } from '../../platform/mail/arriving/judge-sender.ts';
import { parseMail, type ParsedMail } from '../../platform/mail/arriving/parse-mail.ts';
import {
  maxHeadBytes,
  readHead,
  senderOf,
  subjectOf,
  valueOf,
  valuesOf,
  type MailHead,
} from '../../platform/mail/arriving/read-head.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { readNewMails, type KeepPlace } from '../../platform/mail/mailbox-place.ts';
import type { ArrivedMail } from '../../platform/mail/mailbox.ts';
import { decideMail, nothing, purposeOf, type MailDecision, type MailPurpose } from './decide-mail.ts';
import { fileReasons } from './file-reasons.ts';
import { mayBeProven, spend, timeLeft } from './reading-time.ts';
import { recordMail, type Confirm, type MailRecord } from './record-mail.ts';
import { mailReasons } from '../../platform/mail/arriving/mail-reasons.ts';

const idleMs = 30_000;
const mailsAtOnce = 50;
const maxMailBytes = 40 * 1024 * 1024;

type MailContext = Pick<
  Context,
  'config' | 'db' | 'pageDb' | 'cells' | 'clock' | 'keyring' | 'log' | 'crashPoint'
>;

/**
 * Reads the mailbox for suppliers' replies and codes, one process at a time. A mail is recorded with all its effects
 * before the next is fetched, and is recognised by its Message-ID and content, wherever the server puts it.
 */
export function createMailReader(ctx: MailContext, confirm: Confirm): Worker {
  const { url } = ctx.config.mailbox;

  async function round(): Promise<number> {
    if (url === '') return 0;
    return readNewMails({
      db: ctx.db,
      clock: ctx.clock,
      purpose: 'codes',
      url,
      maxMails: mailsAtOnce,
      onMail: async (mail, keepPlace) => takeMail(ctx, confirm, await readMail(ctx, mail), keepPlace),
      onBroken: (mail, reason, keepPlace) =>
        takeMail(ctx, confirm, setAside(mail, mailReasons.text(reason, 'en')), keepPlace),
    });
  }

  return { name: 'read-mailbox', idleMs, round, drain: () => Promise.resolve() };
}

async function takeMail(
  ctx: MailContext,
  confirm: Confirm,
  read: ReadMail,
  keepPlace: KeepPlace,
): Promise<'read' | 'unusual'> {
  const { record, decisions } = read;
  const now = ctx.clock.now();
  const outcome = await transaction(ctx.db, async (tx) => {
    const recorded = await recordMail(tx, { ...ctx, confirm }, record, decisions, now);
    await keepPlace(tx);
    ctx.crashPoint('read-mailbox:before-commit');
    return recorded;
  });
  ctx.crashPoint('read-mailbox:after-commit');
  const unusual = decisions.some(({ is }) => is === 'refused' || is === 'unclear');
  return outcome === 'recorded' && unusual ? 'unusual' : 'read';
}

interface ReadMail {
  record: MailRecord;
  decisions: MailDecision[];
}

/** The sender is judged by the header; only a mail that may have an effect is fetched and parsed. */
async function readMail(ctx: MailContext, arrived: ArrivedMail): Promise<ReadMail> {
  const head = readHead(arrived.start);
  const unread = (decision: MailDecision): ReadMail => ({
    record: recordOf(arrived, head),
    decisions: [decision],
  });
  if (head === null) return unread(nothing('refused', longHead));
  const purpose = await purposeOf(ctx.db, head);
  if (purpose.is === 'settled') return unread(purpose.decision);
  if (arrived.bytes > maxMailBytes)
    return unread(nothing('refused', `the mail is larger than ${maxMailBytes / 1024 / 1024} MB`));
  if (purpose.is === 'files' && (await isOverdrawn(ctx, purpose, head)))
    return unread(noTime(purpose.supplierId));
  const source = await arrived.source(maxMailBytes);
  ctx.crashPoint('read-mailbox:before-parsing');
  const record = recordOf(arrived, head);
  return purpose.is === 'files'
    ? readFiles(ctx, { head, source, record }, purpose)
    : readWithin(ctx, { head, source, record }, purpose, Infinity);
}

interface WholeMail {
  head: MailHead;
  source: Buffer;
  record: MailRecord;
}

type Purpose = Exclude<MailPurpose, { is: 'settled' }>;
type FilesPurpose = Extract<MailPurpose, { is: 'files' }>;

const noTime = (supplierId: number): MailDecision => ({
  ...nothing('refused', fileReasons.text({ is: 'sender-too-slow' }, 'en')),
  supplierId,
});

/** Without a sign of a proof, and without time for what is not proven, a mail is not even fetched. */
const isOverdrawn = async (
  { db, clock, config }: MailContext,
  { supplierId }: FilesPurpose,
  head: MailHead,
): Promise<boolean> =>
  !mayBeProven(head, config.mailbox) && (await timeLeft(db, { supplierId, proven: false }, clock.now())) <= 0;

/** Anybody can name a supplier's address: who sent it is judged before anything is opened, and says how long that may take. */
async function readFiles(ctx: MailContext, mail: WholeMail, purpose: FilesPurpose): Promise<ReadMail> {
  const { sender, supplierId } = purpose;
  const senderCheck = await judgeSender(ctx.config.mailbox, { ...mail, sender });
  const reading = { supplierId, proven: senderCheck.is === 'pass' };
  const leftMs = await timeLeft(ctx.db, reading, ctx.clock.now());
  const record = { ...mail.record, ...reading, senderCheck };
  return leftMs <= 0
    ? { record, decisions: [noTime(supplierId)] }
    : readWithin(ctx, { ...mail, record }, purpose, leftMs);
}

async function readWithin(
  ctx: MailContext,
  { head, source, record }: WholeMail,
  purpose: Purpose,
  leftMs: number,
): Promise<ReadMail> {
  const beganAt = performance.now();
  const parsing = await parseMail(source, { opensForwarded: true });
  const time = { leftMs, usedMs: 0 };
  spend(time, performance.now() - beganAt);
  if (parsing.is === 'broken')
    return {
      record: { ...record, readMs: time.usedMs },
      decisions: [nothing('refused', mailReasons.text(parsing.reason, 'en'))],
    };
  const decisions = await decideMail(ctx, purpose, parsing.mail, time);
  return { record: { ...record, contentHash: hashOf(head, parsing.mail), readMs: time.usedMs }, decisions };
}

/** Only its position is used: whatever crashed its processing must not do so again. */
function setAside({ uid, uidValidity, receivedAt }: ArrivedMail, why: string): ReadMail {
  const contentHash = createHash('sha256').update(`${uidValidity}:${uid}`).digest();
  const subject = `mail ${uid} of the mailbox`;
  return {
    record: { messageId: '', contentHash, sender: '', subject, receivedAt, place: { uidValidity, uid } },
    decisions: [nothing('refused', why)],
  };
}

const longHead = `the head of the mail is longer than ${maxHeadBytes / 1024} kB`;

/** The facts of a mail without its content. */
function recordOf({ receivedAt, uidValidity, uid }: ArrivedMail, head: MailHead | null): MailRecord {
  const mail = head ?? { fields: [] };
  const messageId = valueOf(mail, 'message-id');
  return {
    messageId,
    contentHash: hashOf(mail, { text: '', parts: [] }),
    sender: senderOf(mail) ?? valueOf(mail, 'from'),
    subject: subjectOf(mail),
    receivedAt,
    place: { uidValidity, uid },
  };
}

/** Hash of the content, without the trace headers. */
function hashOf(head: MailHead, { text, parts }: ParsedMail): Buffer {
  const headers = ['message-id', 'from', 'subject', 'date'].map((name) => valuesOf(head, name));
  const hash = createHash('sha256').update(JSON.stringify([headers, text]));
  for (const { fileName, bytes } of parts) hash.update(`\n${fileName ?? ''}:${bytes.length}\n`).update(bytes);
  return hash.digest();
}
