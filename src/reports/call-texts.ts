/** What is said of one call to a supplier, or of a letter, by language. */
import type { Language } from '../platform/text/language.ts';
import { answerReasons } from '../callbacks/answer-reasons.ts';
import { callReasons } from '../suppliers/adapters/call-reasons.ts';
import { sendReasons } from '../platform/mail/send-reasons.ts';

const outcomes: Record<Language, Record<string, string>> = {
  ru: {
    done: 'выполнен',
    refused: 'отказ',
    unclear: 'неясно',
    unreached: 'нет связи',
    wrong: 'неверный ответ',
  },
  en: {
    done: 'done',
    refused: 'refused',
    unclear: 'unclear',
    unreached: 'not reached',
    wrong: 'wrong answer',
  },
};

/** How one call to a supplier ended. */
export const outcomeName = (outcome: string, language: Language): string =>
  outcomes[language][outcome] ?? outcome;

/** Details of a stored call, in the reader's language. */
export const callDetails = (details: string, language: Language): string =>
  callReasons.text(callReasons.read(details), language);

/** Why an answer does not accept a callback; another status says so itself. */
export const answerProblem = (httpStatus: number | null, problem: string, language: Language): string =>
  httpStatus === null || httpStatus === 200 ? problemText(problem, language) : '';

/** A stored problem of a call, a callback or a letter, in the reader's language. */
export function problemText(details: string, language: Language): string {
  const answer = answerReasons.text(answerReasons.read(details), language);
  return callDetails(sendReasons.text(sendReasons.read(answer), language), language);
}
