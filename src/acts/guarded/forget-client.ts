/** A client that has left is forgotten: decided by one person, or by two. */
import {
  askForgetClient,
  mayForgetClient,
  whyNotForgotten,
  type ForgetAsk,
  type ForgetAsked,
} from '../../upkeep/erasure/ask-client.ts';
import { operator } from '../../people/access/party.ts';
import { permit, type Principal } from '../../people/access/principal.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { atomically } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'client.forget';

/** With four eyes it is done when somebody else agrees. */
export const forgetClient = (
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: ForgetAsk,
  now: Date,
): Promise<ForgetAsked | NotYet> =>
  atomically<ForgetAsked | NotYet>(db, async (tx) => {
    const permitted = permit(principal, 'recipients.forget', operator, now);
    if (permitted !== 'permitted') return { is: permitted };
    if (!mayForgetClient(principal, ask.clientId)) return { is: 'forbidden' };
    const problem = await whyNotForgotten(tx, ask, now);
    if (problem !== null) return problem;
    if (!(await readFourEyes(tx)).on) return askForgetClient(tx, keyring, principal, ask, now);
    return askFor({ db: tx, keyring }, principal, { act, payload: ask }, now);
  });

/** What is open by then is looked at again. */
export const executeForgetClient =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const asked = await askForgetClient(tx, keyring, principal, payload as ForgetAsk, now);
    return asked.is === 'asked' ? { is: 'done' } : { is: 'not-done', reason: { is: asked.is } };
  };
