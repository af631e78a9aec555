import type { Sql } from '../platform/database.ts';
import { columnsOf } from '../platform/rows.ts';
import type { Channel, DeliveryKind } from './schedule.ts';

/** What came of one try. */
export interface DeliveryOutcome {
  clientId: number;
  requestId: number;
  channel: Channel;
  kind: DeliveryKind;
  round: number;
  claimId: string;
  state: 'due' | 'sent' | 'failed';
  /** Why it was not sent; never a word of the letter. */
  error: string;
  /** When to try again; null when this was the end. */
  dueAt: Date | null;
  sentAt: Date | null;
}

/** Writes what came of deliveries. Whoever comes back after its lease ran out changes nothing. */
export async function recordDeliveries(db: Sql, outcomes: DeliveryOutcome[]): Promise<void> {
  await db.query(
    `update deliveries told
     set state = outcome.state, due_at = coalesce(outcome.due_at, told.due_at), last_error = outcome.error,
         sent_at = outcome.sent_at, claim_id = null, leased_until = null
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::uuid[], $5::text[], $6::text[],
                 $7::timestamptz[], $8::timestamptz[], $9::text[], $10::integer[])
       as outcome (client_id, request_id, channel, claim_id, state, error, due_at, sent_at, kind, round)
     where told.client_id = outcome.client_id and told.request_id = outcome.request_id
       and told.channel = outcome.channel and told.kind = outcome.kind and told.round = outcome.round
       and told.claim_id = outcome.claim_id`,
    columnsOf(outcomes, [
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
    ]),
  );
}
