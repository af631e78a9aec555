import type { Context } from '../context.ts';
import { findClient } from '../clients/find-client.ts';
import { clientOnboardingLetter } from '../messaging/letters/client-onboarding/client-onboarding-letter.ts';
import { createMailQueue, type DueMail } from '../messaging/mail/mail-queue.ts';
import { automaticHeaders } from '../platform/mail/mailer.ts';
import type { Worker } from '../platform/process/loop.ts';
import { mailDomain } from '../platform/settings/mail-settings.ts';
import { inLanguage, type Language } from '../platform/text/language.ts';
import { clientSteps, type Actor } from './client-steps.ts';

interface ClientOnboardingMail extends DueMail {
  step: string;
  side: Actor;
  language: Language;
}

type SendingContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log'>;

/** Sends the letters about steps that wait. */
export const createClientLetterSender = (ctx: SendingContext): Worker =>
  createMailQueue<ClientOnboardingMail>(ctx, {
    name: 'send-client-onboarding-letters',
    table: 'client_onboarding_mails',
    columns: 'step, side, language',
    async compose({ step: name, side, language, owner_id: clientId, ...mail }) {
      const step = clientSteps.find((one) => one === name);
      const client = await findClient(ctx.db, clientId);
      if (step === undefined || client === null) return null;
      const { from } = ctx.config.smtp;
      const path = side === 'client' ? '/c/start' : `/o/clients/${clientId}`;
      const link = inLanguage(`${ctx.config.baseUrl}${path}`, language);
      return {
        ...clientOnboardingLetter({ step, side, language, client: client.name, link }),
        from,
        to: mail.address,
        messageId: `${ctx.keyring.token(`client-onboarding:${clientId}:${mail.id}`)}@${mailDomain(from)}`,
        headers: automaticHeaders,
      };
    },
    afterSend: () => {},
  });
