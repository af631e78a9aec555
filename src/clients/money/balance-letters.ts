/** The letters that the funds are low, or no longer. */
import { balanceLetter } from '../../messaging/letters/balance/balance-letter.ts';
import type { LettersToClients } from '../../messaging/outbox/letter-contents.ts';
import type { LetterWriter, OutboxContext } from '../../messaging/outbox/send-letters.ts';
import { inLanguage } from '../../platform/text/language.ts';

export const balanceLetters = ({ config }: OutboxContext): LetterWriter<LettersToClients['balance']> => ({
  compose({ language, madeAt, content: { is: kind, ...sums } }) {
    const page = kind === 'low' ? '/c/money/top-up' : '/c/money';
    return balanceLetter({
      kind,
      language,
      ...sums,
      madeAt,
      link: inLanguage(`${config.baseUrl}${page}`, language),
    });
  },
});
