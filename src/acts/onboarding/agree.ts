import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import type { Permission } from '../../people/access/rights.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import type { AgreementKind, OnboardingSide, SupplierFacts } from '../../reports/supplier-onboarding.ts';
import { isOrderOf } from '../../reports/test-orders.ts';
import { findFactsOf } from './begin-onboarding.ts';
import { onboardingSideOf, supplierParty } from './onboarding-side.ts';
import { answersSubject } from './questionnaire.ts';
import { isScheme } from '../../catalog/scheme.ts';
import { templatesSubject } from './supplier-steps.ts';

/** What somebody may agree to at a page; going live is a guarded act of its own. */
export type AgreeableKind = Exclude<AgreementKind, 'live'>;

const rules: Record<AgreeableKind, { needs: Permission; sides: readonly OnboardingSide[] }> = {
  questionnaire: { needs: 'suppliers.change', sides: ['operator'] },
  template: { needs: 'templates.change', sides: ['supplier', 'operator'] },
  scheme: { needs: 'templates.change', sides: ['supplier', 'operator'] },
  'test-order': { needs: 'suppliers.change', sides: ['operator'] },
  till: { needs: 'templates.change', sides: ['supplier'] },
};

export type Agreed =
  | { is: 'agreed' | 'missing' }
  /** What was looked at is no longer what it is about. */
  | { is: 'changed' }
  | { is: 'no-such-order' };

/** Agrees for one's side to exactly what was shown. */
export async function agree(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: { supplierId: number; kind: AgreeableKind; subject: string },
  now: Date,
): Promise<Agreed> {
  const { supplierId, kind, subject } = ask;
  const { needs, sides } = rules[kind];
  const side = onboardingSideOf(principal);
  if (!sides.includes(side) || !may(principal, needs, supplierParty(supplierId))) return { is: 'missing' };
  return atomically<Agreed>(db, async (tx) => {
    const facts = await findFactsOf(tx, supplierId);
    if (facts === null) return { is: 'missing' };
    const problem = await problemOf(tx, facts, kind, subject);
    if (problem !== null) return { is: problem };
    await writeAgreement(tx, { supplierId, kind, side, subject, byName: actorOf(principal).actorName }, now);
    const act = { party: supplierParty(supplierId), by: actorOf(principal), act: `onboarding.${kind}` };
    await recordAct(tx, keyring, { ...act, about: `supplier ${supplierId}`, after: { subject } }, now);
    return { is: 'agreed' };
  });
}

export async function writeAgreement(
  tx: Tx,
  agreement: {
    supplierId: number;
    kind: AgreementKind;
    side: OnboardingSide;
    subject: string;
    byName: string;
  },
  now: Date,
): Promise<void> {
  const { supplierId, kind, side, subject, byName } = agreement;
  await tx.query(
    `insert into onboarding_agreements (supplier_id, kind, side, subject, by_name, at) values ($1, $2, $3, $4, $5, $6)`,
    [supplierId, kind, side, subject, byName, now],
  );
}

async function problemOf(
  db: Sql,
  facts: SupplierFacts,
  kind: AgreeableKind,
  subject: string,
): Promise<'changed' | 'no-such-order' | null> {
  switch (kind) {
    case 'questionnaire':
      return facts.submittedAt !== null && answersSubject(facts.answers) === subject ? null : 'changed';
    case 'template':
      return subject !== '' && templatesSubject(facts.products) === subject ? null : 'changed';
    case 'scheme':
      return isScheme(subject) ? null : 'changed';
    case 'test-order':
      return (await isOrderOf(db, facts.supplierId, subject)) ? null : 'no-such-order';
    case 'till':
      return subject === String(facts.testOrder?.orderId) ? null : 'changed';
  }
}
