/** Changes what a client has chosen for the orders of its test keys. */
import { clientParty } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { readAccess, auditedSetting } from './change-access.ts';
import {
  callbackTargets,
  findSandbox,
  inboxAnswers,
  type CallbackTarget,
  type InboxAnswer,
  type Sandbox,
} from './sandbox.ts';

/** Products with a scripted outcome, of one client. */
const mostOutcomes = 50;

/** What was typed. */
export type SandboxAsk = { clientId: number } & (
  | { callbacks: string; callbackUrl: string; inboxAnswer: string; allowsPrivate?: boolean }
  /** Script '': none any more. `scripts`: those that can be chosen. */
  | { productId: number | null; script: string; scripts: readonly string[] }
);

export type SandboxSet =
  | { is: 'set' | 'missing' }
  | { is: 'wrong'; field: 'callbacks' | 'callbackUrl' | 'inboxAnswer' | 'productId' | 'script' };

export async function setSandbox(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: SandboxAsk,
  now: Date,
): Promise<SandboxSet> {
  const party = clientParty(ask.clientId);
  if (!may(principal, 'settings.change', party)) return { is: 'missing' };
  return atomically<SandboxSet>(db, async (tx) => {
    const { rowCount } = await tx.query(
      `select from clients where id = $1 and forgotten_at is null for no key update`,
      [ask.clientId],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const before = await findSandbox(tx, ask.clientId);
    const after = 'callbacks' in ask ? withCallbacks(before, ask) : withOutcome(before, ask);
    if ('is' in after) return after;
    await write(tx, ask.clientId, after);
    const act = {
      party,
      by: actorOf(principal),
      act: 'sandbox.changed',
      about: 'sandbox',
      before: auditedSandbox(before),
      after: auditedSandbox(after),
    };
    await recordAct(tx, keyring, act, now);
    return { is: 'set' };
  });
}

const auditedSandbox = ({ callbackUrl, ...sandbox }: Sandbox): object => ({
  ...sandbox,
  callbackUrl: auditedSetting('callbackUrl', callbackUrl),
});

const isTarget = (text: string): text is CallbackTarget =>
  (callbackTargets as readonly string[]).includes(text);
const isAnswer = (text: string): text is InboxAnswer => (inboxAnswers as readonly string[]).includes(text);

function withCallbacks(
  before: Sandbox,
  { callbacks, callbackUrl, inboxAnswer, allowsPrivate = true }: Extract<SandboxAsk, { callbacks: string }>,
): Sandbox | SandboxSet {
  if (!isTarget(callbacks)) return { is: 'wrong', field: 'callbacks' };
  if (!isAnswer(inboxAnswer)) return { is: 'wrong', field: 'inboxAnswer' };
  const patch = readAccess({ callbackUrl, allowsPrivate });
  const url = 'field' in patch ? undefined : patch.callbackUrl;
  if (url === undefined || (callbacks === 'own' && url === null))
    return { is: 'wrong', field: 'callbackUrl' };
  return { ...before, callbacks, callbackUrl: url, inboxAnswer };
}

function withOutcome(
  before: Sandbox,
  { productId, script, scripts }: Extract<SandboxAsk, { script: string }>,
): Sandbox | SandboxSet {
  if (productId === null) return { is: 'wrong', field: 'productId' };
  if (script !== '' && !scripts.includes(script)) return { is: 'wrong', field: 'script' };
  const others = Object.entries(before.outcomes).filter(([id]) => id !== String(productId));
  if (script !== '' && others.length >= mostOutcomes) return { is: 'wrong', field: 'productId' };
  return {
    ...before,
    outcomes: Object.fromEntries(script === '' ? others : [...others, [productId, script]]),
  };
}

async function write(tx: Tx, clientId: number, sandbox: Sandbox): Promise<void> {
  const { callbacks, callbackUrl, inboxAnswer, outcomes } = sandbox;
  await tx.query(
    `insert into client_sandboxes (client_id, callbacks, callback_url, inbox_answer, outcomes)
     values ($1, $2, $3, $4, $5)
     on conflict (client_id) do update
     set callbacks = excluded.callbacks, callback_url = excluded.callback_url,
       inbox_answer = excluded.inbox_answer, outcomes = excluded.outcomes`,
    [clientId, callbacks, callbackUrl, inboxAnswer, JSON.stringify(outcomes)],
  );
}
