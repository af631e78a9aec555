/** What is read before a payment is booked, or a booking reversed. */
import { formatSum } from '../../../clients/money/format-sum.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Question } from '../../../web/confirm/question.ts';

const labels = {
  ru: {
    client: 'Клиент',
    reference: 'Назначение',
    sum: 'Сумма',
    book: (sum: string) => `Зачислить ${sum}?`,
    bookText: 'Клиент сможет тратить эти деньги сразу.',
    bookUndo: 'Зачисление можно сторнировать, но потраченного это не вернёт.',
    bookAct: 'Зачислить',
    reverse: (sum: string) => `Сторнировать ${sum}?`,
    reverseText:
      'Сумма уйдёт с баланса. Если клиент её потратил, останется недостача, и выпуск его заказов остановится.',
    reverseAct: 'Сторнировать',
  },
  en: {
    client: 'Client',
    reference: 'Reference',
    sum: 'Sum',
    book: (sum: string) => `Book ${sum}?`,
    bookText: 'The client can spend this money at once.',
    bookUndo: 'A booking can be reversed, but what was spent does not come back.',
    bookAct: 'Book',
    reverse: (sum: string) => `Reverse ${sum}?`,
    reverseText:
      'The sum leaves the balance. If the client has spent it, a shortfall remains and none of its orders are issued.',
    reverseAct: 'Reverse',
  },
};

interface Movement {
  client: string;
  reference: string;
  amountKopecks: number;
  back: string;
}

const roubles = (kopecks: number, language: Language): string => `${formatSum(kopecks, language)}\u00a0₽`;

const factsOf = ({ client, reference, amountKopecks }: Movement, language: Language): Question['facts'] => {
  const texts = labels[language];
  return [
    [texts.client, client],
    [texts.reference, reference],
    [texts.sum, roubles(amountKopecks, language)],
  ];
};

export function bookingQuestion(movement: Movement, language: Language): Question {
  const { book, bookText: text, bookUndo: undo, bookAct: act } = labels[language];
  const title = book(roubles(movement.amountKopecks, language));
  return { title, facts: factsOf(movement, language), text, undo, act, back: movement.back };
}

export function reversalQuestion(movement: Movement, language: Language): Question {
  const { reverse, reverseText: text, reverseAct: act } = labels[language];
  const title = reverse(roubles(movement.amountKopecks, language));
  return { title, facts: factsOf(movement, language), text, act, back: movement.back };
}
