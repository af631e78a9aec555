/** Letters that say who has to do the next step of a supplier's onboarding. */
import { onboardingLetter } from '../../messaging/letters/onboarding/onboarding-letter.ts';
import type { LettersToPeople } from '../../messaging/outbox/letter-contents.ts';
import type { LetterWriter, OutboxContext } from '../../messaging/outbox/send-letters.ts';
import { inLanguage } from '../../platform/text/language.ts';
import { findFactsOf } from './begin-onboarding.ts';
import { openStep, supplierSteps } from './supplier-steps.ts';
import { turnLabels } from './turn-labels.ts';
import { turnOf } from './watch-turns.ts';

export const turnLetters = ({
  db,
  config,
}: OutboxContext): LetterWriter<LettersToPeople['supplier-onboarding']> => ({
  async compose({ ownerId: supplierId, language, content: { step, actor, side } }) {
    const facts = await findFactsOf(db, supplierId);
    if (facts === null) return null;
    // The step may have been done since the letter was queued.
    const turn = turnOf(facts);
    if (turn.actor !== actor || turn.step !== step) return null;
    const open = openStep(supplierSteps(facts));
    const labels = turnLabels[language];
    const path = side === 'operator' ? `/o/onboarding/suppliers/${facts.supplierId}` : '/s/start';
    return onboardingLetter({
      language,
      link: inLanguage(`${config.baseUrl}${path}`, language),
      supplier: facts.name,
      turn:
        open === null || open.turn === null
          ? null
          : { step: labels.steps[open.name], todo: labels.turns[open.turn] },
    });
  },
});
