/** A client's first sale: allowed by one person, or by two. */
import { lockTerms, writeTerms } from '../../clients/change-client.ts';
import { findCurrentStep } from '../onboarding/client-onboarding.ts';
import type { ClientStep } from '../onboarding/client-steps.ts';
import { clientParty, operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import type { Executed, Execute } from '../../people/approvals/approvals.ts';
import { findOpenAsk } from '../../people/approvals/find-asked.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import {
  askFor,
  type GuardedContext,
  type GuardedAsk,
  type NotYet,
} from '../../people/approvals/hold-back.ts';

const act = 'client.live';

/** `afterAllSteps` false: the operator lets it sell whatever steps of its onboarding are open. */
interface LivePayload {
  clientId: number;
  afterAllSteps: boolean;
}

export type ClientWentLive =
  | { is: 'live' | 'missing' | 'live-before' }
  /** The first step that is not done. */
  | { is: 'not-ready'; step: ClientStep };

/** Ends the test mode of a client whose every other step is done; with four eyes, when somebody else agrees. */
export async function takeClientLive(
  { db, keyring }: GuardedContext,
  principal: Principal,
  clientId: number,
  now: Date,
): Promise<ClientWentLive | NotYet> {
  if (!may(principal, 'clients.change', clientParty(clientId))) return { is: 'missing' };
  return atomically<ClientWentLive | NotYet>(db, async (tx) => {
    const problem = await whyNotReady(tx, clientId, now);
    if (problem !== null) return problem;
    const payload: LivePayload = { clientId, afterAllSteps: true };
    if ((await readFourEyes(tx)).on) return askFor({ db: tx, keyring }, principal, { act, payload }, now);
    await setLive(tx, keyring, principal, clientId, now);
    return { is: 'live' };
  });
}

async function whyNotReady(tx: Tx, clientId: number, now: Date): Promise<ClientWentLive | null> {
  // If two people ask at once, the second finds what the first has done.
  await lockTerms(tx, clientId);
  const current = await findCurrentStep(tx, clientId, now);
  if (current === null) return { is: 'missing' };
  const { step } = current;
  if (step === null) return { is: 'live-before' };
  return step === 'live' ? null : { is: 'not-ready', step };
}

/** False: it was live before. */
async function setLive(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  clientId: number,
  now: Date,
): Promise<boolean> {
  const terms = { testMode: false, switchedOn: true };
  const changed = await writeTerms(tx, keyring, principal, { clientId, terms }, now);
  if (changed.is !== 'changed') return false;
  const party = clientParty(clientId);
  await recordAct(tx, keyring, { party, by: actorOf(principal), act, about: `client ${clientId}` }, now);
  return true;
}

/** The approval that would let a client order for real, while it waits. */
export const findClientLiveAsked = (db: Sql, clientId: number, now: Date): Promise<number | null> =>
  findOpenAsk(db, { party: operator, act, of: { clientId } }, now);

/** What has changed since it was asked for is looked at again. */
export const executeClientLive =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now): Promise<Executed> => {
    const { clientId, afterAllSteps } = payload as LivePayload;
    const problem = afterAllSteps ? await whyNotReady(tx, clientId, now) : null;
    if (problem?.is === 'not-ready')
      return { is: 'not-done', reason: { is: 'open-step', step: problem.step } };
    if (problem !== null) return { is: 'not-done', reason: { is: problem.is } };
    return (await setLive(tx, keyring, principal, clientId, now))
      ? { is: 'done' }
      : { is: 'not-done', reason: { is: 'live-before' } };
  };

/** A client that is to sell without having been led through its onboarding. */
export const liveAsk = (clientId: number): GuardedAsk => ({
  act,
  payload: { clientId, afterAllSteps: false } satisfies LivePayload,
});
