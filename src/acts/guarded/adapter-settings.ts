/** Sets how a supplier is called; with four eyes a second person agrees first. */
import type { Execute } from '../../people/approvals/approvals.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { sha256Hex } from '../../platform/secrets/sha256.ts';
import { auditedTest } from '../../catalog/supplier-agreement.ts';
import { setAgreement, type AgreementAsk, type AgreementSet } from '../../suppliers/set-agreement.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'supplier.adapter-set';

/** The settings hold secrets, so they go along sealed. */
interface AdapterPayload extends Omit<AgreementAsk, 'settings'> {
  settingsSha256: string;
}

/** Sets how a supplier is called; with four eyes, when somebody else agrees. */
export async function setAdapter(
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: AgreementAsk,
  now: Date,
): Promise<AgreementSet | NotYet> {
  if (!may(principal, 'integration.change', { side: 'supplier', partyId: ask.supplierId }))
    return { is: 'no-supplier' };
  return atomically<AgreementSet | NotYet>(db, async (tx) => {
    if (!(await readFourEyes(tx)).on) return set(tx, keyring, principal, ask, now);
    const { settings, ...rest } = ask;
    const attachment = Buffer.from(JSON.stringify(settings));
    const payload: AdapterPayload = { ...rest, settingsSha256: sha256Hex(attachment) };
    return askFor({ db: tx, keyring }, principal, { act, payload, attachment }, now);
  });
}

async function set(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  ask: AgreementAsk,
  now: Date,
): Promise<AgreementSet> {
  const outcome = await setAgreement(tx, keyring, ask, now);
  if (outcome.is === 'set') {
    const { adapter, idempotent, timeoutMs } = outcome.agreement;
    const party = { side: 'supplier', partyId: ask.supplierId } as const;
    const after = { adapter: adapter.name, idempotent, timeoutMs, ...auditedTest(outcome.offers) };
    await recordAct(tx, keyring, { party, by: actorOf(principal), act, about: 'adapter', after }, now);
  }
  return outcome;
}

export const executeSetAdapter =
  (keyring: Keyring): Execute =>
  async (tx, { payload, attachment, principal }, now) => {
    if (attachment === null) return { is: 'not-done', reason: { is: 'no-settings' } };
    const { settingsSha256: _sha256, ...rest } = payload as AdapterPayload;
    const ask = { ...rest, settings: JSON.parse(attachment.toString()) as unknown };
    const outcome = await set(tx, keyring, principal, ask, now);
    if (outcome.is === 'set') return { is: 'done' };
    return {
      is: 'not-done',
      reason: outcome.is === 'wrong-settings' ? outcome : { is: outcome.is },
    };
  };
