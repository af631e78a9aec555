import type { Context } from '../context.ts';
import { onboardingLetter } from '../messaging/letters/onboarding/onboarding-letter.ts';
import { createMailQueue, type DueMail } from '../messaging/mail/mail-queue.ts';
import { automaticHeaders } from '../platform/mail/mailer.ts';
import type { Worker } from '../platform/process/loop.ts';
import { mailDomain } from '../platform/settings/mail-settings.ts';
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

type SendingContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log'>;

/** Sends the letters about whose turn it is; none that is no longer true. */
export const createOnboardingMailSender = (ctx: SendingContext): Worker =>
  createMailQueue<OnboardingMail>(ctx, {
    name: 'send-onboarding-letters',
    table: 'onboarding_mails',
    columns: 'step, actor, side, language',
    async compose(mail) {
      const facts = await findFactsOf(ctx.db, mail.owner_id);
      if (facts === null) return null;
      const now = turnOf(facts);
      if (now.actor !== mail.actor || now.step !== mail.step) return null;
      const { language } = mail;
      const open = openStep(supplierSteps(facts));
      const labels = turnLabels[language];
      const path = mail.side === 'operator' ? `/o/onboarding/suppliers/${facts.supplierId}` : '/s/start';
      const { from } = ctx.config.smtp;
      return {
        ...onboardingLetter({
          language,
          link: inLanguage(`${ctx.config.baseUrl}${path}`, language),
          supplier: facts.name,
          turn:
            open === null || open.turn === null
              ? null
              : { step: labels.steps[open.name], todo: labels.turns[open.turn] },
        }),
        from,
        to: mail.address,
        messageId: `${ctx.keyring.token(`onboarding:${mail.owner_id}:${mail.id}`)}@${mailDomain(from)}`,
        headers: automaticHeaders,
      };
    },
    afterSend: () => {},
  });
