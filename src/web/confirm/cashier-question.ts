/** What is read before a cashier gets another password or is removed. */
import type { Place } from './key-questions.ts';
import type { Question } from './question.ts';

const labels = {
  ru: {
    cashier: 'Кассир',
    supplier: 'Поставщик',
    reset: 'Выдать кассиру новый пароль?',
    resetText:
      'Прежний пароль перестанет действовать сразу, и касса, где с ним вошли, закроется. Новый будет показан один раз.',
    resetAct: 'Выдать пароль',
    remove: 'Удалить кассира?',
    removeText:
      'Касса, где он вошёл, закроется сразу, и войти он больше не сможет. То, что он погасил, останется погашенным.',
    removeAct: 'Удалить',
  },
  en: {
    cashier: 'Cashier',
    supplier: 'Supplier',
    reset: 'Give the cashier a new password?',
    resetText:
      'The old password stops at once, and a till that was opened with it is closed. The new one is shown once.',
    resetAct: 'Give a new password',
    remove: 'Remove the cashier?',
    removeText:
      'A till that they opened is closed at once, and they cannot sign in any more. What they redeemed stays redeemed.',
    removeAct: 'Remove',
  },
};

export function cashierQuestion(act: 'reset' | 'remove', cashier: string, place: Place): Question {
  const texts = labels[place.language];
  return {
    title: texts[act],
    facts: [place.name === null ? null : [texts.supplier, place.name], [texts.cashier, cashier]],
    text: texts[`${act}Text`],
    act: texts[`${act}Act`],
    back: place.back,
  };
}
