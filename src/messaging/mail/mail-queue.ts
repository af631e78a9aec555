/** Sends the due mails of a table. */
import type { Context } from '../../context.ts';
import { claimDue, type DueTable } from '../../platform/database/due.ts';
import { whileRenewed } from '../../platform/process/lease.ts';
import { noteFailure, type Worker } from '../../platform/process/loop.ts';
import { automaticHeaders, withDetails, type OutgoingLetter } from '../../platform/mail/mailer.ts';
import { mailDomain } from '../../platform/settings/mail-settings.ts';
import type { Letter } from '../letters/layout.ts';
import { workSlots } from '../../platform/batching/work-slots.ts';

export interface DueMail {
  /** The supplier or client that it is about; of letters to persons, their own number. */
  owner_id: number;
  id: number;
  address: string;
  attempts: number;
}

/** Sender, recipient, Message-ID and headers are the same for all. */
export type MailContent = Letter & Pick<OutgoingLetter, 'replyTo' | 'attachments'>;

/** One kind of mail to suppliers, operators and persons. */
export interface MailQueue<Mail extends DueMail> {
  name: string;
  table: Extract<DueTable['name'], `${string}_mails`>;
  /** Further columns to read for each due mail. */
  columns: string;
  /** The Message-ID without its domain; the same for every attempt, so that a repeat can be recognised. */
  messageIdOf(mail: Mail): string;
  /** Null if there is nothing left to say. */
  compose(mail: Mail): MailContent | null | Promise<MailContent | null>;
  /** Called between sending and recording. */
  afterSend?(): void;
}

/** The owner column in the key of each table. */
const ownerOf = {
  activation_mails: 'supplier_id',
  alert_mails: 'supplier_id',
  digest_mails: 'client_id',
  balance_mails: 'client_id',
  report_mails: 'client_id',
  onboarding_mails: 'supplier_id',
  client_onboarding_mails: 'client_id',
  person_mails: 'id',
} as const satisfies Record<MailQueue<DueMail>['table'], string>;

export type MailQueueContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log'>;
type Claimed<Mail> = Mail & { claimId: string };
type Outcome = ReturnType<typeof withDetails> | { is: 'needless' };

const idleMs = 5000;
const connections = 2;
/** Renewed while a mail is being sent: its server has ten minutes to answer. */
const leaseSeconds = 150;
const renewedEveryMs = 30_000;
/** Minutes between attempts; after the last one the mail has failed. */
const retryMinutes = [1, 5, 15, 60, 240, 720] as const;

export function createMailQueue<Mail extends DueMail>(ctx: MailQueueContext, queue: MailQueue<Mail>): Worker {
  async function claim(limit: number): Promise<Claimed<Mail>[]> {
    const columns = `${ownerOf[queue.table]} as owner_id, id, address, attempts, ${queue.columns}`;
    const ask = { limit, now: ctx.clock.now(), columns };
    const { claimId, rows } = await claimDue<Mail>(ctx.db, { name: queue.table, leaseSeconds }, ask);
    return rows.map((row) => ({ ...row, claimId }));
  }

  async function send(mail: Mail): Promise<Outcome> {
    try {
      const content = await queue.compose(mail);
      if (content === null) return { is: 'needless' };
      const { from } = ctx.config.smtp;
      const outcome = await ctx.mailer.send({
        ...content,
        from,
        to: mail.address,
        messageId: `${queue.messageIdOf(mail)}@${mailDomain(from)}`,
        headers: automaticHeaders,
      });
      return withDetails(outcome);
    } catch (problem) {
      const { owner_id: owner, id } = mail;
      noteFailure(ctx.log, problem, { what: 'letter not made', details: { queue: queue.name, owner, id } });
      return { is: 'failed', details: 'letter not made' };
    }
  }

  async function run(mail: Claimed<Mail>): Promise<void> {
    const renewed = { log: ctx.log, what: queue.name, everyMs: renewedEveryMs };
    const outcome = await whileRenewed(
      () => renewLease(ctx, queue.table, mail),
      renewed,
      () => send(mail),
    );
    if (outcome.is === 'sent') queue.afterSend?.();
    await recordMail(ctx, queue.table, mail, outcome);
  }

  return workSlots({
    name: queue.name,
    log: ctx.log,
    idleMs,
    due: [`select from {cell}.${queue.table} where state = 'due' and due_at <= $1`],
    capacity: (inFlight) => connections - inFlight,
    claim,
    run,
  });
}

/** One that was lost meanwhile stays lost. */
const renewLease = (
  { db, clock }: Pick<MailQueueContext, 'db' | 'clock'>,
  table: MailQueue<DueMail>['table'],
  { owner_id: owner, id, claimId }: Claimed<DueMail>,
) =>
  db.query(
    `update ${table} set due_at = $4, leased_until = $4
     where ${ownerOf[table]} = $1 and id = $2 and claim_id = $3 and state = 'due'`,
    [owner, id, claimId, new Date(clock.now().getTime() + leaseSeconds * 1000)],
  );

/** A worker that returns after its lease ended changes nothing. */
async function recordMail(
  { db, clock }: Pick<MailQueueContext, 'db' | 'clock'>,
  table: MailQueue<DueMail>['table'],
  mail: Claimed<DueMail>,
  outcome: Outcome,
): Promise<void> {
  const now = clock.now();
  const minutes = outcome.is === 'failed' ? retryMinutes[mail.attempts - 1] : undefined;
  const gone = outcome.is === 'sent' || outcome.is === 'needless';
  const state = gone ? 'sent' : minutes === undefined ? 'failed' : 'due';
  await db.query(
    `update ${table}
     set state = $4, due_at = coalesce($5, due_at), last_error = $6, sent_at = $7, claim_id = null, leased_until = null
     where ${ownerOf[table]} = $1 and id = $2 and claim_id = $3 and state = 'due'`,
    [
      mail.owner_id,
      mail.id,
      mail.claimId,
      state,
      minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000),
      'details' in outcome ? outcome.details : '',
      gone ? now : null,
    ],
  );
}
