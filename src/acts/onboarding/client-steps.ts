import type { ClientFacts } from '../../reports/client-onboarding.ts';

/** In their order. */
export const clientSteps = [
  'invitation',
  'contract',
  'keys',
  'callback',
  'test-order',
  'money',
  'live',
] as const;
export type ClientStep = (typeof clientSteps)[number];

export type Actor = 'client' | 'operator';

export interface StepState {
  step: ClientStep;
  /** `open`: steps before it are not done. */
  state: 'done' | 'current' | 'open';
  waitsFor: Actor;
}

const isDone: Record<ClientStep, (facts: ClientFacts) => boolean> = {
  invitation: ({ hasOwner }) => hasOwner,
  contract: ({ contract }) => contract === 'accepted',
  keys: ({ hasCalled }) => hasCalled,
  callback: ({ isCallbackTested }) => isCallbackTested,
  'test-order': ({ hasTestOrder }) => hasTestOrder,
  money: ({ hasFunds }) => hasFunds,
  live: ({ isLive }) => isLive,
};

function waitsFor(step: ClientStep, { isInvited, contract }: ClientFacts): Actor {
  if (step === 'invitation') return isInvited ? 'client' : 'operator';
  if (step === 'contract') return contract === 'filled' ? 'operator' : 'client';
  return step === 'live' ? 'operator' : 'client';
}

/** Every step with its state: a fact that is no longer true opens its step again. */
export function stepsOf(facts: ClientFacts): StepState[] {
  const current = currentStep(facts);
  return clientSteps.map((step) => ({
    step,
    state: isDone[step](facts) ? 'done' : step === current ? 'current' : 'open',
    waitsFor: waitsFor(step, facts),
  }));
}

/** The first that is not done; null: the client is live and everything is in order. */
export const currentStep = (facts: ClientFacts): ClientStep | null =>
  clientSteps.find((step) => !isDone[step](facts)) ?? null;

/** For whom the current step waits; of a client that is ready, nobody. */
export function currentState(facts: ClientFacts): { step: ClientStep; waitsFor: Actor } | null {
  const step = currentStep(facts);
  return step && { step, waitsFor: waitsFor(step, facts) };
}
