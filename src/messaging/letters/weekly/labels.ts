/** What the weekly letter to a client says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  subject: (client: string, from: string, until: string) => `${client}: заказы недели ${from} – ${until}`,
  issued: 'Выпущено сертификатов',
  sum: 'На сумму',
  failed: 'Не выпущено',
  cancelled: 'Отменено',
  open: 'Ещё в работе',
  before: (orders: string, sum: string) => `Неделей раньше: ${orders} на ${sum}.`,
  products: 'Чаще всего заказывали',
  failures: 'Почему заказы не выполнены',
  code: (code: number) => `ошибка ${code}`,
  see: 'Посмотреть графики',
  foot: 'Дни московские, по времени приёма заказа; тестовые заказы не считаются. Приходит по понедельникам, если были заказы.',
  notifications: 'Какие письма получать',
};

export const weeklyLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    subject: (client, from, until) => `${client}: orders of the week ${from} – ${until}`,
    issued: 'Certificates issued',
    sum: 'For',
    failed: 'Failed',
    cancelled: 'Cancelled',
    open: 'Not ended yet',
    before: (orders, sum) => `The week before: ${orders} for ${sum}.`,
    products: 'Ordered most',
    failures: 'Why orders were not fulfilled',
    code: (code) => `error ${code}`,
    see: 'See the charts',
    foot: 'Days are those of Moscow, by the acceptance of an order; test orders are not counted. Comes on Mondays, if there were orders.',
    notifications: 'Which mails to get',
  },
};
