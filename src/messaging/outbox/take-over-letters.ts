/**
 * Takes over what a former version left in its own queue for each kind of letter, and what its processes still write there during an upgrade.
 * When no such version runs any more, this file goes, and a migration drops the tables.
 */
import type { Context } from '../../context.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import { insertion } from '../../platform/database/rows.ts';
import { newMessageId } from './queue-letters.ts';

interface FormerQueue {
  table: string;
  /** The statement's beginning, for rights follow from statements. */
  remove: string;
  /** What its rows are in the new table: owner, kind, what they are about, language, the instant they were made, content. */
  as: string;
  /** Sent ones stay: while a former version reads mail too, it finds by them what a reply answers. */
  keepsSent?: true;
  /** What the Message-ID was computed of, which a repeat must have too; null: it was kept. */
  messageOf: ((ownerId: number, id: number) => string) | null;
}

const client = 'client_id as "ownerId", null::bigint as "aboutId", language';

const formerQueues: Record<'letters_to_clients' | 'letters_to_people', readonly FormerQueue[]> = {
  letters_to_clients: [
    {
      table: 'balance_mails',
      remove: 'delete from balance_mails',
      as: `'balance' as kind, ${client}, made_at as "madeAt",
        jsonb_build_object('is', kind, 'availableKopecks', available_kopecks, 'levelKopecks', level_kopecks) as content`,
      messageOf: (clientId, id) => `balance:${clientId}:${id}`,
    },
    {
      table: 'report_mails',
      remove: 'delete from report_mails',
      as: `'week-report' as kind, ${client}, coalesce(sent_at, due_at) as "madeAt", report::jsonb as content`,
      messageOf: (clientId, id) => `week:${clientId}:${id}`,
    },
    {
      table: 'client_onboarding_mails',
      remove: 'delete from client_onboarding_mails',
      as: `'client-onboarding' as kind, ${client}, made_at as "madeAt", jsonb_build_object('step', step, 'side', side) as content`,
      messageOf: (clientId, id) => `client-onboarding:${clientId}:${id}`,
    },
  ],
  letters_to_people: [
    {
      table: 'activation_mails',
      remove: 'delete from activation_mails',
      keepsSent: true,
      as: `'activation' as kind, supplier_id as "ownerId", letter_id as "aboutId", null as language,
        coalesce(sent_at, due_at) as "madeAt", jsonb_build_object('is', kind) as content, message_id as "messageId"`,
      messageOf: null,
    },
    {
      table: 'alert_mails',
      remove: 'delete from alert_mails',
      as: `'alert' as kind, supplier_id as "ownerId", alert_id as "aboutId", null as language,
        coalesce(sent_at, due_at) as "madeAt", '{}'::jsonb as content`,
      messageOf: (supplierId, id) => `alert:${supplierId}:${id}`,
    },
    {
      table: 'digest_mails',
      remove: 'delete from digest_mails',
      as: `'digest' as kind, ${client}, made_at as "madeAt",
        jsonb_build_object('topic', kind, 'amount', amount, 'examples', examples, 'beganAt', began_at) as content`,
      messageOf: (clientId, id) => `digest:${clientId}:${id}`,
    },
    {
      table: 'onboarding_mails',
      remove: 'delete from onboarding_mails',
      as: `'supplier-onboarding' as kind, supplier_id as "ownerId", null::bigint as "aboutId", language, made_at as "madeAt",
        jsonb_build_object('step', step, 'actor', actor, 'side', side) as content`,
      messageOf: (supplierId, id) => `onboarding:${supplierId}:${id}`,
    },
    {
      table: 'person_mails',
      remove: 'delete from person_mails',
      as: `case kind when 'changed' then 'sign-in-changed' else kind end as kind, 0 as "ownerId",
        coalesce(invitation_id, recovery_id) as "aboutId", language, created_at as "madeAt",
        case kind
          when 'recovery' then '{}'::jsonb
          when 'changed' then jsonb_build_object('change', change)
          when 'access' then jsonb_build_object(
            'side', side, 'partyId', party_id, 'change', change, 'detail', detail, 'byName', by_name)
          else jsonb_build_object('side', side, 'partyId', party_id, 'round', round) end as content`,
      messageOf: (_none, id) => `person-mail:${id}`,
    },
  ],
};

/** Whether there is something to take over, as a worker says it. */
export const formerDue = (into: keyof typeof formerQueues): string[] =>
  formerQueues[into].flatMap(({ table, keepsSent }) =>
    (keepsSent === true ? ['due', 'failed'] : ['due', 'failed', 'sent']).map(
      (state) => `select from {cell}.${table} where state = '${state}'`,
    ),
  );

const rowsAtOnce = 500;

interface FormerRow {
  kind: string;
  ownerId: number;
  aboutId: number | null;
  language: string | null;
  madeAt: Date;
  content: object;
  messageId?: string;
  id: number;
  address: string;
  state: string;
  due_at: Date;
  attempts: number;
  last_error: string;
  sent_at: Date | null;
}

type TakingContext = Pick<Context, 'db' | 'clock' | 'keyring'>;

/** Some of each queue, so that letters are sent meanwhile; returns how many. */
export async function takeOverLetters(ctx: TakingContext, into: keyof typeof formerQueues): Promise<number> {
  let taken = 0;
  for (const queue of formerQueues[into])
    taken += await transaction(ctx.db, (tx) => takeSome(tx, ctx, into, queue));
  return taken;
}

/** All but what is leased: whoever sends it is to record that first. */
async function takeSome(
  tx: Tx,
  { clock, keyring }: TakingContext,
  into: keyof typeof formerQueues,
  { table, remove, keepsSent, as, messageOf }: FormerQueue,
): Promise<number> {
  const { rows } = await tx.query<FormerRow>(
    `${remove} where ctid = any(array(
       select ctid from ${table}
       where state = 'failed' ${keepsSent === true ? '' : `or state = 'sent'`} or state = 'due' and (leased_until is null or leased_until <= $1)
       limit ${rowsAtOnce} for update skip locked))
     returning ${as}, id, address, state, due_at, attempts, last_error, sent_at`,
    [clock.now()],
  );
  if (rows.length === 0) return 0;
  const named = rows.map((row) => ({
    ...row,
    messageId: messageOf === null ? row.messageId : keyring.token(messageOf(row.ownerId, row.id)),
  }));
  const known = await tx.query<{ id: string }>(
    `select message_id as id from ${into} where message_id = any($1::text[])`,
    [named.map(({ messageId }) => messageId)],
  );
  // A former process that finds its letters gone gives a further one the name of the first.
  const taken = new Set(known.rows.map(({ id }) => id));
  await insertions[into].into(
    tx,
    named.map(({ kind, ownerId, aboutId, language, madeAt, content, messageId, id: _id, ...rest }) => ({
      ...rest,
      kind,
      owner_id: ownerId,
      about_id: aboutId,
      language,
      made_at: madeAt,
      content: JSON.stringify(content),
      message_id: messageId === undefined || taken.has(messageId) ? newMessageId() : messageId,
    })),
  );
  return rows.length;
}

const columns = {
  kind: 'text',
  owner_id: 'bigint',
  about_id: 'bigint',
  address: 'text',
  language: 'text',
  content: 'jsonb',
  message_id: 'text',
  made_at: 'timestamptz',
  state: 'text',
  due_at: 'timestamptz',
  attempts: 'integer',
  last_error: 'text',
  sent_at: 'timestamptz',
} as const;

const insertions = {
  letters_to_clients: insertion('letters_to_clients', columns),
  letters_to_people: insertion('letters_to_people', columns),
};
