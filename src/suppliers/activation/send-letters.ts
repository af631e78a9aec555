import type { Context } from '../../context.ts';
import { activationLetter } from '../../letters/activation/activation-letter.ts';
import { activationTableFile } from '../../letters/activation/table-file.ts';
import { activationLetterWords } from '../../letters/activation/words.ts';
import { transaction } from '../../platform/database.ts';
import { claimDue } from '../../platform/due.ts';
import { problemWords, type Worker } from '../../platform/loop.ts';
import { mailDomain } from '../../platform/mail-settings.ts';
import {
  automaticHeaders,
  letterTimeoutMs,
  type MailOutcome,
  type OutgoingLetter,
} from '../../platform/mailer.ts';
import { workSlots } from '../../platform/work-slots.ts';
import { revealCodes } from '../../vault/reveal-codes.ts';
import { findLetter, listRows } from './find-letter.ts';
import { activationToken, lettersAreDue, makeDueLetters, remindOnce } from './make-letters.ts';

const idleMs = 5000;
const connections = 2;
const leaseSeconds = letterTimeoutMs / 1000 + 60;
/** Minutes from one try to the next; after the last one the mail has failed, and `activation list` says so. */
const retryMinutes = [1, 5, 15, 60, 240, 720] as const;

type ActivationContext = Pick<
  Context,
  'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log' | 'crashPoint'
>;

/** Makes the activation letters whose time has come, and reminds of those that nobody has answered. */
export function createActivationLetterMaker(ctx: ActivationContext): Worker {
  async function round(): Promise<number> {
    const now = ctx.clock.now();
    if (!(await lettersAreDue(ctx.db, now))) return 0;
    let done = 0;
    const made = await transaction(ctx.db, async (tx) => {
      const letters = await makeDueLetters(tx, ctx.keyring, now);
      if (letters !== null) ctx.crashPoint('activation-letters:before-commit');
      return letters;
    });
    if (made !== null) {
      ctx.crashPoint('activation-letters:after-commit');
      done += 1;
    }
    if (await transaction(ctx.db, (tx) => remindOnce(tx, ctx.keyring, now))) done += 1;
    return done;
  }
  return { name: 'make-activation-letters', idleMs, round, drain: () => Promise.resolve() };
}

interface ClaimedMail {
  supplier_id: number;
  id: number;
  letter_id: number;
  kind: 'table' | 'reminder';
  address: string;
  message_id: string;
  attempts: number;
  claimId: string;
}

/** Sends activation letters that are due. */
export function createActivationLetterSender(ctx: ActivationContext): Worker {
  async function claim(limit: number): Promise<ClaimedMail[]> {
    const { claimId, rows } = await claimDue<Omit<ClaimedMail, 'claimId'>>(
      ctx.db,
      { name: 'activation_mails', leaseSeconds },
      {
        limit,
        now: ctx.clock.now(),
        columns: 'supplier_id, id, letter_id, kind, address, message_id, attempts',
      },
    );
    return rows.map((row) => ({ ...row, claimId }));
  }

  async function run(mail: ClaimedMail): Promise<void> {
    const outcome = await sendMail(ctx, mail);
    if (outcome.is === 'sent') ctx.crashPoint('activation-letters:after-send');
    await recordMail(ctx, mail, outcome);
  }

  return workSlots({
    name: 'send-activation-letters',
    log: ctx.log,
    idleMs,
    room: (inFlight) => connections - inFlight,
    claim,
    run,
  });
}

type SendOutcome = MailOutcome | { is: 'needless' };

async function sendMail(ctx: ActivationContext, mail: ClaimedMail): Promise<SendOutcome> {
  try {
    const letter = await composeMail(ctx, mail);
    return letter === null ? { is: 'needless' } : await ctx.mailer.send(letter);
  } catch (problem) {
    ctx.log.error({ letterId: mail.letter_id, problem: problemWords(problem) }, 'letter not made');
    return { is: 'failed', words: 'letter not made' };
  }
}

/** Null when there is nothing left to ask for: all was confirmed, or taken back, in the meantime. */
async function composeMail(ctx: ActivationContext, mail: ClaimedMail): Promise<OutgoingLetter | null> {
  const letter = await findLetter(ctx.db, mail.letter_id);
  if (letter === null) return null;
  const { supplierId, letterId, language } = letter;
  const open = (await listRows(ctx.db, letter)).filter((row) => row.confirmedAt === null && !row.withdrawn);
  const codes = await revealCodes(
    ctx.db,
    ctx.keyring,
    { supplierId, codeIds: open.map((row) => row.codeId), reader: 'supplier', address: mail.address },
    ctx.clock.now(),
  );
  const rows = open.flatMap((row) => {
    const code = codes.get(row.codeId);
    return code === undefined ? [] : [{ ...row, number: code.number }];
  });
  if (rows.length === 0) return null;
  const { smtp, mailbox, baseUrl } = ctx.config;
  const link = `${baseUrl}/activation/${activationToken(ctx.keyring, supplierId, letterId)}`;
  const mayReply = mailbox.url !== '' && mailbox.address !== '';
  return {
    ...activationLetter({ ...letter, kind: mail.kind, link, mayReply, rows }),
    from: smtp.from,
    to: mail.address,
    replyTo: mayReply ? mailbox.address : undefined,
    messageId: `${mail.message_id}@${mailDomain(smtp.from)}`,
    headers: automaticHeaders,
    attachments: [
      {
        name: activationLetterWords[language].file(letterId),
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        bytes: await activationTableFile(rows, language),
      },
    ],
  };
}

/** Whoever comes back after its lease ran out changes nothing. */
async function recordMail(
  { db, clock }: ActivationContext,
  mail: ClaimedMail,
  outcome: SendOutcome,
): Promise<void> {
  const now = clock.now();
  const minutes = outcome.is === 'failed' ? retryMinutes[mail.attempts - 1] : undefined;
  const gone = outcome.is === 'sent' || outcome.is === 'needless';
  const state = gone ? 'sent' : minutes === undefined ? 'failed' : 'due';
  await db.query(
    `update activation_mails
     set state = $4, due_at = coalesce($5, due_at), last_error = $6, sent_at = $7, claim_id = null, leased_until = null
     where supplier_id = $1 and id = $2 and claim_id = $3 and state = 'due'`,
    [
      mail.supplier_id,
      mail.id,
      mail.claimId,
      state,
      minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000),
      'words' in outcome ? outcome.words : '',
      gone ? now : null,
    ],
  );
}
