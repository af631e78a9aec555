/** Sends the letters about steps that wait. */
import { findClient } from '../clients/find-client.ts';
import { clientOnboardingLetter } from '../messaging/letters/client-onboarding/client-onboarding-letter.ts';
import { createMailQueue, type DueMail, type MailQueueContext } from '../messaging/mail/mail-queue.ts';
import type { Worker } from '../platform/process/loop.ts';
import { inLanguage, type Language } from '../platform/text/language.ts';
import { clientSteps, type Actor } from './client-steps.ts';

interface ClientOnboardingMail extends DueMail {
  step: string;
  side: Actor;
  language: Language;
}

export const createClientLetterSender = (ctx: MailQueueContext): Worker =>
  createMailQueue<ClientOnboardingMail>(ctx, {
    name: 'send-client-onboarding-letters',
    table: 'client_onboarding_mails',
    columns: 'step, side, language',
    messageIdOf: ({ owner_id: clientId, id }) => ctx.keyring.token(`client-onboarding:${clientId}:${id}`),
    async compose({ step: name, side, language, owner_id: clientId }) {
      const step = clientSteps.find((one) => one === name);
      const client = await findClient(ctx.db, clientId);
      if (step === undefined || client === null) return null;
      const path = side === 'client' ? '/c/start' : `/o/clients/${clientId}`;
      const link = inLanguage(`${ctx.config.baseUrl}${path}`, language);
      return clientOnboardingLetter({ step, side, language, client: client.name, link });
    },
  });
