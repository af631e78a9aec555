/** The weekly letters. */
import { weeklyLetter } from '../../messaging/letters/weekly/weekly-letter.ts';
import type { LettersToClients } from '../../messaging/outbox/letter-contents.ts';
import type { LetterWriter, OutboxContext } from '../../messaging/outbox/send-letters.ts';
import { inLanguage } from '../../platform/text/language.ts';
import { errorName } from '../error-names.ts';

export const weekLetters = ({ config }: OutboxContext): LetterWriter<LettersToClients['week-report']> => ({
  compose({ language, content: { failures, ...report } }) {
    const link = (path: string): string => inLanguage(`${config.baseUrl}${path}`, language);
    return weeklyLetter({
      ...report,
      // One that was queued by an earlier version.
      client: report.client ?? 'Facevalue',
      failures: failures.map(({ code, orders }) => ({ code, orders, name: errorName(code, language) })),
      language,
      link: link('/c/charts?days=7'),
      notificationsLink: link('/c/notifications'),
    });
  },
});
