/** One attempt of a callback: signs it, posts it, and judges the answer. */
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { callbackSecretContext, type CallbackFormat } from '../clients/client.ts';
import type { HttpOutcome } from '../platform/network/http-call.ts';
import type { HttpClient } from '../platform/network/http-client.ts';
import { contentTypes } from './announce.ts';
import { answerReasons } from './answer-reasons.ts';
import { hideGiftLinks } from '../platform/text/mask.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';

export interface ReceiverAnswer {
  accepted: boolean;
  durationMs: number;
  httpStatus: number | null;
  answerHead: string;
  problem: string;
}

const userAgent = 'Facevalue';
/** Answers up to this length leave the connection open for the next call. */
const maxAnswerBytes = 16_384;
const acceptance = Buffer.from('OK');

/** What a call needs of its callback. */
export interface Called {
  message_id: string;
  url: string;
  format: CallbackFormat;
}

interface Saying {
  body: string;
  secret: string;
  at: Date;
}

/** Makes one attempt. Accepted is only HTTP 200 with exactly the body `OK` (specification, 4.4). */
export async function callReceiver(
  http: HttpClient,
  callback: Called,
  { timeoutMs, ...saying }: Saying & { timeoutMs: number },
): Promise<ReceiverAnswer> {
  const outcome = await http.send({
    purpose: 'callbacks',
    method: 'POST',
    url: callback.url,
    headers: requestHeaders(callback, saying),
    body: saying.body,
    timeoutMs,
    maxBytes: maxAnswerBytes,
  });
  return judge(outcome);
}

export function requestHeaders(
  { format, message_id: messageId }: Called,
  { body, secret, at }: Saying,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'content-type': contentTypes[format],
    'user-agent': userAgent,
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': webhookSignature(secret, { messageId, timestamp, body }),
  };
}

export function judge(outcome: HttpOutcome): ReceiverAnswer {
  const { durationMs } = outcome;
  if (outcome.is === 'failed') {
    return { accepted: false, durationMs, httpStatus: null, answerHead: '', problem: outcome.problem };
  }
  const { status, head, whole } = outcome;
  const accepted = status === 200 && whole && head.equals(acceptance);
  return {
    accepted,
    durationMs,
    httpStatus: status,
    answerHead: printableHead(head),
    problem: accepted ? '' : answerReasons.text({ is: status === 200 ? 'not-ok' : 'other-status' }, 'en'),
  };
}

/** Length of the part of an answer that is kept for people to read. */
const keptHeadBytes = 200;

const controlPictures = 0x2400;

/**
 * The beginning of a receiver's answer as printable text. Control characters become visible, so that `OK` with a line
 * break differs from `OK`, and an echoed gift link loses its token.
 */
export function printableHead(bytes: Buffer): string {
  const text = bytes
    .subarray(0, keptHeadBytes)
    .toString('utf8')
    .replace(/\p{C}/gu, (control) =>
      control < ' ' ? String.fromCharCode(controlPictures + control.charCodeAt(0)) : '\ufffd',
    );
  return hideGiftLinks(text);
}

const secretPrefix = 'whsec_';

/** The header `webhook-signature` of Standard Webhooks, by which a receiver verifies sender and time. */
export function webhookSignature(
  secret: string,
  { messageId, timestamp, body }: { messageId: string; timestamp: string; body: string },
): string {
  const key = Buffer.from(
    secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
    'base64',
  );
  return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
}

/** A changed secret is used within this time. */
const keepOpenedMs = 1000;
const maxOpened = 2000;

/** Opens the callback secrets of several clients at once; an unknown client, or one whose key is lost, has none. */
export type CallbackSecrets = (clientIds: number[]) => Promise<Map<number, string>>;

export function callbackSecrets(db: Sql, keyring: Keyring): CallbackSecrets {
  const opened = new LRUCache<number, string>({ max: maxOpened, ttl: keepOpenedMs });
  return async (clientIds) => {
    const wanted = new Set(clientIds);
    const secrets = new Map<number, string>();
    for (const id of wanted) {
      const secret = opened.get(id);
      if (secret !== undefined) secrets.set(id, secret);
    }
    const missing = [...wanted].filter((id) => !secrets.has(id));
    if (missing.length === 0) return secrets;
    const { rows } = await db.query<{ id: number; callback_secret: Buffer }>(
      `select id, callback_secret from clients where id = any($1::bigint[])`,
      [missing],
    );
    await keyring.knowClients(db, missing);
    for (const row of rows) {
      const secret = openOrNull(keyring, row);
      if (secret === null) continue;
      opened.set(row.id, secret);
      secrets.set(row.id, secret);
    }
    return secrets;
  };
}

/** A lost key of one client must not stop the callbacks of the others. */
function openOrNull(keyring: Keyring, row: { id: number; callback_secret: Buffer }): string | null {
  try {
    return keyring.ofClient(row.id).open(row.callback_secret, callbackSecretContext(row.id));
  } catch {
    return null;
  }
}
