/** A test order's callback as its receiver gets it: each attempt with its headers, and what its signature is made of. */
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { bodyContext } from './announce.ts';
import { callbackSecrets, requestHeaders, type Called } from './call-receiver.ts';
import type { CallbackAttempt } from './find-callback.ts';

export interface InspectedAttempt {
  attempt: number;
  headers: Record<string, string>;
}

export interface InspectedCallback {
  url: string;
  /** The very bytes; a test order's link opens nothing of value. */
  body: string;
  /** The attempts that are shown, signed with the secret that is in force now. */
  attempts: InspectedAttempt[];
}

/** For test orders alone: of a live one the body holds the link of a certificate. Null where a key is lost. */
export async function inspectCallback(
  db: Sql,
  keyring: Keyring,
  { clientId, requestId }: { clientId: number; requestId: number },
  made: readonly CallbackAttempt[],
): Promise<InspectedCallback | null> {
  const { rows } = await db.query<Called & { sealed: Buffer }>(
    `select message_id, url, format, body as sealed from callbacks where client_id = $1 and request_id = $2`,
    [clientId, requestId],
  );
  const [callback] = rows;
  const secret = (await callbackSecrets(db, keyring)([clientId])).get(clientId);
  if (callback === undefined || secret === undefined) return null;
  const body = openOrNull(keyring, clientId, requestId, callback.sealed);
  if (body === null) return null;
  const attempts = made.map(({ attempt, at }) => ({
    attempt,
    headers: requestHeaders(callback, { body, secret, at }),
  }));
  return { url: callback.url, body, attempts };
}

function openOrNull(keyring: Keyring, clientId: number, requestId: number, sealed: Buffer): string | null {
  try {
    return keyring.ofClient(clientId).open(sealed, bodyContext(clientId, requestId));
  } catch {
    return null;
  }
}
