/** Sends the letters about whose turn it is; none that is no longer true. */
import { onboardingLetter } from '../messaging/letters/onboarding/onboarding-letter.ts';
import { createMailQueue, type DueMail, type MailQueueContext } from '../messaging/mail/mail-queue.ts';
import type { Worker } from '../platform/process/loop.ts';
import { inLanguage, type Language } from '../platform/text/language.ts';
import type { OnboardingSide } from '../reports/supplier-onboarding.ts';
import { findFactsOf } from './begin-onboarding.ts';
import { openStep, supplierSteps } from './supplier-steps.ts';
import { turnLabels } from './turn-labels.ts';
import { turnOf } from './watch-turns.ts';

interface OnboardingMail extends DueMail {
  step: string;
  actor: OnboardingSide | null;
  side: OnboardingSide;
  language: Language;
}

export const createOnboardingMailSender = (ctx: MailQueueContext): Worker =>
  createMailQueue<OnboardingMail>(ctx, {
    name: 'send-onboarding-letters',
    table: 'onboarding_mails',
    columns: 'step, actor, side, language',
    messageIdOf: ({ owner_id: supplierId, id }) => ctx.keyring.token(`onboarding:${supplierId}:${id}`),
    async compose({ owner_id: supplierId, step, actor, side, language }) {
      const facts = await findFactsOf(ctx.db, supplierId);
      if (facts === null) return null;
      const now = turnOf(facts);
      if (now.actor !== actor || now.step !== step) return null;
      const open = openStep(supplierSteps(facts));
      const labels = turnLabels[language];
      const path = side === 'operator' ? `/o/onboarding/suppliers/${facts.supplierId}` : '/s/start';
      return onboardingLetter({
        language,
        link: inLanguage(`${ctx.config.baseUrl}${path}`, language),
        supplier: facts.name,
        turn:
          open === null || open.turn === null
            ? null
            : { step: labels.steps[open.name], todo: labels.turns[open.turn] },
      });
    },
  });
