/** Marks texts that are about to be handed over. */
import { byKeys } from '../../platform/database/by-keys.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { DeliveryKind } from '../queue/schedule.ts';

export interface SubmittingDelivery {
  clientId: number;
  requestId: number;
  kind: DeliveryKind;
  round: number;
  claimId: string;
}

/**
 * Returns the places, counted from 1, of the texts that may be sent: the lease of the others was lost. `markValues` gives its
 * parameters; the channel is one of them because it belongs to the key.
 */
export const markSubmitting = `update deliveries marked set submitting_at = $7
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::integer[], $6::uuid[])
    with ordinality as asked (client_id, request_id, channel, kind, round, claim_id, place)
  where ${byKeys('marked', 'asked', ['client_id', 'request_id', 'channel', 'kind', 'round', 'claim_id'], `marked.state = 'due' and marked.submitting_at is null`)}
  returning asked.place`;

export const markValues = (asked: SubmittingDelivery[], now: Date): unknown[] => [
  ...columnsOf(
    asked.map((one) => ({ ...one, channel: 'sms' })),
    ['clientId', 'requestId', 'channel', 'kind', 'round', 'claimId'],
  ),
  now,
];
