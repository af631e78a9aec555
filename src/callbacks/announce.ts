import { randomUUID } from 'node:crypto';
import type { CallbackFormat } from '../clients/client.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { callbackBody, type CallbackRecord } from './callback-body.ts';

export interface Announcement {
  clientId: number;
  requestId: number;
  url: string;
  format: CallbackFormat;
  record: CallbackRecord;
}

/** Sealing context of a callback's body. */
export const bodyContext = (clientId: number, requestId: number): string =>
  `callback:${clientId}:${requestId}`;

/** Writes the callbacks of finished requests, due at once, in the transaction that finishes them. */
export async function announceOutcomes(
  tx: Tx,
  keyring: Keyring,
  announcements: Announcement[],
  now: Date,
): Promise<void> {
  if (announcements.length === 0) return;
  await tx.query(
    `insert into callbacks (client_id, request_id, message_id, url, format, body, state, due_at, announced_at)
     select client_id, request_id, message_id, url, format, body, 'due', $7, $7
     from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::bytea[])
       as announced (client_id, request_id, message_id, url, format, body)`,
    [
      announcements.map((one) => one.clientId),
      announcements.map((one) => one.requestId),
      announcements.map(() => randomUUID()),
      announcements.map((one) => one.url),
      announcements.map((one) => one.format),
      announcements.map((one) => sealedBody(keyring, one)),
      now,
    ],
  );
}

const sealedBody = (keyring: Keyring, { clientId, requestId, record, format }: Announcement): Buffer =>
  keyring.seal(callbackBody(record, format), bodyContext(clientId, requestId));
