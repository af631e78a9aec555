/** The letter whose turn it is on a supplier's way to its first sale, or that it is live. */
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';
import { inertInLetter, type Letter } from '../layout.ts';
import { noticeLetter } from '../notice-letter.ts';
import { onboardingLetterLabels } from './labels.ts';

export interface OnboardingLetterInput {
  language: Language;
  link: string;
  supplier: string;
  /** The open step and what is to be done in it, in the reader's language; null: all are done. */
  turn: { step: string; todo: string } | null;
}

export function onboardingLetter(input: OnboardingLetterInput): Letter {
  const { language, link, turn } = input;
  const labels = onboardingLetterLabels[language];
  const supplier = quoted(inertInLetter(input.supplier), language);
  return noticeLetter({
    language,
    subject: turn === null ? labels.live(supplier) : `${supplier}: ${labels.subject(turn.step)}`,
    sentence: turn === null ? labels.liveHint : turn.todo,
    hint: turn === null ? '' : labels.turn,
    button: labels.open,
    link,
    foot: labels.foot,
  });
}
