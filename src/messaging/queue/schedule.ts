/** Queues messages, holds them back, and withdraws them. */
import type { Tx } from '../../platform/database/database.ts';
import { insertion } from '../../platform/database/rows.ts';

export type Channel = 'email' | 'sms';

/** What a delivery contains; described at the table (migrations/0217-messaging.sql). */
export type DeliveryKind = 'certificate' | 'notice' | 'receipt' | 'reminder' | 'confirmation';

/** A message that becomes due. */
export interface NewDelivery {
  clientId: number;
  requestId: number;
  channel: Channel;
  kind: DeliveryKind;
  /** 1 is the order's first message; 2 the first resend or the second reminder. */
  round: number;
  askedBy: 'order' | 'client' | 'operator' | 'recipient';
  /** For a resend, when it was requested. */
  askedAt?: Date;
  address: string;
  testmode: boolean;
  /** `waiting`: for the activation of the code. */
  state: 'due' | 'waiting';
  dueAt: Date;
}

const deliveriesInsertion = insertion('deliveries', {
  client_id: 'bigint',
  request_id: 'bigint',
  channel: 'text',
  kind: 'text',
  round: 'integer',
  asked_by: 'text',
  asked_at: 'timestamptz',
  address: 'text',
  testmode: 'boolean',
  state: 'text',
  due_at: 'timestamptz',
});

/** Writes deliveries in the transaction that issues their certificates. */
export async function scheduleDeliveries(tx: Tx, deliveries: NewDelivery[]): Promise<void> {
  await deliveriesInsertion.into(
    tx,
    deliveries.map((delivery) => ({
      client_id: delivery.clientId,
      request_id: delivery.requestId,
      channel: delivery.channel,
      kind: delivery.kind,
      round: delivery.round,
      asked_by: delivery.askedBy,
      asked_at: delivery.askedAt ?? null,
      address: delivery.address,
      testmode: delivery.testmode,
      state: delivery.state,
      due_at: delivery.dueAt,
    })),
  );
}

/** Releases letters that waited for the activation of their codes: due at once, or at their own sending time. */
export async function releaseWaiting(
  tx: Tx,
  orders: { clientId: number; requestId: number }[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(
    `update deliveries set state = 'due'
     where (client_id, request_id) in (select * from unnest($1::bigint[], $2::bigint[])) and state = 'waiting'`,
    [orders.map((order) => order.clientId), orders.map((order) => order.requestId)],
  );
}

/** Drops the unsent messages of a certificate; one that is being sent cannot be stopped. */
export async function withdrawDeliveries(
  tx: Tx,
  { clientId, requestId }: { clientId: number; requestId: number },
  now: Date,
): Promise<void> {
  await tx.query(
    `update deliveries
     set state = 'dropped', due_at = $3, last_error = 'the certificate was taken back', claim_id = null, leased_until = null
     where client_id = $1 and request_id = $2 and state in ('due', 'waiting')`,
    [clientId, requestId, now],
  );
}
