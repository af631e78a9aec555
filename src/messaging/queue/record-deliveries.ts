/** Writes what came of deliveries. A worker that returns after its lease ended changes nothing. */
import { gatherCalls } from '../../platform/batching/gather.ts';
import { regroupIn } from '../../platform/cells/regroup.ts';
import type { Database } from '../../platform/database/database.ts';
import { byKeys } from '../../platform/database/by-keys.ts';
import { oneStatement } from '../../platform/database/one-statement.ts';
import { persist } from '../../platform/database/persist.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import { wholeOrAlone } from '../../platform/database/whole-or-alone.ts';
import type { DeliveryChannel, DeliveryContext, DeliveryOutcome } from './delivery-channel.ts';

const outcomeLimits = { batch: 200, concurrency: 1, waiting: 100_000, lingerMs: 3 };

const recordOutcomes = `update deliveries delivery
  set state = outcome.state, due_at = outcome.due_at, last_error = outcome.error,
      sent_at = outcome.sent_at, claim_id = null, leased_until = null, submitting_at = null,
      provider_reference = coalesce(outcome.reference, delivery.provider_reference), report = outcome.report,
      report_details = outcome.report_details,
      reported_at = case when outcome.report is not null then outcome.sent_at end
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::uuid[], $5::text[], $6::text[],
              $7::timestamptz[], $8::timestamptz[], $9::text[], $10::integer[], $11::text[], $12::text[], $13::text[])
    as outcome (client_id, request_id, channel, claim_id, state, error, due_at, sent_at, kind, round,
                reference, report, report_details)
  where ${byKeys('delivery', 'outcome', ['client_id', 'request_id', 'channel', 'kind', 'round', 'claim_id'])}`;

/**
 * Stores the parts of texts by the ids of their receipts, even if the lease was lost: the receipts then show what
 * happened.
 */
const recordParts = `insert into text_parts (client_id, request_id, kind, round, part, of_parts, provider, message_id, sent_at)
  select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::integer[], $6::integer[],
                       $7::text[], $8::text[], $9::timestamptz[])
  on conflict (client_id, request_id, kind, round, part) do nothing`;

/** The changes that record results, for `oneStatement`; their values are `recordValues`. */
export const recordChanges = { outcomes: recordOutcomes, parts: recordParts };

const recordWithParts = oneStatement(recordChanges, 'select');

export const recordValues = (outcomes: DeliveryOutcome[]): unknown[] => [
  ...outcomeValues(outcomes),
  ...partValues(outcomes),
];

export async function recordDeliveries(db: Database, outcomes: DeliveryOutcome[]): Promise<void> {
  if (outcomes.some(({ messageIds = [] }) => messageIds.length > 0))
    await db.query(recordWithParts, recordValues(outcomes));
  else await db.query(recordOutcomes, outcomeValues(outcomes));
}

/** Records results in batches, for a channel that writes nothing else. */
export function createRecorder(
  ctx: DeliveryContext,
  name: DeliveryChannel['name'],
): DeliveryChannel['record'] {
  const record = gatherCalls(
    async (outcomes: DeliveryOutcome[]) => {
      const recorded = await wholeOrAlone(outcomes, async (some) => {
        await persist(() => recordDeliveries(ctx.db, some));
        return some.map(() => true);
      });
      ctx.crashPoint(`${name}:after-commit`);
      return recorded;
    },
    { ...outcomeLimits, ...regroupIn(ctx) },
  );
  return async (outcome) => {
    const recorded = await record(outcome);
    if (recorded instanceof Error) throw recorded;
  };
}

const outcomeValues = (outcomes: DeliveryOutcome[]): unknown[] =>
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
  );

function partValues(outcomes: DeliveryOutcome[]): unknown[] {
  const parts = outcomes.flatMap(({ messageIds = [], ...outcome }) =>
    messageIds.map((messageId, index) => ({
      ...outcome,
      messageId,
      part: index + 1,
      ofParts: outcome.parts ?? messageIds.length,
    })),
  );
  return columnsOf(parts, [
    'clientId',
    'requestId',
    'kind',
    'round',
    'part',
    'ofParts',
    'provider',
    'messageId',
    'sentAt',
  ]);
}
