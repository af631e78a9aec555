import type { CallbackFormat } from '../clients/client.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { bodyContext } from './announce.ts';

/** An ended callback. */
export interface ErasableCallback {
  requestId: number;
  format: CallbackFormat;
  body: Buffer;
}

/** Locks the callbacks of orders, without waiting; `owed`: still being sent, or somebody is at work with it. */
export async function lockCallbacks(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<{ ended: ErasableCallback[]; owed: Set<number> }> {
  const { rows } = await tx.query<ErasableCallback>(
    `select request_id as "requestId", format, body from callbacks
     where client_id = $1 and request_id = any($2::bigint[]) and state <> 'due'
     order by request_id for no key update skip locked`,
    [clientId, requestIds],
  );
  const { rows: all } = await tx.query<{ requestId: number }>(
    `select request_id as "requestId" from callbacks where client_id = $1 and request_id = any($2::bigint[])`,
    [clientId, requestIds],
  );
  const ended = new Set(rows.map(({ requestId }) => requestId));
  return { ended: rows, owed: new Set(all.map((one) => one.requestId).filter((id) => !ended.has(id))) };
}

/** What of an order may stay in its callback. */
export interface KeptInCallback {
  requestId: number;
  externalId: string;
  callbackUrl: string | null;
}

/**
 * Erases from ended callbacks what was written of persons, and what receivers answered. A replay then says the same of
 * the order as getStatus does, under the same id. Returns the number of rows.
 */
export async function eraseBodies(
  tx: Tx,
  keyring: Keyring,
  clientId: number,
  callbacks: readonly ErasableCallback[],
  kept: ReadonlyMap<number, KeptInCallback>,
): Promise<number> {
  await keyring.knowClients(tx, [clientId]);
  const changed = callbacks.map((callback) => ({
    requestId: callback.requestId,
    body: withoutPersons(keyring, clientId, callback, kept.get(callback.requestId)?.externalId ?? ''),
    url: kept.get(callback.requestId)?.callbackUrl ?? null,
  }));
  const bodies = await tx.query(
    `update callbacks c set body = w.body, settled_because = null,
       url = coalesce(w.url, regexp_replace(c.url, '^([a-z]+://[^/?#]+).*$', '\\1/', 'i'))
     from unnest($2::bigint[], $3::bytea[], $4::text[]) as w (request_id, body, url)
     where c.client_id = $1 and c.request_id = w.request_id`,
    [
      clientId,
      changed.map(({ requestId }) => requestId),
      changed.map(({ body }) => body),
      changed.map(({ url }) => url),
    ],
  );
  const attempts = await tx.query(
    `update callback_attempts set answer_head = ''
     where client_id = $1 and request_id = any($2::bigint[]) and answer_head not in ('', 'OK')`,
    [clientId, changed.map(({ requestId }) => requestId)],
  );
  return (bodies.rowCount ?? 0) + (attempts.rowCount ?? 0);
}

function withoutPersons(
  keyring: Keyring,
  clientId: number,
  { requestId, format, body }: ErasableCallback,
  externalId: string,
): Buffer {
  if (keyring.isDestroyed(clientId)) return Buffer.alloc(0);
  const context = bodyContext(clientId, requestId);
  const sealer = keyring.ofClient(clientId);
  let text: string;
  try {
    text = sealer.open(body, context);
  } catch {
    // The key that sealed it is lost, and with it what it said.
    return body;
  }
  return sealer.seal(rewritten(text, format, { comment: '', external_id: externalId }), context);
}

/** The same text with other values of these fields of its data. */
function rewritten(text: string, format: CallbackFormat, values: Record<string, string>): string {
  if (format === 'json') {
    const body = JSON.parse(text) as { data: object };
    return JSON.stringify({ ...body, data: { ...body.data, ...values } });
  }
  const form = new URLSearchParams(text);
  for (const [name, value] of Object.entries(values)) form.set(`data[${name}]`, value);
  return form.toString();
}
