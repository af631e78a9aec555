/** The letter that a step of a client's onboarding waits for the reader, or that the client is live. */
import type { Language } from '../../../platform/text/language.ts';
import { inertInLetter, type Letter } from '../layout.ts';
import { noticeLetter } from '../notice-letter.ts';
import { clientOnboardingLabels, type ClientOnboardingStep } from './labels.ts';

export interface ClientOnboardingLetterInput {
  step: ClientOnboardingStep;
  /** Whom the step waits for, who reads this. */
  side: 'client' | 'operator';
  language: Language;
  client: string;
  link: string;
}

export function clientOnboardingLetter(input: ClientOnboardingLetterInput): Letter {
  const { step, side, language, link } = input;
  const client = inertInLetter(input.client);
  const labels = clientOnboardingLabels[language];
  const isOver = step === 'live' && side === 'client';
  return noticeLetter({
    language,
    subject: isOver ? labels.liveSubject(client) : labels.subject(client),
    sentence: labels[side][step],
    hint: '',
    button: labels.button,
    link,
    foot: labels.foot,
  });
}
