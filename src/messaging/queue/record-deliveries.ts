import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { Channel, DeliveryKind } from './schedule.ts';

/** The result of one attempt. */
export interface DeliveryOutcome {
  clientId: number;
  requestId: number;
  channel: Channel;
  kind: DeliveryKind;
  round: number;
  claimId: string;
  state: 'due' | 'sent' | 'failed' | 'dropped';
  /** Why it was not sent; contains no text of the message. */
  error: string;
  /** The time of the next attempt, or the time of the end. */
  dueAt: Date;
  sentAt: Date | null;
  /** `unknown` at once if it is unclear whether the message was sent. */
  report?: 'unknown';
  reportDetails?: string;
  /** The SMS provider that took it, and its ids of the parts. */
  provider?: string;
  messageIds?: string[];
  /** Number of parts of the whole text. */
  parts?: number;
}

/** Writes the results of deliveries. A worker that returns after its lease ended changes nothing. */
export async function recordDeliveries(db: Database, outcomes: DeliveryOutcome[]): Promise<void> {
  if (!outcomes.some(({ messageIds = [] }) => messageIds.length > 0)) return recordOutcomes(db, outcomes);
  await transaction(db, async (tx) => {
    await recordOutcomes(tx, outcomes);
    await recordParts(tx, outcomes);
  });
}

async function recordOutcomes(db: Sql, outcomes: DeliveryOutcome[]): Promise<void> {
  await db.query(
    `update deliveries told
     set state = outcome.state, due_at = outcome.due_at, last_error = outcome.error,
         sent_at = outcome.sent_at, claim_id = null, leased_until = null, submitting_at = null,
         provider_reference = coalesce(outcome.reference, told.provider_reference), report = outcome.report,
         report_details = outcome.report_details,
         reported_at = case when outcome.report is not null then outcome.sent_at end
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::uuid[], $5::text[], $6::text[],
                 $7::timestamptz[], $8::timestamptz[], $9::text[], $10::integer[], $11::text[], $12::text[], $13::text[])
       as outcome (client_id, request_id, channel, claim_id, state, error, due_at, sent_at, kind, round,
                   reference, report, report_details)
     where told.client_id = outcome.client_id and told.request_id = outcome.request_id
       and told.channel = outcome.channel and told.kind = outcome.kind and told.round = outcome.round
       and told.claim_id = outcome.claim_id`,
    columnsOf(
      outcomes.map((outcome) => ({
        ...outcome,
        reference: outcome.messageIds?.[0] ?? null,
        report: outcome.report ?? null,
        reportDetails: outcome.reportDetails ?? '',
      })),
      [
        'clientId',
        'requestId',
        'channel',
        'claimId',
        'state',
        'error',
        'dueAt',
        'sentAt',
        'kind',
        'round',
        'reference',
        'report',
        'reportDetails',
      ],
    ),
  );
}

/**
 * Stores the parts of texts by the ids of their receipts, even if the lease was lost: the receipts then show what
 * happened.
 */
async function recordParts(db: Sql, outcomes: DeliveryOutcome[]): Promise<void> {
  const parts = outcomes.flatMap(({ messageIds = [], ...outcome }) =>
    messageIds.map((messageId, index) => ({
      ...outcome,
      messageId,
      part: index + 1,
      ofParts: outcome.parts ?? messageIds.length,
    })),
  );
  await db.query(
    `insert into text_parts (client_id, request_id, kind, round, part, of_parts, provider, message_id, sent_at)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::integer[], $6::integer[],
                          $7::text[], $8::text[], $9::timestamptz[])
     on conflict (client_id, request_id, kind, round, part) do nothing`,
    columnsOf(parts, [
      'clientId',
      'requestId',
      'kind',
      'round',
      'part',
      'ofParts',
      'provider',
      'messageId',
      'sentAt',
    ]),
  );
}
