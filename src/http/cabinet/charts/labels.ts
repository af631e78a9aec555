/** What `/c/charts` says. */
import type { Language } from '../../../platform/text/language.ts';

interface ChartsLabels {
  title: string;
  period: string;
  days: (days: number) => string;
  empty: string;
  note: string;
  orders: string;
  issued: string;
  cancelled: string;
  failed: string;
  sums: string;
  sum: string;
  speed: string;
  within5s: string;
  within1h: string;
  slower: string;
  products: string;
  product: string;
  count: string;
  failures: string;
  code: string;
  why: string;
}

export const chartsLabels: Record<Language, ChartsLabels> = {
  ru: {
    title: 'Графики',
    period: 'За какое время',
    days: (days) => `${days} дней`,
    empty: 'За это время заказов не было.',
    note: 'Дни московские, по времени приёма заказа. Сегодня ещё идёт: его столбец пунктиром. Тестовые заказы не считаются.',
    orders: 'Заказы по дням',
    issued: 'выпущены',
    cancelled: 'отменены',
    failed: 'не выпущены',
    sums: 'Суммы по дням',
    sum: 'Сумма',
    speed: 'Как быстро выпущены',
    within5s: 'до 5 секунд',
    within1h: 'до часа',
    slower: 'дольше часа',
    products: 'Что заказывают чаще',
    product: 'Продукт',
    count: 'Заказов',
    failures: 'Почему не выпущены',
    code: 'Код ошибки',
    why: 'Что это значит',
  },
  en: {
    title: 'Charts',
    period: 'Period',
    days: (days) => `${days} days`,
    empty: 'There were no orders in this time.',
    note: 'Days are those of Moscow, by the acceptance of the order. Today is not over: its column is dashed. Test orders are not counted.',
    orders: 'Orders by day',
    issued: 'issued',
    cancelled: 'cancelled',
    failed: 'failed',
    sums: 'Sums by day',
    sum: 'Sum',
    speed: 'How quickly they were issued',
    within5s: 'within 5 seconds',
    within1h: 'within an hour',
    slower: 'later',
    products: 'What is ordered most',
    product: 'Product',
    count: 'Orders',
    failures: 'Why orders failed',
    code: 'Error code',
    why: 'What it means',
  },
};
