import type { CallbackFormat } from '../clients/client.ts';
import type { Sql } from '../platform/database.ts';
import { claimDue } from '../platform/due.ts';
import { firstRoom } from './receiver-rooms.ts';

export interface ClaimedCallback {
  client_id: number;
  request_id: number;
  message_id: string;
  url: string;
  format: CallbackFormat;
  body: Buffer;
  /** Number of the attempt that this claim is for. */
  attempts: number;
  /** Attempts spent of the eight. */
  tries: number;
}

export interface CallbackAsk {
  limit: number;
  now: Date;
  leaseSeconds: number;
  clientIds: number[];
  rooms: number[];
}

/**
 * Steps from client to client along the index and takes from each no more than it has room for, then one of each
 * client before the second of any. What it costs depends on the number of clients that wait, not on their backlogs.
 */
const fairShare = `ctid = any(array(
  with recursive waiting (client_id) as (
    (select client_id from callbacks where state = 'due' order by client_id limit 1)
    union all
    select (select client_id from callbacks
            where state = 'due' and client_id > waiting.client_id order by client_id limit 1)
    from waiting where waiting.client_id is not null)
  select mine.place
  from waiting
  left join unnest($5::bigint[], $6::integer[]) as known (client_id, room) using (client_id)
  cross join lateral (
    select place, due_at, row_number() over (order by due_at) as turn
    from (select ctid as place, due_at from callbacks
          where client_id = waiting.client_id and state = 'due' and due_at <= $1
          order by due_at limit coalesce(known.room, $7) for update skip locked) oldest) mine
  order by mine.turn, mine.due_at limit $2))`;

export async function claimCallbacks(
  db: Sql,
  { limit, now, leaseSeconds, clientIds, rooms }: CallbackAsk,
): Promise<{ claimId: string; rows: ClaimedCallback[] }> {
  return claimDue<ClaimedCallback>(
    db,
    { name: 'callbacks', leaseSeconds },
    {
      limit,
      now,
      columns: 'client_id, request_id, message_id, url, format, body, attempts, tries',
      where: fairShare,
      values: [clientIds, rooms, firstRoom],
    },
  );
}
