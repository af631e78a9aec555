/** What `/s/redeemed` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface RedeemedLabels {
  title: string;
  lead: string;
  find: string;
  findHint: string;
  findAct: string;
  notFound: string;
  from: string;
  until: string;
  shop: string;
  face: string;
  cashier: string;
  onlyUndone: string;
  which: string;
  all: string;
  when: string;
  certificate: string;
  till: string;
  transaction: string;
  state: string;
  states: Record<'redeemed' | 'undone' | 'taken-back', string>;
  empty: string;
  noneSuch: string;
  lookedAt: string;
  byCashier: (day: string) => string;
  count: string;
  sum: string;
  undoneCount: string;
  one: (transaction: string) => string;
  back: string;
  undoneBy: string;
  undoneAt: string;
  reason: string;
  reasonHint: string;
  undo: string;
  undoLead: (until: string) => string;
  undone: string;
  late: (minutes: number) => string;
  never: string;
  refusals: Record<'no-reason' | 'undone-before' | 'taken-back', string>;
}

export const redeemedLabels: Record<Language, RedeemedLabels> = {
  ru: {
    title: 'Погашенные сертификаты',
    lead: 'Всё, что приняли ваши кассы и программы. Номера сертификатов здесь не показываются.',
    find: 'Найти погашение',
    findHint: 'По номеру операции с чека или по номеру сертификата',
    findAct: 'Найти',
    notFound: 'Такого погашения у вас нет. Сверьте номер знак за знаком.',
    from: 'С дня',
    until: 'По день',
    shop: 'Магазин',
    face: 'Номинал, ₽',
    cashier: 'Кассир',
    onlyUndone: 'только отменённые',
    which: 'Какие',
    all: 'все',
    when: 'Когда',
    certificate: 'Сертификат',
    till: 'Касса',
    transaction: 'Номер операции',
    state: 'Состояние',
    states: { redeemed: 'погашен', undone: 'отменено', 'taken-back': 'возвращён' },
    empty: 'Пока ничего не погашено. Погашения с касс и из ваших программ появятся здесь сразу.',
    noneSuch: 'Таких погашений нет.',
    lookedAt: 'Просмотрена часть списка. Дальше — по ссылке «Старше».',
    byCashier: (day) => `Кто сколько погасил ${day}`,
    count: 'Сертификатов',
    sum: 'Сумма',
    undoneCount: 'Отменено',
    one: (transaction) => `Погашение ${transaction}`,
    back: 'Все погашения',
    undoneBy: 'Кто отменил',
    undoneAt: 'Когда отменено',
    reason: 'Причина',
    reasonHint: 'Её увидят вы, оператор и журнал действий. До 200 знаков.',
    undo: 'Отменить погашение',
    undoLead: (until) =>
      `Отменить можно до ${until}. Сертификат снова станет действителен, и покупатель сможет прийти с ним ещё раз.`,
    undone: 'Погашение отменено, сертификат снова действителен.',
    late: (minutes) =>
      `Отменить уже нельзя: прошло больше ${minutes} мин. Если деньги нужно вернуть, напишите оператору.`,
    never: 'Отмена погашений выключена в настройках касс.',
    refusals: {
      'no-reason': 'Напишите причину, не длиннее 200 знаков.',
      'undone-before': 'Это погашение уже отменено.',
      'taken-back': 'Деньги за этот сертификат уже вернули, отменить погашение нельзя.',
    },
  },
  en: {
    title: 'Redeemed certificates',
    lead: 'Everything that your tills and programs have accepted. Numbers of certificates are not shown here.',
    find: 'Find a redemption',
    findHint: 'By the transaction number on the receipt, or by the number of the certificate',
    findAct: 'Find',
    notFound: 'You have no such redemption. Compare the number character by character.',
    from: 'From',
    until: 'Until',
    shop: 'Shop',
    face: 'Face value, ₽',
    cashier: 'Cashier',
    onlyUndone: 'only undone',
    which: 'Which',
    all: 'all',
    when: 'When',
    certificate: 'Certificate',
    till: 'Till',
    transaction: 'Transaction number',
    state: 'State',
    states: { redeemed: 'redeemed', undone: 'undone', 'taken-back': 'taken back' },
    empty: 'Nothing has been redeemed yet. What tills and your programs redeem appears here at once.',
    noneSuch: 'There are no such redemptions.',
    lookedAt: 'A part of the list was looked at. “Older” goes on.',
    byCashier: (day) => `Who redeemed how much on ${day}`,
    count: 'Certificates',
    sum: 'Sum',
    undoneCount: 'Undone',
    one: (transaction) => `Redemption ${transaction}`,
    back: 'All redemptions',
    undoneBy: 'Undone by',
    undoneAt: 'Undone at',
    reason: 'Reason',
    reasonHint: 'You, the operator and the audit will see it. Up to 200 characters.',
    undo: 'Undo the redemption',
    undoLead: (until) =>
      `It can be undone until ${until}. The certificate becomes valid again, and the customer can come back with it.`,
    undone: 'The redemption is undone; the certificate is valid again.',
    late: (minutes) =>
      `It is too late to undo: more than ${minutes} min have passed. If money has to be returned, write to the operator.`,
    never: 'Undoing is switched off in the settings of the tills.',
    refusals: {
      'no-reason': 'Give a reason of at most 200 characters.',
      'undone-before': 'This redemption has been undone already.',
      'taken-back': 'This certificate has been refunded; its redemption cannot be undone.',
    },
  },
};
