/** Names of the steps of an onboarding. */
import type { Language } from '../../platform/text/language.ts';
import type { Actor, ClientStep, StepState } from './client-steps.ts';

const ru = {
  names: {
    invitation: 'Приглашение владельца',
    contract: 'Данные договора',
    keys: 'Ключ и первый запрос',
    callback: 'Проба обратного вызова',
    'test-order': 'Тестовый заказ, вызов о нём принят',
    money: 'Деньги',
    live: 'Настоящие заказы',
  } satisfies Record<ClientStep, string>,
  states: { done: 'пройдено', current: 'сейчас', open: 'впереди' } satisfies Record<
    StepState['state'],
    string
  >,
  waitsFor: { client: 'ждёт клиента', operator: 'ждёт оператора' } satisfies Record<Actor, string>,
};

export const stepLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    names: {
      invitation: 'Invitation of the owner',
      contract: 'Data of the contract',
      keys: 'Key and first call',
      callback: 'Callback tried',
      'test-order': 'Test order, its callback accepted',
      money: 'Money',
      live: 'Real orders',
    },
    states: { done: 'done', current: 'now', open: 'to come' },
    waitsFor: { client: 'waits for the client', operator: 'waits for the operator' },
  },
};
