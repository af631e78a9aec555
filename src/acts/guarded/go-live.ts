/** A supplier's products go on sale at the end of its onboarding. */
import { findFactsOf, holdOnboarding } from '../onboarding/begin-onboarding.ts';
import { holdSuppliers } from '../../catalog/judge-offers.ts';
import { writeAgreement } from '../onboarding/agree.ts';
import { noteHandTest } from '../onboarding/note-hand-test.ts';
import { supplierParty } from '../onboarding/onboarding-side.ts';
import { openStep, supplierSteps, type SupplierStepName } from '../onboarding/supplier-steps.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { operator } from '../../people/access/party.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { findOpenAsk } from '../../people/approvals/find-asked.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { changeProduct } from '../../certificates/templates/change-catalog.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'supplier.go-live';

export type WentLive =
  | { is: 'live' | 'missing' | 'live-already' }
  /** A step before it is open. */
  | { is: 'not-ready'; step: SupplierStepName };

/** Puts a supplier that has gone through all steps on sale; with four eyes, when somebody else agrees. */
export async function goLive(
  { db, keyring }: GuardedContext,
  principal: Principal,
  supplierId: number,
  now: Date,
): Promise<WentLive | NotYet> {
  if (!may(principal, 'suppliers.change', supplierParty(supplierId))) return { is: 'missing' };
  return atomically<WentLive | NotYet>(db, async (tx) => {
    const problem = await whyNotReady(tx, supplierId);
    if (problem !== null) return problem;
    if (!(await readFourEyes(tx)).on) return open(tx, keyring, principal, supplierId, now);
    return askFor({ db: tx, keyring }, principal, { act, payload: { supplierId } }, now);
  });
}

async function whyNotReady(tx: Tx, supplierId: number): Promise<WentLive | null> {
  await holdSuppliers(tx, { supplierIds: [supplierId] });
  // If two people open it at once, the second finds it open.
  await holdOnboarding(tx, supplierId);
  const facts = await findFactsOf(tx, supplierId);
  if (facts === null) return { is: 'missing' };
  const step = openStep(supplierSteps(facts));
  if (step === null) return { is: 'live-already' };
  return step.name === 'live' ? null : { is: 'not-ready', step: step.name };
}

async function open(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  supplierId: number,
  now: Date,
): Promise<{ is: 'live' | 'missing' }> {
  const facts = await findFactsOf(tx, supplierId);
  if (facts === null) return { is: 'missing' };
  await noteHandTest(tx, keyring, facts, now);
  const { actorName: byName } = actorOf(principal);
  for (const { productId, switchedOn } of facts.products)
    if (!switchedOn) await changeProduct(tx, { productId, fields: { switchedOn: true } }, now);
  await writeAgreement(tx, { supplierId, kind: 'live', side: 'operator', subject: 'live', byName }, now);
  const products = facts.products.map(({ productId }) => productId);
  const party = supplierParty(supplierId);
  const done = { party, by: actorOf(principal), act, about: `supplier ${supplierId}`, after: { products } };
  await recordAct(tx, keyring, done, now);
  return { is: 'live' };
}

/** The approval that would open a supplier's sales, while it waits. */
export const findGoLiveAsked = (db: Sql, supplierId: number, now: Date): Promise<number | null> =>
  findOpenAsk(db, { party: operator, act, of: { supplierId } }, now);

/** What has changed since it was asked for is looked at again. */
export const executeGoLive =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const { supplierId } = payload as { supplierId: number };
    const problem = await whyNotReady(tx, supplierId);
    if (problem?.is === 'not-ready')
      return { is: 'not-done', reason: { is: 'open-step', step: problem.step } };
    if (problem !== null) return { is: 'not-done', reason: { is: problem.is } };
    const outcome = await open(tx, keyring, principal, supplierId, now);
    return outcome.is === 'live' ? { is: 'done' } : { is: 'not-done', reason: { is: outcome.is } };
  };
