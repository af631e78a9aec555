import type { Database } from '../../platform/database/database.ts';
import { byKeys } from '../../platform/database/by-keys.ts';
import type { ClaimedDelivery } from '../queue/delivery-channel.ts';
import { deliveryName } from '../queue/test-quota.ts';
import type { Channel } from '../queue/schedule.ts';

/** Ends claimed messages whose code can't be used any more, because its time is over or a later one was sent; returns all other deliveries. */
export async function dropLateConfirmations(
  db: Database,
  { claimId, channel }: { claimId: string; channel: Channel },
  claimed: ClaimedDelivery[],
  now: Date,
): Promise<ClaimedDelivery[]> {
  const codes = claimed.filter(({ kind }) => kind === 'confirmation');
  if (codes.length === 0) return claimed;
  const { rows } = await db.query<Pick<ClaimedDelivery, 'client_id' | 'request_id' | 'kind' | 'round'>>(
    `update deliveries late
     set state = 'dropped', due_at = $3, last_error = 'its code is not valid any more', claim_id = null, leased_until = null
     from unnest($4::bigint[], $5::bigint[], $6::integer[]) as w (client_id, request_id, round)
     where ${byKeys('late', 'w', ['client_id', 'request_id'])}
       and late.channel = $2 and late.kind = 'confirmation' and late.round = w.round and late.claim_id = $1
       and not exists (
         select from confirmation_codes c where c.client_id = late.client_id and c.request_id = late.request_id
           and c.round = late.round and c.expires_at > $3)
     returning late.client_id, late.request_id, late.kind, late.round`,
    [
      claimId,
      channel,
      now,
      codes.map(({ client_id: clientId }) => clientId),
      codes.map(({ request_id: requestId }) => requestId),
      codes.map(({ round }) => round),
    ],
  );
  const dropped = new Set(rows.map(deliveryName));
  return claimed.filter((delivery) => !dropped.has(deliveryName(delivery)));
}
