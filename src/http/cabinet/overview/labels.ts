/** What `/c` says. */
import type { Language } from '../../../platform/text/language.ts';

interface OverviewLabels {
  title: string;
  restored: (from: string, until: string) => string;
  available: string;
  held: string;
  credit: (sum: string) => string;
  today: string;
  todayNote: (failed: number) => string;
  sum: string;
  notLive: string;
  yourTurn: string;
  ourTurn: string;
  todo: string;
  allGood: string;
  funds: string;
  fundsNote: (days: string) => string;
  overdrawn: string;
  approvals: (count: string) => string;
  delayed: (count: string) => string;
  failed: (count: string) => string;
  callbacks: (count: string) => string;
  chart: string;
  issued: string;
  notIssued: string;
  charts: string;
  empty: string;
  first: string;
  asOf: string;
}

export const overviewLabels: Record<Language, OverviewLabels> = {
  ru: {
    title: 'Обзор',
    restored: (from, until) =>
      `Наша база данных восстановлена из копии. Заказы, принятые с ${from} до ${until} (Москва), нам неизвестны: getStatus их не находит, а повтор того же uuid станет новым заказом. Сверьте заказы этого времени и повторите только те, по которым сертификата нет.`,
    available: 'Можно потратить',
    held: 'В обработке',
    credit: (sum) => `в том числе кредит ${sum}`,
    today: 'Выпущено сегодня',
    todayNote: (failed) => (failed === 0 ? 'без ошибок' : `не выпущено: ${failed}`),
    sum: 'На сумму сегодня',
    notLive: 'Подключение ещё не закончено, заказы пока тестовые. Следующий шаг:',
    yourTurn: 'ваш ход',
    ourTurn: 'ход за нами',
    todo: 'Что требует внимания',
    allGood: 'Ничего: деньги есть, обратные вызовы приняты, заказы выпускаются.',
    funds: 'Скоро кончатся деньги.',
    fundsNote: (days) => `При расходе последней недели их хватит примерно на ${days} дн.`,
    overdrawn: 'Деньги кончились: новые заказы не принимаются.',
    approvals: (count) => `Ждут вашего согласия: ${count}`,
    delayed: (count) => `Ждут кодов: ${count}`,
    failed: (count) => `Не выпущены сегодня: ${count}`,
    callbacks: (count) => `Обратные вызовы, не принятые за сутки: ${count}`,
    chart: 'Заказы за 30 дней',
    issued: 'выпущены',
    notIssued: 'не выпущены или отменены',
    charts: 'Все графики',
    empty: 'Заказов ещё не было. Начните с тестового: он ничего не стоит и покажет, как всё устроено.',
    first: 'Сделать первый заказ',
    asOf: 'Числа за сегодня обновляются раз в минуту, тестовые заказы не считаются.',
  },
  en: {
    title: 'Overview',
    restored: (from, until) =>
      `Our database was restored from a backup. Orders accepted from ${from} to ${until} (Moscow) are unknown to us: getStatus does not find them, and the same uuid becomes a new order. Compare your orders of that time, and repeat only those that brought no certificate.`,
    available: 'Available',
    held: 'In process',
    credit: (sum) => `with ${sum} of credit`,
    today: 'Issued today',
    todayNote: (failed) => (failed === 0 ? 'no failures' : `failed: ${failed}`),
    sum: 'Sum today',
    notLive: 'The onboarding is not finished, orders are only tests yet. The next step:',
    yourTurn: 'your turn',
    ourTurn: 'our turn',
    todo: 'What needs attention',
    allGood: 'Nothing: there is money, callbacks are accepted, orders are issued.',
    funds: 'Funds are running low.',
    fundsNote: (days) => `At the pace of the last week they last about ${days} days.`,
    overdrawn: 'The funds are used up: new orders are refused.',
    approvals: (count) => `Waiting for your approval: ${count}`,
    delayed: (count) => `Waiting for codes: ${count}`,
    failed: (count) => `Failed today: ${count}`,
    callbacks: (count) => `Callbacks not accepted in 24 hours: ${count}`,
    chart: 'Orders of 30 days',
    issued: 'issued',
    notIssued: 'failed or cancelled',
    charts: 'All charts',
    empty:
      'There were no orders yet. Begin with a test order: it costs nothing and shows how everything works.',
    first: 'Place the first order',
    asOf: 'Numbers of today are renewed every minute; test orders are not counted.',
  },
};
