import { createHash } from 'node:crypto';
import { simpleParser, type ParsedMail } from 'mailparser';
import type { Context } from '../../context.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { problemWords, type Worker } from '../../platform/loop.ts';
import { readNewMails } from '../../platform/mailbox-place.ts';
import type { ArrivedMail } from '../../platform/mailbox.ts';
import { decideMail, senderOf, type MailDecision } from './decide-mail.ts';
import { recordMail, type Confirm, type MailRecord } from './record-mail.ts';

const idleMs = 30_000;
const mailsAtOnce = 50;
const maxMailBytes = 40 * 1024 * 1024;
const maxHtmlLength = 1_000_000;

type MailContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'log' | 'crashPoint'>;

/**
 * Reads the mailbox to which suppliers answer and send codes, one process at a time. A mail is recorded with all that
 * it causes before the next is fetched, and known again by its Message-ID and content, wherever the server puts it.
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
      maxMailBytes,
      onMail: (mail, keepPlace) => takeMail(ctx, confirm, mail, keepPlace),
    });
  }

  return { name: 'read-mailbox', idleMs, round, drain: () => Promise.resolve() };
}

async function takeMail(
  ctx: MailContext,
  confirm: Confirm,
  arrived: ArrivedMail,
  keepPlace: (tx: Tx) => Promise<void>,
): Promise<'read' | 'unusual'> {
  const { record, decisions } = await readMail(ctx, arrived);
  const now = ctx.clock.now();
  const outcome = await transaction(ctx.db, async (tx) => {
    const recorded = await recordMail(tx, { keyring: ctx.keyring, confirm }, record, decisions, now);
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

async function readMail(ctx: MailContext, arrived: ArrivedMail): Promise<ReadMail> {
  if (arrived.source === null)
    return unread(arrived, `the mail is larger than ${maxMailBytes / 1024 / 1024} MB`);
  let mail: ParsedMail;
  try {
    mail = await simpleParser(arrived.source, { skipImageLinks: true, maxHtmlLengthToParse: maxHtmlLength });
  } catch (problem) {
    ctx.log.error({ uid: arrived.uid, problem: problemWords(problem) }, 'mail not readable');
    return unread(arrived, 'the mail can not be read');
  }
  const record = {
    messageId: mail.messageId ?? arrived.messageId,
    contentHash: hashOf(mail),
    sender: senderOf(mail) ?? arrived.sender,
    subject: mail.subject ?? '',
    receivedAt: arrived.receivedAt,
  };
  return { record, decisions: await decideMail(ctx, mail) };
}

function unread({ messageId, sender, subject, receivedAt }: ArrivedMail, words: string): ReadMail {
  const contentHash = createHash('sha256')
    .update(JSON.stringify([messageId, sender, subject]))
    .digest();
  return {
    record: { messageId, contentHash, sender, subject, receivedAt },
    decisions: [{ is: 'refused', fileName: '', words, supplierId: null }],
  };
}

/** Over what the mail says and carries, not over the stamps of its way. */
function hashOf({ from, subject, text, html, attachments }: ParsedMail): Buffer {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([from?.text ?? '', subject ?? '', text ?? '', html === false ? '' : html]));
  for (const { filename, content } of attachments)
    hash.update(`\n${filename ?? ''}:${content.length}\n`).update(content);
  return hash.digest();
}
