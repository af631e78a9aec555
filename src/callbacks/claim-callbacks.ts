import type { CallbackFormat } from '../clients/client.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Claim } from '../platform/database/due.ts';
import { claimFairly } from '../platform/database/fair-share.ts';
import { firstCapacity } from './receiver-capacity.ts';

export interface ClaimedCallback {
  client_id: number;
  request_id: number;
  message_id: string;
  url: string;
  format: CallbackFormat;
  body: Buffer;
  /** Number of the attempt that this claim is for. */
  attempts: number;
  /** Attempts used, of eight. */
  tries: number;
}

export interface CallbackAsk {
  limit: number;
  now: Date;
  leaseSeconds: number;
  clientIds: number[];
  capacities: number[];
}

/** Leases due callbacks, each client's within the capacity of its receiver. */
export const claimCallbacks = (
  db: Sql,
  { leaseSeconds, clientIds, ...ask }: CallbackAsk,
): Promise<Claim<ClaimedCallback>> =>
  claimFairly(
    db,
    { name: 'callbacks', leaseSeconds },
    {
      ...ask,
      owner: 'client_id',
      ownerIds: clientIds,
      columns: 'client_id, request_id, message_id, url, format, body, attempts, tries',
      capacityOfOthers: firstCapacity,
    },
  );
