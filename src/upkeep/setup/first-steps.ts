/** Derived from facts, so that a step is done by whichever page, command or program. */
import type { FirstFacts } from '../../reports/first-start.ts';
import type { CheckName } from './finding.ts';
import type { KeptCheck } from './kept-checks.ts';

/** The way from nothing to the first real order. */
const firstStepNames = [
  'checks',
  'key',
  'letter',
  'supplier',
  'product',
  'codes',
  'client',
  'funds',
  'test-order',
  'real-order',
] as const;
export type FirstStepName = (typeof firstStepNames)[number];

export interface FirstStep {
  name: FirstStepName;
  isDone: boolean;
  /** It was left out, and is not needed any more. */
  isSkipped: boolean;
}

export function firstSteps(facts: FirstFacts, checks: ReadonlyMap<CheckName, KeptCheck>): FirstStep[] {
  const keyIsKept = checks.get('master-key')?.findings.some(({ is }) => is === 'key-kept') ?? false;
  const isDone: Record<FirstStepName, boolean> = {
    checks: checks.size > 0 && [...checks.values()].every(({ state }) => state !== 'wrong'),
    key: keyIsKept,
    letter: facts.letterSent,
    supplier: facts.supplier,
    product: facts.productOn,
    codes: facts.codes,
    client: facts.client,
    funds: facts.funds,
    'test-order': facts.testOrder,
    'real-order': facts.realOrder,
  };
  // After a real order no test is needed.
  const isSkipped = (name: FirstStepName): boolean =>
    name === 'test-order' && facts.realOrder && !facts.testOrder;
  return firstStepNames.map((name) => ({ name, isDone: isDone[name], isSkipped: isSkipped(name) }));
}
