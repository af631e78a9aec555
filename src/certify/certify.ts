/** Runs the final test of a supplier, scenario by scenario; `docs/supplier-guide.md` says what it may do. */
import { lockAgreement, markTested, type OfferChange } from '../catalog/supplier-agreement.ts';
import { transaction } from '../platform/database/database.ts';
import { readAgreement, type Agreement } from '../suppliers/set-agreement.ts';
import { readIntegrationAccess } from '../suppliers/used-export/integration-access.ts';
import { normaliseNumber, type PlainCode } from '../vault/seal-code.ts';
import { activateTwice, activateUnknown } from './activation.ts';
import { openConversation, type CertifyContext, type Conversation } from './conversation.ts';
import { verdictOf, type Finding, type ScenarioName, type ScenarioResult } from './finding.ts';
import type { CertifySubject, CertifyTarget } from './find-targets.ts';
import {
  askForForeignFace,
  bearLoad,
  callAsStranger,
  issueEachFace,
  repeatAtOnce,
  repeatOneCall,
  sendMalformed,
  type Found,
  type LoadSize,
} from './issuing.ts';
import { judgeDistinct, judgeExpiry, judgeFormat, judgeSpeed } from './judge-codes.ts';
import { findAccess, rehearseTills } from './tills.ts';

export interface CertifyAsk {
  subject: CertifySubject;
  load: LoadSize;
  /** Test codes given by the supplier, if it activates but does not issue. */
  testCodes: PlainCode[];
  /** Whether the test changes the offer: a pass allows sales, a failure stops them. */
  mark: boolean;
  onScenario: (name: ScenarioName) => void;
}

export interface CertifyReport {
  supplierId: number;
  name: string;
  adapter: string | null;
  at: Date;
  green: boolean;
  /** True: its products are sold from now on. */
  marked: boolean;
  /** What the test changed in the offer; null: a test without effect, or the agreement was changed meanwhile. */
  offer: OfferChange | null;
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
  const run = async (
    name: ScenarioName,
    scenario: () => Promise<Found | Finding[] | null>,
  ): Promise<void> => {
    ask.onScenario(name);
    const found = await scenario();
    const { findings, transcripts } = Array.isArray(found)
      ? { findings: found, transcripts: [] }
      : (found ?? skipped);
    scenarios.push({
      name,
      verdict: found === null ? 'skipped' : verdictOf(findings),
      findings,
      transcripts,
    });
  };
  let talk: Conversation | null = null;
  if (agreement !== null) {
    talk = openConversation(ctx, agreement);
    await testCalls(talk, { issuing, activates: activating.length > 0, ask, run });
  }
  const [atTill = await redeemedHere(ctx, subject)] = own;
  if (atTill !== undefined) await testTills(ctx, subject.supplierId, atTill, run);

  const green = scenarios.every(({ verdict }) => verdict !== 'red');
  const offer = ask.mark ? await markIfUnchanged(ctx, subject.supplierId, agreement, green) : null;
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
      codes: new Set(talk?.codes.map(({ code }) => normaliseNumber(code.number))).size,
      scenarios,
    },
  };
}

/** A supplier whose own codes are redeemed here has its tills tested too. */
async function redeemedHere(
  { db }: CertifyContext,
  { supplierId, targets }: CertifySubject,
): Promise<CertifyTarget | undefined> {
  const access = await readIntegrationAccess(db, supplierId);
  return access?.redeemsOwn === true ? targets[0] : undefined;
}

const skipped: Found = { findings: [], transcripts: [] };

type Run = (name: ScenarioName, scenario: () => Promise<Found | Finding[] | null>) => Promise<void>;

interface Calls {
  issuing: CertifyTarget[];
  activates: boolean;
  ask: CertifyAsk;
  run: Run;
}

async function testCalls(talk: Conversation, { issuing, activates, ask, run }: Calls): Promise<void> {
  const [target] = issuing;
  const faceKopecks = target?.facesKopecks[0];
  if (target !== undefined && faceKopecks !== undefined) {
    await run('issue', () => issueEachFace(talk, issuing));
    await run('repeat', () => repeatOneCall(talk, target, faceKopecks));
    await run('together', () =>
      talk.agreement.idempotent ? repeatAtOnce(talk, target, faceKopecks) : Promise.resolve(null),
    );
    await run('bad-face', () => askForForeignFace(talk, target));
    await run('malformed', () => sendMalformed(talk, target, faceKopecks));
    await run('stranger', () => callAsStranger(talk, target, faceKopecks));
  }
  if (activates) {
    const [code = talk.codes[0]?.code] = ask.testCodes;
    await run('activation', () => (code === undefined ? Promise.resolve(null) : activateTwice(talk, code)));
    await run('unknown-code', () => activateUnknown(talk));
  }
  if (target !== undefined) {
    await run('load', () => bearLoad(talk, target, ask.load));
    await run('distinct', () => Promise.resolve(judgeDistinct(talk)));
    await run('format', () => Promise.resolve(judgeFormat(talk.codes)));
    await run('expiry', () => Promise.resolve(judgeExpiry(talk.codes, talk.ctx.clock.now())));
  }
  await run('speed', () => Promise.resolve(judgeSpeed(talk)));
}

async function testTills(
  ctx: CertifyContext,
  supplierId: number,
  target: CertifyTarget,
  run: Run,
): Promise<void> {
  await run('access', () => findAccess(ctx.db, supplierId));
  const findings = await rehearseTills(ctx, supplierId, target, ctx.clock.now());
  for (const name of ['check', 'redeem', 'second-redeem', 'unknown-number'] as const) {
    await run(name, () => Promise.resolve(findings[name]));
  }
}

/** The tested agreement must be the one used for sales: if it was changed meanwhile, it stays untested. */
function markIfUnchanged(
  ctx: CertifyContext,
  supplierId: number,
  agreement: Agreement | null,
  green: boolean,
): Promise<OfferChange | null> {
  return transaction(ctx.db, async (tx) => {
    const held = await lockAgreement(tx, supplierId);
    if (agreement !== null && held?.agreedAt?.getTime() !== agreement.agreedAt?.getTime()) return null;
    return markTested(tx, supplierId, green, ctx.clock.now());
  });
}
