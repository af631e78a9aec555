/** Marks texts that are about to be handed over. */
import { ofFound } from '../../platform/database/of-found.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { DeliveryKind } from '../queue/schedule.ts';

export interface SubmittingDelivery {
  clientId: number;
  requestId: number;
  kind: DeliveryKind;
  round: number;
  claimId: string;
}

/** Returns the places, from 1, of those that may be sent; the lease of the others was lost. */
export const markSubmitting = `update deliveries marked set submitting_at = $6
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::uuid[])
    with ordinality as asked (client_id, request_id, kind, round, claim_id, place)
  where marked.client_id = asked.client_id and marked.request_id = asked.request_id
    and marked.kind = asked.kind and marked.round = asked.round and marked.claim_id = asked.claim_id
    and ${ofFound(`marked.channel = 'sms' and marked.state = 'due' and marked.submitting_at is null`)}
  returning asked.place`;

export const markValues = (asked: SubmittingDelivery[], now: Date): unknown[] => [
  ...columnsOf(asked, ['clientId', 'requestId', 'kind', 'round', 'claimId']),
  now,
];
