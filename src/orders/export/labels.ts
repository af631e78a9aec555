/** What a file of orders says. */
import type { Language } from '../../platform/text/language.ts';
import type { RequestState } from '../states.ts';

const ru = {
  title: 'Заказы',
  headings: [
    'Запрос',
    'Принят (Москва)',
    'Состояние',
    'Вид',
    'Продукт',
    'Номер продукта',
    'Номинал, ₽',
    'Сумма, ₽',
    'Служебный код',
    'Комментарий',
    'Внешний номер',
    'uuid',
    'Получатель',
    'Почта',
    'Телефон',
    'Номер заказа',
    'Завершён (Москва)',
    'Действует до (Москва)',
    'Код ошибки',
    'Ошибка',
    'Кто заказал',
    'Массовый заказ',
  ],
  states: {
    queued: 'в очереди',
    obtaining: 'запрашивается',
    delayed: 'ждёт кодов',
    issued: 'выпущен',
    failed: 'не выпущен',
    cancelled: 'отменён',
  } satisfies Record<RequestState, string>,
  refunded: 'отозван',
  real: 'настоящий',
  test: 'тестовый',
  /** The last line of a workbook that is full. */
  cut: (orders: number) =>
    `Заказов больше ${orders}: остальные не поместились. Возьмите CSV или период короче.`,
};

export const orderFileLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Orders',
    headings: [
      'Request',
      'Accepted (Moscow)',
      'State',
      'Kind',
      'Product',
      'Product number',
      'Face, ₽',
      'Sum, ₽',
      'Service code',
      'Comment',
      'External id',
      'uuid',
      'Recipient',
      'E-mail',
      'Phone',
      'Order number',
      'Ended (Moscow)',
      'Valid until (Moscow)',
      'Error code',
      'Error',
      'Ordered by',
      'Bulk order',
    ],
    states: {
      queued: 'queued',
      obtaining: 'being obtained',
      delayed: 'waits for codes',
      issued: 'issued',
      failed: 'failed',
      cancelled: 'cancelled',
    },
    refunded: 'taken back',
    real: 'real',
    test: 'test',
    cut: (orders) =>
      `There are more than ${orders} orders: the others did not fit. Take CSV, or a shorter period.`,
  },
};
