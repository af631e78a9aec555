/** What a client has chosen for the orders that it places with test keys. */
import type { Sql } from '../platform/database/database.ts';
import type { Client } from './client.ts';

/** Where their callbacks go: caught here, where live ones go, or to an address of their own. */
export const callbackTargets = ['inbox', 'live', 'own'] as const;
export type CallbackTarget = (typeof callbackTargets)[number];

/** How a caught callback is answered; only `ok` accepts it. */
export const inboxAnswers = ['ok', 'line-break', 'other-body', 'status-500', 'timeout', 'refused'] as const;
export type InboxAnswer = (typeof inboxAnswers)[number];

export interface Sandbox {
  callbacks: CallbackTarget;
  callbackUrl: string | null;
  inboxAnswer: InboxAnswer;
  /** The scripted outcomes of test orders, by product. */
  outcomes: Record<string, string>;
}

export const usualSandbox: Sandbox = {
  callbacks: 'inbox',
  callbackUrl: null,
  inboxAnswer: 'ok',
  outcomes: {},
};

/** The address of callbacks that are caught here. No order can name it, and nothing calls it over the network. */
export const inboxUrl = 'facevalue:inbox';

/** A client as it calls with a test key. */
export function withTestKey<C extends Client>(client: C, { callbacks, callbackUrl, outcomes }: Sandbox): C {
  const urls = { inbox: inboxUrl, live: client.callbackUrl, own: callbackUrl };
  return { ...client, testMode: true, withTestKey: true, callbackUrl: urls[callbacks], outcomes };
}

/** Columns of `client_sandboxes` (alias s) as one value; null where the client has chosen nothing. */
export const sandboxColumn = `(select json_build_object('callbacks', s.callbacks, 'callbackUrl', s.callback_url,
  'inboxAnswer', s.inbox_answer, 'outcomes', s.outcomes) from client_sandboxes s where s.client_id = c.id) as sandbox`;

export async function findSandbox(db: Sql, clientId: number): Promise<Sandbox> {
  const { rows } = await db.query<Sandbox>(
    `select callbacks, callback_url as "callbackUrl", inbox_answer as "inboxAnswer", outcomes
     from client_sandboxes where client_id = $1`,
    [clientId],
  );
  return rows[0] ?? usualSandbox;
}

/**
 * Precedes the uuids of what is placed with a test key where they are compared, so that none meets that of a live
 * order: a uuid has 36 characters at most.
 */
const testUuidPrefix = 'placed with a test key of its client: ';

/** The uuid under which a repeat of this client is known; '' stays ''. */
export const comparedUuid = (client: Client, uuid: string): string =>
  client.withTestKey === true && uuid !== '' ? testUuidPrefix + uuid : uuid;

/** A uuid as its client sent it, and whether a test key was used. */
export const sentUuid = (compared: string): { uuid: string; withTestKey: boolean } =>
  compared.startsWith(testUuidPrefix)
    ? { uuid: compared.slice(testUuidPrefix.length), withTestKey: true }
    : { uuid: compared, withTestKey: false };

/** Both forms of a uuid, to find what was placed with it by either kind of key. */
export const bothUuids = (uuid: string): string[] => [uuid, testUuidPrefix + uuid];

/** SQL: this compared uuid, which may be null, came with a test key. */
export const isOfTestKey = (compared: string): string =>
  `coalesce(starts_with(${compared}, '${testUuidPrefix}'), false)`;

/** SQL: the compared uuid is this one. */
export const isComparedUuid = (compared: string, uuid: string): string =>
  `${compared} in (${uuid}, '${testUuidPrefix}' || ${uuid})`;
