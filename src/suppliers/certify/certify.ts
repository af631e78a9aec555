/** Runs the final test of a supplier, scenario by scenario; `docs/supplier-guide.md` says what it may do. */
import { lockAgreement, markTested, auditedTest, type TestMarked } from '../../catalog/supplier-agreement.ts';
import type { Scheme } from '../../catalog/scheme.ts';
import type { Actor } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction } from '../../platform/database/database.ts';
import { readAgreement, type Agreement } from '../set-agreement.ts';
import { readIntegrationAccess } from '../used-export/integration-access.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import {
  blocking,
  codesOf,
  homeOfTests,
  openConversation,
  type CertifyContext,
  type Conversation,
} from './conversation.ts';
import type { ScenarioName, ScenarioResult } from './finding.ts';
import type { CertifySubject, CertifyTarget } from './find-targets.ts';
import type { LoadSize } from './issuing.ts';
import { runnerInto, testCalls, type Run } from './scenarios.ts';
import { findAccess, rehearseTills } from './tills.ts';

export interface CertifyAsk {
  subject: CertifySubject;
  load: LoadSize;
  /** Test codes given by the supplier, if it activates but does not issue. */
  testCodes: PlainCode[];
  /** Whether the test changes the offer: a pass allows sales, a failure stops them. */
  mark: boolean;
  /** Who asked for it. */
  by: Actor;
  onScenario: (name: ScenarioName) => void;
}

export interface CertifyReport {
  supplierId: number;
  name: string;
  adapter: string | null;
  at: Date;
  green: boolean;
  /** The supplier runs the test itself, without a platform. */
  alone?: true;
  /** True: its products are sold from now on. */
  marked: boolean;
  /** What the test changed in the offer; null: a test without effect, or the agreement was changed meanwhile. */
  offer: TestMarked | null;
  /** Codes that the supplier made for this test. */
  codes: number;
  scenarios: ScenarioResult[];
}

export type Certified =
  | { is: 'tested'; report: CertifyReport }
  | { is: 'refused'; why: 'nothing-to-test' | 'no-agreement' | 'no-faces' | 'no-test-code' };

export async function certify(ctx: CertifyContext, ask: CertifyAsk): Promise<Certified> {
  const { subject } = ask;
  const issuing = subject.targets.filter(({ transferScheme }) => transferScheme === 'api');
  const activating = subject.targets.filter(({ activationScheme }) => activationScheme === 'api');
  const own = subject.targets.filter(({ transferScheme }) => transferScheme === 'platform');
  const called = issuing.length + activating.length > 0;
  if (!called && own.length === 0) return { is: 'refused', why: 'nothing-to-test' };
  const agreement = called ? await readAgreement(ctx.db, ctx.keyring, subject.supplierId) : null;
  if (called && agreement === null) return { is: 'refused', why: 'no-agreement' };
  if (issuing.some(({ facesKopecks }) => facesKopecks.length === 0))
    return { is: 'refused', why: 'no-faces' };
  if (issuing.length === 0 && activating.length > 0 && ask.testCodes.length === 0) {
    return { is: 'refused', why: 'no-test-code' };
  }

  const scenarios: ScenarioResult[] = [];
  const run = runnerInto(scenarios, ask.onScenario);
  let talk: Conversation | null = null;
  if (agreement !== null) {
    talk = openConversation(blocking(ctx), agreement);
    await testCalls(talk, { issuing, activates: activating.length > 0, ask, run });
  }
  const [atTill = await redeemedHere(ctx, subject)] = own;
  if (atTill !== undefined) await testTills(ctx, subject.supplierId, atTill, run);

  const green = isGreen(scenarios);
  const offer = ask.mark ? await markIfUnchanged(ctx, ask, agreement, scenarios) : null;
  return {
    is: 'tested',
    report: {
      supplierId: subject.supplierId,
      name: subject.name,
      adapter: agreement?.adapter.name ?? null,
      at: ctx.clock.now(),
      green,
      marked: green && agreement !== null && offer !== null,
      offer,
      codes: talk === null ? 0 : codesOf(talk),
      scenarios,
    },
  };
}

const isGreen = (scenarios: readonly ScenarioResult[]): boolean =>
  scenarios.every(({ verdict }) => verdict !== 'red');

/** A supplier whose own codes are redeemed here has its tills tested too. */
async function redeemedHere(
  { db }: CertifyContext,
  { supplierId, targets }: CertifySubject,
): Promise<CertifyTarget | undefined> {
  const access = await readIntegrationAccess(db, supplierId);
  return access?.redeemsOwn === true ? targets[0] : undefined;
}

async function testTills(
  ctx: CertifyContext,
  supplierId: number,
  target: CertifyTarget,
  run: Run,
): Promise<void> {
  await run('access', () => findAccess(ctx.db, supplierId));
  const findings = await rehearseTills(homeOfTests(ctx), supplierId, target, ctx.clock.now());
  for (const name of ['check', 'redeem', 'second-redeem', 'unknown-number'] as const) {
    await run(name, () => Promise.resolve(findings[name]));
  }
}

/** The tested agreement must be the one used for sales: if it was changed meanwhile, it stays untested. */
function markIfUnchanged(
  ctx: CertifyContext,
  { subject: { supplierId, targets }, by }: CertifyAsk,
  agreement: Agreement | null,
  scenarios: readonly ScenarioResult[],
): Promise<TestMarked | null> {
  const tested = {
    schemes: [...new Set(targets.map(schemeOf))],
    green: isGreen(scenarios),
    oddBarcodes: scenarios.some(({ findings }) => findings.some(({ is }) => is === 'not-encodable')),
  };
  return transaction(ctx.db, async (tx) => {
    const held = await lockAgreement(tx, supplierId);
    if (agreement !== null && held?.agreedAt?.getTime() !== agreement.agreedAt?.getTime()) return null;
    const now = ctx.clock.now();
    const marked = await markTested(tx, supplierId, tested, now);
    const party = { side: 'supplier', partyId: supplierId } as const;
    const after = { schemes: tested.schemes, green: tested.green, ...auditedTest(marked) };
    const act = { party, by, act: 'supplier.tested', about: `supplier ${supplierId}`, after };
    await recordAct(tx, ctx.keyring, act, now);
    return marked;
  });
}

const schemeOf = ({ transferScheme, activationScheme }: CertifyTarget): Scheme =>
  `${transferScheme}/${activationScheme}` as Scheme;
