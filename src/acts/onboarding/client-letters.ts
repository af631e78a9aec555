/** The letters about steps that wait. */
import { findClient } from '../../clients/find-client.ts';
import { clientOnboardingLetter } from '../../messaging/letters/client-onboarding/client-onboarding-letter.ts';
import type { LettersToClients } from '../../messaging/outbox/letter-contents.ts';
import type { LetterWriter, OutboxContext } from '../../messaging/outbox/send-letters.ts';
import { inLanguage } from '../../platform/text/language.ts';
import { clientSteps } from './client-steps.ts';

export const clientOnboardingLetters = ({
  db,
  config,
}: OutboxContext): LetterWriter<LettersToClients['client-onboarding']> => ({
  async compose({ language, ownerId: clientId, content: { step, side } }) {
    const client = await findClient(db, clientId);
    if (!clientSteps.includes(step) || client === null) return null;
    const path = side === 'client' ? '/c/start' : `/o/clients/${clientId}`;
    const link = inLanguage(`${config.baseUrl}${path}`, language);
    return clientOnboardingLetter({ step, side, language, client: client.name, link });
  },
});
