/** Messages that did not arrive wait for a person until they are sent again, or somebody says that nothing more is to be done. */
import type { Tx } from '../../platform/database/database.ts';
import { mostDecided, type Decided, type Decision } from '../../platform/values/decision.ts';
import type { Channel } from './schedule.ts';

export interface FailureWay {
  /** When it failed. */
  at: string;
  failed: string;
  /** Failed and not settled since, as in the partial index of `deliveries`. */
  waits: string;
  /** A resend that was asked for after this has taken its place. */
  since: string;
}

/** How a delivery `d` failed: it could not be sent, or it came back. */
export const failureWays: Record<'failed' | 'returned', FailureWay> = {
  failed: wayOf(`d.state = 'failed' and not d.testmode`, 'd.due_at', 'd.due_at'),
  returned: wayOf(`d.report = 'undelivered' and not d.testmode`, 'd.reported_at', 'd.sent_at'),
};

function wayOf(failed: string, at: string, since: string): FailureWay {
  return { at, failed, waits: `${failed} and (d.settled_at is null or d.settled_at < ${at})`, since };
}

/** By the order's own deliveries. A process of the version before does not note that it has sent again. */
export const isSentAgain = ({ since }: FailureWay): string =>
  `exists (select from deliveries n where n.client_id = d.client_id and n.request_id = d.request_id
     and n.channel = d.channel and n.asked_at >= ${since})`;

/** Settles the failed messages of these orders, or all; returns the order of each. */
export async function settleFailures(
  tx: Tx,
  { ids, until }: Decided,
  { by, because, at }: Decision,
): Promise<number[]> {
  const settled: number[] = [];
  for (const way of Object.values(failureWays)) {
    const { rows } = await tx.query<{ id: number }>(
      `with found as (
         select d.client_id, d.request_id, d.channel, d.kind, d.round from deliveries d
         where ${way.waits} and ${way.at} <= $2 and ($1::bigint[] is null or d.request_id = any($1))
         order by ${way.at} limit ${mostDecided} for update)
       update deliveries d set settled_at = $3, settled_by = $4, settled_because = $5 from found f
       where d.client_id = f.client_id and d.request_id = f.request_id and d.channel = f.channel
         and d.kind = f.kind and d.round = f.round
       returning d.request_id as id`,
      [ids, until, at, by, because],
    );
    settled.push(...rows.map(({ id }) => id));
  }
  return settled;
}

/** Finds orders with a message that did not arrive and still waits for a person. */
export async function waitingFailuresOf(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<Set<number>> {
  const { failed, returned } = failureWays;
  const { rows } = await tx.query<{ id: number }>(
    `select d.request_id as id from deliveries d where d.client_id = $1 and d.request_id = any($2::bigint[])
       and (${failed.waits} and not ${isSentAgain(failed)} or ${returned.waits} and not ${isSentAgain(returned)})`,
    [clientId, requestIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** What failed of an order by these channels is sent again: nobody has to look at it any more. */
export const endFailures = (
  tx: Tx,
  key: { clientId: number; requestId: number },
  channels: readonly Channel[],
  { by, at }: Pick<Decision, 'by' | 'at'>,
): Promise<unknown> =>
  tx.query(
    `update deliveries set settled_at = $4, settled_by = $5, settled_because = null
     where client_id = $1 and request_id = $2 and channel = any($3::text[])
       and (state = 'failed' or report = 'undelivered')`,
    [key.clientId, key.requestId, channels, at, by],
  );
