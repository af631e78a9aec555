/**
 * What the letters of each kind keep of what they say. A row may wait for days and be written by a later version: that one has to
 * understand what an earlier one kept.
 */
import type { ClientOnboardingStep } from '../letters/client-onboarding/labels.ts';
import type { DigestTopic } from '../letters/digest/labels.ts';
import type { AccessNews, SignInChange } from '../letters/person/labels.ts';
import type { WeeklyLetterInput } from '../letters/weekly/weekly-letter.ts';

type Counted = Omit<WeeklyLetterInput, 'language' | 'client' | 'failures' | 'link' | 'notificationsLink'>;

/** Letters about what is a client's, in its cell. */
export interface LettersToClients {
  balance: { is: 'low' | 'over'; availableKopecks: number; levelKopecks: number };
  /** `client` is missing in what an early version kept. */
  'week-report': Counted & { client?: string; failures: { code: number; orders: number }[] };
  'client-onboarding': { step: ClientOnboardingStep; side: 'client' | 'operator' };
}

type NoMore = Record<string, never>;

interface OfInvitation {
  side: 'client' | 'supplier' | 'operator';
  partyId: number;
  round: number;
}

/** Letters about suppliers, to operators, and about how persons sign in. */
export interface LettersToPeople {
  activation: { is: 'table' | 'reminder' };
  alert: NoMore;
  /** `beganAt`: the problem is over that began then. */
  digest: { topic: DigestTopic; amount: number; examples: string[]; beganAt: string | null };
  'supplier-onboarding': {
    step: string;
    actor: 'supplier' | 'operator' | null;
    side: 'supplier' | 'operator';
  };
  invitation: OfInvitation;
  'asked-again': OfInvitation;
  recovery: NoMore;
  'sign-in-changed': { change: SignInChange };
  access: Omit<OfInvitation, 'round'> & { change: AccessNews; detail: string; byName: string };
}

export type LetterContents = LettersToClients & LettersToPeople;
