/** Sends the letters to people that are due, of every kind. */
import type { Context } from '../../context.ts';
import { claimDue, type DueTable } from '../../platform/database/due.ts';
import { whileRenewed } from '../../platform/process/lease.ts';
import { noteFailure, type Worker } from '../../platform/process/loop.ts';
import { automaticHeaders, withDetails, type OutgoingLetter } from '../../platform/mail/mailer.ts';
import { mailDomain } from '../../platform/settings/mail-settings.ts';
import { workSlots } from '../../platform/batching/work-slots.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Letter } from '../letters/layout.ts';
import type { LettersToClients, LettersToPeople } from './letter-contents.ts';
import { formerDue, takeOverLetters } from './take-over-letters.ts';

/** A letter of a kind, as its `compose` gets it. */
export interface DueLetter<Content> {
  ownerId: number;
  id: number;
  aboutId: number;
  address: string;
  /** Language of the reader; kinds that choose it when they compose ignore it. */
  language: Language;
  content: Content;
  madeAt: Date;
}

/** Sender, recipient, Message-ID and headers are the same for all. */
export type MailContent = Letter & Pick<OutgoingLetter, 'replyTo' | 'attachments'>;

/** One kind of letter. */
export interface LetterWriter<Content> {
  /** Null if there is nothing left to say. */
  compose(letter: DueLetter<Content>): MailContent | null | Promise<MailContent | null>;
}

/** A writer for each kind: the compiler finds the forgotten one. */
export type Writers<Contents> = { [Kind in keyof Contents]: LetterWriter<Contents[Kind]> };

export type OutboxContext = Pick<
  Context,
  'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log' | 'crashPoint'
>;

type OutboxTable = Extract<DueTable['name'], `letters_to_${string}`>;

interface Claimed extends DueLetter<object> {
  kind: string;
  messageId: string;
  attempts: number;
  claimId: string;
}

type Outcome = ReturnType<typeof withDetails> | { is: 'needless' };

const idleMs = 5000;
/** Kinds that wait together. Each other kind waits alone: when many wait, or their server takes its time, they hold up no others. */
type Queue = readonly string[];
const aboutPersons: Queue = ['invitation', 'asked-again', 'recovery', 'sign-in-changed', 'access'];
const queuesOf = (kinds: readonly string[]): Queue[] => {
  const alone = kinds.filter((kind) => !aboutPersons.includes(kind)).map((kind) => [kind]);
  return alone.length === kinds.length ? alone : [...alone, aboutPersons];
};

/** Letters with certificates go to the same mail server. */
const connectionsOfQueue = 2;
/** Renewed while a letter is being sent: its server has ten minutes to answer. */
const leaseSeconds = 150;
const renewedEveryMs = 30_000;
/** Minutes between attempts; after the last one the letter has failed. */
const retryMinutes = [1, 5, 15, 60, 240, 720] as const;

export const createLetterSender = (ctx: OutboxContext, writers: Writers<LettersToPeople>): Worker =>
  createSender(ctx, { name: 'send-letters', table: 'letters_to_people' }, writers);

export const createClientLetterSender = (ctx: OutboxContext, writers: Writers<LettersToClients>): Worker =>
  createSender(ctx, { name: 'send-client-letters', table: 'letters_to_clients' }, writers);

function createSender(
  ctx: OutboxContext,
  { name, table }: { name: string; table: OutboxTable },
  writers: Readonly<Record<string, LetterWriter<object>>>,
): Worker {
  // A letter of a kind that this version does not know waits for one that does.
  const kinds = Object.keys(writers);
  const queues = queuesOf(kinds);
  const free = new Map(queues.map((queue) => [queue, connectionsOfQueue]));
  const queueOf = (kind: string): Queue => queues.find((queue) => queue.includes(kind)) ?? [];
  const change = (queue: Queue, by: number) => free.set(queue, (free.get(queue) ?? 0) + by);

  async function claimOf(queue: Queue, limit: number): Promise<Claimed[]> {
    const only = 'kind = any($5::text[])';
    const ask = { limit, now: ctx.clock.now(), columns: claimedColumns, only, values: [queue] };
    const of = { name: table, leaseSeconds };
    const { claimId, rows } = await claimDue<Claimed>(ctx.db, of, ask);
    return rows.map((row) => ({ ...row, claimId }));
  }

  async function claim(): Promise<Claimed[]> {
    const claimed: Claimed[] = [];
    for (const [queue, limit] of free) {
      try {
        if (limit > 0) claimed.push(...(await claimOf(queue, limit)));
      } catch (problem) {
        if (claimed.length === 0) throw problem;
        // What is claimed is sent.
        noteFailure(ctx.log, problem, {
          what: 'letters not claimed',
          details: { worker: name, kinds: queue },
        });
      }
    }
    return claimed;
  }

  async function run(letter: Claimed): Promise<void> {
    change(queueOf(letter.kind), -1);
    ctx.crashPoint('letters:after-claim');
    try {
      const renewed = { log: ctx.log, what: name, everyMs: renewedEveryMs };
      const outcome = await whileRenewed(
        () => renewLease(ctx, table, letter),
        renewed,
        () => send(ctx, writers[letter.kind], letter),
      );
      if (outcome.is === 'sent') ctx.crashPoint('letters:after-send');
      await recordLetter(ctx, table, letter, outcome);
      ctx.crashPoint('letters:after-commit');
    } finally {
      change(queueOf(letter.kind), 1);
    }
  }

  const worker = workSlots({
    name,
    log: ctx.log,
    idleMs,
    due: [
      `select from {cell}.${table} where state = 'due' and due_at <= $1 and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
      ...formerDue(table),
    ],
    capacity: (running) => connectionsOfQueue * queues.length - running,
    claim,
    run,
  });
  return {
    ...worker,
    async round() {
      const claimed = await worker.round();
      // Only then: neither a long history nor one that cannot be taken over holds up a letter.
      return claimed + (await takeOverLetters(ctx, table));
    },
  };
}

const claimedColumns = `kind, owner_id as "ownerId", id, about_id as "aboutId", address, language, content, made_at as "madeAt",
  message_id as "messageId", attempts`;

async function send(
  ctx: OutboxContext,
  writer: LetterWriter<object> | undefined,
  letter: Claimed,
): Promise<Outcome> {
  // One that has ended its process each time is not tried for ever.
  if (letter.attempts > retryMinutes.length + 1) return { is: 'failed', details: 'never finished' };
  try {
    const content = (await writer?.compose(letter)) ?? null;
    if (content === null) return { is: 'needless' };
    const { from } = ctx.config.smtp;
    const messageId = `${letter.messageId}@${mailDomain(from)}`;
    const addressed = { ...content, from, to: letter.address, messageId, headers: automaticHeaders };
    return withDetails(await ctx.mailer.send(addressed));
  } catch (problem) {
    const { kind, ownerId: owner, id } = letter;
    noteFailure(ctx.log, problem, { what: 'letter not made', details: { kind, owner, id } });
    return { is: 'failed', details: 'letter not made' };
  }
}

/** One that was lost meanwhile stays lost. */
const renewLease = (
  { db, clock }: Pick<OutboxContext, 'db' | 'clock'>,
  table: OutboxTable,
  { ownerId, id, claimId }: Claimed,
) =>
  db.query(
    `update ${table} set due_at = $4, leased_until = $4
     where owner_id = $1 and id = $2 and claim_id = $3 and state = 'due'`,
    [ownerId, id, claimId, new Date(clock.now().getTime() + leaseSeconds * 1000)],
  );

/** A worker that returns after its lease ended changes nothing. */
async function recordLetter(
  { db, clock }: Pick<OutboxContext, 'db' | 'clock'>,
  table: OutboxTable,
  letter: Claimed,
  outcome: Outcome,
): Promise<void> {
  const now = clock.now();
  const minutes = outcome.is === 'failed' ? retryMinutes[letter.attempts - 1] : undefined;
  const isEnded = outcome.is === 'sent' || outcome.is === 'needless';
  const state = isEnded ? 'sent' : minutes === undefined ? 'failed' : 'due';
  await db.query(
    `update ${table}
     set state = $4, due_at = coalesce($5, due_at), last_error = $6, sent_at = $7, claim_id = null, leased_until = null
     where owner_id = $1 and id = $2 and claim_id = $3 and state = 'due'`,
    [
      letter.ownerId,
      letter.id,
      letter.claimId,
      state,
      minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000),
      'details' in outcome ? outcome.details : '',
      isEnded ? now : null,
    ],
  );
}
