import { failureWays, isSentAgain } from '../messaging/queue/settle-failures.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { ascending, byEach, descending, mergedList } from '../platform/cells/merge.ts';
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

export const mostFailedListed = 200;
const longestReason = 200;

interface FailedAsk {
  how: FailedMessage['how'] | null;
  clientId: number | null;
}

/** The last failures that are neither settled nor sent again, newest first. */
export const listFailedMessages = (ctx: ReadingContext, ask: FailedAsk): Promise<FailedMessage[]> =>
  mergedList(ctx, { by: lastFailed, limit: mostFailedListed }, ({ pageDb }) => failedInCell(pageDb, ask));

const lastFailed = byEach<FailedMessage>(
  descending(({ at }) => at),
  descending(({ clientId }) => clientId),
  descending(({ requestId }) => requestId),
  ascending(({ channel, kind }) => `${channel} ${kind}`),
);

/** Each way from the head of its index. */
async function failedInCell(db: Sql, { how, clientId }: FailedAsk): Promise<FailedMessage[]> {
  const { rows } = await db.query<FailedMessage>(
    `select d.client_id as "clientId", c.name as client, d.request_id as "requestId", d.channel, d.kind, d.how, d.at,
       left(d.why, ${longestReason}) as why
     from (
       (${last('failed', 'd.last_error')}) union all (${last('returned', 'd.report_details')})) d
     join clients c on c.id = d.client_id
     order by d.at desc, d.client_id desc, d.request_id desc, d.channel, d.kind limit ${mostFailedListed}`,
    [how, clientId],
  );
  return rows;
}

function last(how: FailedMessage['how'], why: string): string {
  const way = failureWays[how];
  return `select d.client_id, d.request_id, d.channel, d.kind, '${how}' as how, ${way.at} as at, ${why} as why from deliveries d
    where ${way.waits} and not ${isSentAgain(way)}
      and ($1::text is null or $1 = '${how}') and ($2::bigint is null or d.client_id = $2)
    order by ${way.at} desc limit ${mostFailedListed}`;
}
