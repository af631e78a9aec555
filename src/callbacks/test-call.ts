/** A test call to a client's receiver. */
import { randomUUID } from 'node:crypto';
import type { CallbackFormat } from '../clients/client.ts';
import { findClient } from '../clients/find-client.ts';
import { inboxUrl } from '../clients/sandbox.ts';
import type { Context } from '../context.ts';
import { clientParty } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { cellOf, forEachCell } from '../platform/cells/cell-context.ts';
import { transaction, type Sql, type Tx } from '../platform/database/database.ts';
import { createLoadLimit } from '../platform/process/load-limit.ts';
import { callbackBody, type CallbackRecord } from './announce.ts';
import { callbackSecrets, callReceiver, requestHeaders, type ReceiverAnswer } from './call-receiver.ts';
import { answerHere } from './inbox.ts';

export interface TestCall {
  is: 'called';
  url: string;
  headers: Record<string, string>;
  body: string;
  answer: ReceiverAnswer;
}

export type Tested =
  | TestCall
  | { is: 'missing' | 'no-address' | 'no-secret' }
  | { is: 'too-many'; waitSeconds: number };

export type CallTest = (
  principal: Principal,
  /** With a request the call goes to its callback's address, otherwise to the client's. */
  ask: { clientId: number; outcome: 'ok' | 'error'; requestId?: number },
) => Promise<Tested>;

type Parts = Pick<Context, 'db' | 'cells' | 'keyring' | 'http' | 'clock' | 'config'>;

/** Limits test calls, so that our servers cannot be used to flood another. */
const testsOfClient = { events: 6, windowSeconds: 60 };

/**
 * Calls a client's receiver as a callback would, through the same checks of addresses, and returns what came back. No order has the number 0,
 * so a receiver sees that it is a test.
 */
export function createCallTest(ctx: Parts): CallTest {
  const { keyring, http, clock, config } = ctx;
  const limit = createLoadLimit(testsOfClient);
  const secretsOf = forEachCell(ctx, ({ db }) => callbackSecrets(db, keyring));
  return async (principal, { clientId, outcome, requestId }) => {
    const party = clientParty(clientId);
    if (!may(principal, 'settings.change', party)) return { is: 'missing' };
    const { db } = cellOf(ctx, clientId);
    const client = await findClient(db, clientId);
    if (client === null) return { is: 'missing' };
    const { callbackUrl: url, callbackFormat: format } =
      requestId === undefined ? client : await addressOf(db, { clientId, requestId });
    if (url === null) return { is: 'no-address' };
    const waitSeconds = limit.take(String(clientId), clock.now());
    if (waitSeconds > 0) return { is: 'too-many', waitSeconds };
    const secret = (await secretsOf.of(clientId)([clientId])).get(clientId);
    if (secret === undefined) return { is: 'no-secret' };
    const at = clock.now();
    const body = callbackBody(testRecord(config.baseUrl, outcome), format);
    const callback = { url, format, message_id: randomUUID() };
    const { timeoutMs } = config.callbacks;
    const answer =
      url === inboxUrl
        ? await answerHere(db, clientId, timeoutMs)
        : await callReceiver(http, callback, { body, secret, at, timeoutMs });
    const { accepted, httpStatus, problem, durationMs } = answer;
    const act = { party, by: actorOf(principal), act: 'callbacks.tested', about: `client ${clientId}` };
    const after = { outcome, accepted, httpStatus, problem, durationMs };
    await transaction(db, async (tx) => {
      if (requestId === undefined) await keepTest(tx, { clientId, url, accepted, at });
      await recordAct(tx, keyring, { ...act, after }, clock.now());
    });
    return { is: 'called', url, headers: requestHeaders(callback, { body, secret, at }), body, answer };
  };
}

/** Where a callback goes. */
async function addressOf(
  db: Sql,
  { clientId, requestId }: { clientId: number; requestId: number },
): Promise<{ callbackUrl: string | null; callbackFormat: CallbackFormat }> {
  const { rows } = await db.query<{ callbackUrl: string; callbackFormat: CallbackFormat }>(
    `select url as "callbackUrl", format as "callbackFormat" from callbacks where client_id = $1 and request_id = $2`,
    [clientId, requestId],
  );
  return rows[0] ?? { callbackUrl: null, callbackFormat: 'form' };
}

/** The last one; whether the present address has been tried is read from it. */
async function keepTest(
  tx: Tx,
  { clientId, url, accepted, at }: { clientId: number; url: string; accepted: boolean; at: Date },
): Promise<void> {
  await tx.query(
    `insert into callback_tests (client_id, url, accepted, at) values ($1, $2, $3, $4)
     on conflict (client_id) do update set url = excluded.url, accepted = excluded.accepted, at = excluded.at`,
    [clientId, url, accepted, at],
  );
}

const sample = {
  requestId: 0,
  uuid: '',
  productId: 0,
  faceKopecks: 100_000,
  sumKopecks: 100_000,
  serviceCode: 'TEST',
  comment: 'test call',
  externalId: '',
};

const testRecord = (baseUrl: string, outcome: 'ok' | 'error'): CallbackRecord =>
  outcome === 'ok'
    ? { ...sample, status: 'ok', orderId: 0, giftPageUrl: `${baseUrl}/g/` }
    : { ...sample, status: 'error', error: { code: 1301, text: 'test call' } };
