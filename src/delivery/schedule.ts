import type { Tx } from '../platform/database.ts';
import { insertion } from '../platform/rows.ts';

/** A letter that falls due; channels to come (SMS) are further values of `channel`. */
export interface NewDelivery {
  clientId: number;
  requestId: number;
  channel: 'email';
  address: string;
  testmode: boolean;
  /** `waiting`: not before the code's activation. */
  state: 'due' | 'waiting';
  dueAt: Date;
}

const deliveriesInsertion = insertion('deliveries', {
  client_id: 'bigint',
  request_id: 'bigint',
  channel: 'text',
  address: 'text',
  testmode: 'boolean',
  state: 'text',
  due_at: 'timestamptz',
});

/** Notes deliveries in the transaction that issues their certificates. */
export async function scheduleDeliveries(tx: Tx, deliveries: NewDelivery[]): Promise<void> {
  await deliveriesInsertion.into(
    tx,
    deliveries.map((delivery) => ({
      client_id: delivery.clientId,
      request_id: delivery.requestId,
      channel: delivery.channel,
      address: delivery.address,
      testmode: delivery.testmode,
      state: delivery.state,
      due_at: delivery.dueAt,
    })),
  );
}
