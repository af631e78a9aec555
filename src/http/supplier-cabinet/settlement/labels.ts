/** What `/s/settlement` says. */
import type { Language } from '../../../platform/text/language.ts';
import type { settledCounts } from '../../../reports/settlement.ts';
import type { Decision } from '../../../settlements/read-months.ts';

export interface SettlementLabels {
  title: string;
  lead: string;
  empty: string;
  month: string;
  issued: string;
  redeemed: string;
  state: string;
  states: Record<Decision | 'waits' | 'counting', string>;
  one: (month: string) => string;
  back: string;
  counting: string;
  counted: string;
  certificate: string;
  face: string;
  total: string;
  counts: Record<(typeof settledCounts)[number], string>;
  figures: string;
  sums: string;
  decision: string;
  decidedBy: string;
  decidedAt: string;
  comment: string;
  commentHint: string;
  agree: string;
  agreeLead: string;
  dispute: string;
  disputeLead: string;
  agreed: string;
  disputed: string;
  refusals: Record<'no-comment' | 'changed' | 'agreed-before', string>;
  download: string;
}

export const settlementLabels: Record<Language, SettlementLabels> = {
  ru: {
    title: 'Сверка',
    lead: 'Итоги каждого месяца. Месяц готов через день после своего конца, когда погашения уже нельзя отменить.',
    empty: 'Сверка появится, когда закончится первый месяц с продажами или погашениями.',
    month: 'Месяц',
    issued: 'Продано',
    redeemed: 'Погашено',
    state: 'Состояние',
    states: { agreed: 'согласовано', disputed: 'есть расхождение', waits: 'ждёт вас', counting: 'считается' },
    one: (month) => `Сверка за ${month}`,
    back: 'Все месяцы',
    counting: 'Итоги этого месяца считаются. Зайдите через несколько минут.',
    counted: 'Посчитано',
    certificate: 'Сертификат',
    face: 'Номинал',
    total: 'Итого',
    counts: {
      issued: 'Продано',
      activated: 'Активировано',
      redeemed: 'Погашено',
      expired: 'Истекло',
      refunded: 'Возвращено',
      takenBack: 'Возвращено после погашения',
      unclear: 'Неясно',
    },
    figures: 'Количество',
    sums: 'Суммы, ₽',
    decision: 'Ваше решение',
    decidedBy: 'Кто решил',
    decidedAt: 'Когда',
    comment: 'Что расходится',
    commentHint:
      'Например: в нашей системе погашено на 2 сертификата больше, номера операций … До 1000 знаков.',
    agree: 'Согласиться с итогами',
    agreeLead: 'Согласие останется за месяцем навсегда; его увидит оператор.',
    dispute: 'Сообщить о расхождении',
    disputeLead: 'Оператор увидит ваш комментарий. Согласиться можно будет и потом.',
    agreed: 'Итоги месяца согласованы.',
    disputed: 'Расхождение записано, оператор его увидит.',
    refusals: {
      'no-comment': 'Напишите, что расходится, не длиннее 1000 знаков.',
      changed: 'Итоги пересчитаны, пока вы смотрели. Проверьте их ещё раз.',
      'agreed-before': 'Этот месяц уже согласован.',
    },
    download: 'Скачать',
  },
  en: {
    title: 'Settlement',
    lead: 'The figures of each month. A month is ready a day after its end, when no redemption can be undone any more.',
    empty: 'A settlement appears when the first month with sales or redemptions is over.',
    month: 'Month',
    issued: 'Sold',
    redeemed: 'Redeemed',
    state: 'State',
    states: { agreed: 'agreed', disputed: 'disputed', waits: 'waits for you', counting: 'being counted' },
    one: (month) => `Settlement of ${month}`,
    back: 'All months',
    counting: 'This month is being counted. Come back in a few minutes.',
    counted: 'Counted',
    certificate: 'Certificate',
    face: 'Face value',
    total: 'Total',
    counts: {
      issued: 'Sold',
      activated: 'Activated',
      redeemed: 'Redeemed',
      expired: 'Expired',
      refunded: 'Refunded',
      takenBack: 'Refunded after redemption',
      unclear: 'Unclear',
    },
    figures: 'Numbers',
    sums: 'Sums, ₽',
    decision: 'Your decision',
    decidedBy: 'Decided by',
    decidedAt: 'When',
    comment: 'What differs',
    commentHint:
      'For instance: our system redeemed 2 certificates more, transactions … Up to 1000 characters.',
    agree: 'Agree to the figures',
    agreeLead: 'The agreement stays with the month for good; the operator sees it.',
    dispute: 'Say what differs',
    disputeLead: 'The operator sees your comment. You can still agree later.',
    agreed: 'The figures of the month are agreed.',
    disputed: 'What differs is recorded; the operator will see it.',
    refusals: {
      'no-comment': 'Say what differs, in at most 1000 characters.',
      changed: 'The figures were counted again while you looked. Please check them once more.',
      'agreed-before': 'This month is agreed already.',
    },
    download: 'Download',
  },
};
