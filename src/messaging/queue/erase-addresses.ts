/** Removes recipients' addresses from the queue of messages. */
import type { Tx } from '../../platform/database/database.ts';

interface LockedMessage {
  requestId: number;
  kind: string;
  state: string;
  held: boolean;
}

/** Orders of which a certificate still has to be sent, and orders that somebody is at work with. */
export interface MessageHindrances {
  notSent: Set<number>;
  busy: Set<number>;
}

/** Locks the messages of orders, without waiting. A reminder that is not being sent is no hindrance: it is dropped. */
export async function lockMessages(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
  now: Date,
): Promise<MessageHindrances> {
  const { rows } = await tx.query<LockedMessage>(
    `select request_id as "requestId", kind, state, coalesce(leased_until > $3, false) as held from deliveries
     where client_id = $1 and request_id = any($2::bigint[])
     order by request_id, channel, kind, round for no key update skip locked`,
    [clientId, requestIds, now],
  );
  const { rows: counted } = await tx.query<{ requestId: number; messages: number }>(
    `select request_id as "requestId", count(*) as messages from deliveries
     where client_id = $1 and request_id = any($2::bigint[]) group by request_id`,
    [clientId, requestIds],
  );
  const locked = Map.groupBy(rows, ({ requestId }) => requestId);
  const isUnsent = ({ state }: LockedMessage): boolean => state === 'due' || state === 'waiting';
  const notSent = rows.filter((one) => isUnsent(one) && one.kind !== 'reminder');
  const busy = [
    ...rows.filter((one) => isUnsent(one) && one.held),
    ...counted.filter(({ requestId, messages }) => (locked.get(requestId)?.length ?? 0) !== messages),
  ];
  return {
    notSent: new Set(notSent.map(({ requestId }) => requestId)),
    busy: new Set(busy.map(({ requestId }) => requestId)),
  };
}

const unsent = `state in ('due', 'waiting')`;

/**
 * Erases the addresses of locked messages, what servers said of them and the providers' ids, by which they could be
 * found; codes for later receipt end. Returns the number of rows.
 */
export async function eraseAddresses(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
  now: Date,
): Promise<number> {
  const key = [clientId, requestIds];
  const messages = await tx.query(
    `update deliveries
     set address = '', report_details = '', settled_because = null, provider_reference = null, claim_id = null, leased_until = null,
       last_error = case when ${unsent} then 'the recipient was erased' else '' end,
       due_at = case when ${unsent} then $3 else due_at end,
       state = case when ${unsent} then 'dropped' else state end
     where client_id = $1 and request_id = any($2::bigint[])`,
    [...key, now],
  );
  const parts = await tx.query(
    `delete from text_parts where client_id = $1 and request_id = any($2::bigint[])`,
    key,
  );
  const receipts = await tx.query(
    `delete from receipt_codes where client_id = $1 and request_id = any($2::bigint[])`,
    key,
  );
  return [messages, parts, receipts].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
