import type { Sql } from '../platform/database/database.ts';

/** A letter or text to a recipient that did not arrive. */
export interface FailedMessage {
  clientId: number;
  client: string;
  requestId: number;
  channel: 'email' | 'sms';
  kind: string;
  /** `failed`: it could not be sent; `returned`: it was, and came back. */
  how: 'failed' | 'returned';
  at: Date;
  why: string;
}

/** Older failures are history. */
const failureDays = 7;
export const mostFailedListed = 200;
const longestReason = 200;

/** The last failures, newest first, each way from the head of its index. */
export async function listFailedMessages(
  db: Sql,
  { how, clientId }: { how: FailedMessage['how'] | null; clientId: number | null },
  now: Date,
): Promise<FailedMessage[]> {
  const { rows } = await db.query<FailedMessage>(
    `select d.client_id as "clientId", c.name as client, d.request_id as "requestId", d.channel, d.kind, d.how, d.at,
       left(d.why, ${longestReason}) as why
     from (
       (select client_id, request_id, channel, kind, 'failed' as how, due_at as at, last_error as why from deliveries
        where state = 'failed' and not testmode and due_at > $1::timestamptz - interval '${failureDays} days'
          and ($2::text is null or $2 = 'failed') and ($3::bigint is null or client_id = $3)
        order by due_at desc limit ${mostFailedListed})
       union all
       (select client_id, request_id, channel, kind, 'returned', reported_at, report_details from deliveries
        where report = 'undelivered' and not testmode and reported_at > $1::timestamptz - interval '${failureDays} days'
          and ($2::text is null or $2 = 'returned') and ($3::bigint is null or client_id = $3)
        order by reported_at desc limit ${mostFailedListed})) d
     join clients c on c.id = d.client_id
     order by d.at desc limit ${mostFailedListed}`,
    [now, how, clientId],
  );
  return rows;
}
