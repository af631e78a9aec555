/** A callback of a client with its request and what came back; null where it has none of this number. */
import type { Sql } from '../platform/database/database.ts';
import type { Sealer } from '../platform/secrets/client-keyring.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { bodyContext } from './announce.ts';
import { hideGiftLinks } from '../platform/text/mask.ts';
import { listedColumns, type ListedCallback } from './list-callbacks.ts';

export interface CallbackAttempt {
  attempt: number;
  at: Date;
  durationMs: number;
  /** Null: no answer; `problem` says why. */
  httpStatus: number | null;
  answerHead: string;
  problem: string;
}

export interface ShownCallback extends ListedCallback {
  messageId: string;
  /** Somebody said that it needs no repeat. */
  settled: { at: Date; by: string; because: string } | null;
  /** What is sent, its link without the token; null where the key that sealed it is lost. */
  body: string | null;
  /** The last ones, newest first. */
  made: CallbackAttempt[];
}

/** Each replay adds eight. */
const mostAttempts = 40;

export async function findCallback(
  db: Sql,
  keyring: Keyring,
  { clientId, requestId }: { clientId: number; requestId: number },
): Promise<ShownCallback | null> {
  const { rows } = await db.query<Omit<ShownCallback, 'body' | 'made'> & { sealed: Buffer }>(
    `select ${listedColumns}, message_id as "messageId", body as sealed,
       case when state = 'abandoned' and settled_at >= ended_at then
         jsonb_build_object('at', settled_at, 'by', settled_by, 'because', coalesce(settled_because, '')) end as settled
     from callbacks
     where client_id = $1 and request_id = $2`,
    [clientId, requestId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { rows: made } = await db.query<CallbackAttempt>(
    `select attempt, at, duration_ms as "durationMs", http_status as "httpStatus", answer_head as "answerHead", problem
     from callback_attempts where client_id = $1 and request_id = $2 order by attempt desc limit $3`,
    [clientId, requestId, mostAttempts],
  );
  await keyring.knowClients(db, [clientId]);
  const { sealed, ...callback } = row;
  const body = openBody(keyring.ofClient(clientId), sealed, bodyContext(clientId, requestId));
  const { settled } = callback;
  return { ...callback, settled: settled && { ...settled, at: new Date(settled.at) }, body, made };
}

function openBody(sealer: Sealer, sealed: Buffer, context: string): string | null {
  try {
    return hideGiftLinks(sealer.open(sealed, context));
  } catch {
    return null;
  }
}
