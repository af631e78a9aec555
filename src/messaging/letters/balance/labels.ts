/** What letters about low funds say. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  lowSubject: 'Баланс заканчивается',
  low: (available: string, level: string) => `Доступно ${available}, это меньше заданного порога ${level}.`,
  lowHint:
    'Когда средства кончатся, новые заказы будут отклоняться, а массовые остановятся. Создайте счёт и оплатите его.',
  topUp: 'Получить счёт',
  overSubject: 'Баланс снова выше порога',
  over: (available: string, level: string) => `Доступно ${available}, порог ${level}.`,
  overHint: 'Делать ничего не нужно. Массовые заказы, которые ждали средств, продолжаются сами.',
  see: 'Посмотреть баланс',
  foot: (when: string) =>
    `Замечено ${when} по Москве. Порог меняется на странице «Деньги»; о нём приходит не больше одного письма в час.`,
};

export const balanceLetterLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    lowSubject: 'Your balance is running low',
    low: (available, level) => `${available} is available, less than the level of ${level} that you set.`,
    lowHint:
      'When it is used up, new orders are refused and bulk orders pause. Create an invoice and pay it.',
    topUp: 'Get an invoice',
    overSubject: 'Your balance is above the level again',
    over: (available, level) => `${available} is available, the level is ${level}.`,
    overHint: 'There is nothing to do. Bulk orders that were waiting for funds resume by themselves.',
    see: 'See the balance',
    foot: (when) =>
      `Noticed ${when}, Moscow time. The level is set on the page “Money”; at most one letter about it is sent per hour.`,
  },
};
