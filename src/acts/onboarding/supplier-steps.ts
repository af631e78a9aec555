import { isScheme, schemesTestedByHand, type Scheme } from '../../catalog/scheme.ts';
import type {
  AgreementKind,
  OnboardedProduct,
  OnboardingAgreement,
  OnboardingSide,
  SupplierFacts,
} from '../../reports/supplier-onboarding.ts';
import { answersSubject } from './questionnaire.ts';

/** The steps of a supplier to its first sale, in order. */
export const supplierStepNames = [
  'invitation',
  'questionnaire',
  'template',
  'scheme',
  'integration',
  'test',
  'live',
] as const;
export type SupplierStepName = (typeof supplierStepNames)[number];

/** What is to be done next in a step, and by whom. */
const turns = {
  invite: 'operator',
  'accept-invitation': 'supplier',
  'fill-in': 'supplier',
  'accept-answers': 'operator',
  'add-product': 'operator',
  'agree-template': 'supplier',
  'agree-template-too': 'operator',
  'choose-scheme': 'supplier',
  'set-scheme': 'operator',
  'send-codes': 'supplier',
  'load-codes': 'operator',
  'set-schedule': 'operator',
  'set-calls': 'operator',
  'fetch-sales': 'supplier',
  'add-tills': 'supplier',
  'run-test': 'operator',
  'mend-test': 'supplier',
  'buy-test-code': 'operator',
  'activate-test-code': 'supplier',
  'redeem-test-code': 'supplier',
  'go-live': 'operator',
} as const satisfies Record<string, OnboardingSide>;
export type Turn = keyof typeof turns;

export const actorIn = (turn: Turn): OnboardingSide => turns[turn];

export interface SupplierStep {
  name: SupplierStepName;
  /** `later`: waits for a step before it. */
  state: 'done' | 'open' | 'later';
  /** Null once it is done. */
  turn: Turn | null;
}

/** Derives the steps from the facts. Nothing of it is stored, so a changed setting opens its step again. */
export function supplierSteps(facts: SupplierFacts): SupplierStep[] {
  let isOpen = false;
  return supplierStepNames.map((name) => {
    const turn = turnIn[name](facts);
    if (turn === null) return { name, state: 'done', turn };
    const state = isOpen ? 'later' : 'open';
    isOpen = true;
    return { name, state, turn };
  });
}

export const openStep = (steps: readonly SupplierStep[]): SupplierStep | null =>
  steps.find(({ state }) => state === 'open') ?? null;

/** What a side has agreed to last. */
const agreementOf = (
  { agreements }: Pick<SupplierFacts, 'agreements'>,
  kind: AgreementKind,
  side: OnboardingSide,
): OnboardingAgreement | null =>
  agreements.find((agreement) => agreement.kind === kind && agreement.side === side) ?? null;

/** Names the templates of all products as they are now; empty: there is no product. */
export const templatesSubject = (products: readonly OnboardedProduct[]): string =>
  products.map(({ productId, templateVersion }) => `${productId}:${templateVersion}`).join(' ');

/** The scheme that the questionnaire speaks of, as a proposal; null: there is none such. */
export function schemeOfAnswers({ answers }: Pick<SupplierFacts, 'answers'>): Scheme | null {
  const scheme = `${answers['transfer']}/${answers['activation']}`;
  return isScheme(scheme) ? scheme : null;
}

/** The scheme that was chosen last, by whichever side. */
export function chosenScheme(facts: SupplierFacts): { scheme: Scheme; at: Date } | null {
  const chosen = [agreementOf(facts, 'scheme', 'supplier'), agreementOf(facts, 'scheme', 'operator')]
    .filter((one) => one !== null)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0];
  return chosen !== undefined && isScheme(chosen.subject) ? { scheme: chosen.subject, at: chosen.at } : null;
}

/** The scheme whose test by hand is over: its code was sold, activated and accepted. */
export function schemeTestedByHand(facts: SupplierFacts): Scheme | null {
  const chosen = chosenScheme(facts);
  if (chosen === null || !schemesTestedByHand.includes(chosen.scheme)) return null;
  return testedByHand(facts, chosen.at) === null ? chosen.scheme : null;
}

const turnIn: Record<SupplierStepName, (facts: SupplierFacts) => Turn | null> = {
  invitation: ({ managedSince, invitedUntil }) =>
    managedSince !== null ? null : invitedUntil === null ? 'invite' : 'accept-invitation',
  questionnaire(facts) {
    if (facts.submittedAt === null) return 'fill-in';
    const accepted = agreementOf(facts, 'questionnaire', 'operator');
    return accepted?.subject === answersSubject(facts.answers) ? null : 'accept-answers';
  },
  template(facts) {
    const subject = templatesSubject(facts.products);
    if (subject === '') return 'add-product';
    if (agreementOf(facts, 'template', 'supplier')?.subject !== subject) return 'agree-template';
    return agreementOf(facts, 'template', 'operator')?.subject === subject ? null : 'agree-template-too';
  },
  scheme(facts) {
    const chosen = chosenScheme(facts);
    if (chosen === null) return 'choose-scheme';
    const agrees = facts.products.every(
      ({ transferScheme, activationScheme }) => `${transferScheme}/${activationScheme}` === chosen.scheme,
    );
    return agrees && facts.products.length > 0 ? null : 'set-scheme';
  },
  integration(facts) {
    switch (chosenScheme(facts)?.scheme) {
      case undefined:
        return 'send-codes';
      case 'api/none':
        return facts.calledSince === null ? 'set-calls' : null;
      case 'platform/none':
        return facts.hasTills ? null : 'add-tills';
      case 'pool/api':
        return facts.calledSince === null ? 'set-calls' : loaded(facts);
      case 'pool/letter':
        return facts.hasSchedule ? loaded(facts) : 'set-schedule';
      case 'pool/pull':
        return facts.fetchedAt === null ? 'fetch-sales' : loaded(facts);
      case 'pool/none':
        return loaded(facts);
    }
  },
  test(facts) {
    const chosen = chosenScheme(facts);
    if (chosen === null) return 'run-test';
    return schemesTestedByHand.includes(chosen.scheme)
      ? testedByHand(facts, chosen.at)
      : testedByProgram(facts, chosen.at);
  },
  live: (facts) => (agreementOf(facts, 'live', 'operator') === null ? 'go-live' : null),
};

const loaded = ({ codesLoadedAt, hasDraft }: SupplierFacts): Turn | null => {
  if (codesLoadedAt !== null) return null;
  return hasDraft ? 'load-codes' : 'send-codes';
};

/** A changed scheme or connection is tested again. */
function testedByProgram({ testedAt, testGreen, certifiedAt, calledSince }: SupplierFacts, chosenAt: Date) {
  const isOld = testedAt === null || testedAt < chosenAt || (calledSince !== null && testedAt < calledSince);
  if (isOld) return 'run-test';
  if (testGreen !== true) return 'mend-test';
  return calledSince !== null && certifiedAt === null ? 'run-test' : null;
}

/** A code is sold, activated and accepted at the till, each as it will be every day. */
function testedByHand(facts: SupplierFacts, chosenAt: Date): Turn | null {
  const { testOrder } = facts;
  if (testOrder === null || testOrder.issuedAt < chosenAt) return 'buy-test-code';
  if (!testOrder.active) return 'activate-test-code';
  const atOwnTill = agreementOf(facts, 'till', 'supplier')?.subject === String(testOrder.orderId);
  return testOrder.redeemedAt !== null || atOwnTill ? null : 'redeem-test-code';
}
