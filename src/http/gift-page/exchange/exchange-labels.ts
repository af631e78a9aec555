/** What the page of a choice certificate says. */
import type { Language } from '../../../platform/text/language.ts';
import { counted } from '../../../platform/text/counted.ts';

/** Why something was not done. */
export type ExchangeProblem =
  | 'changed'
  | 'over'
  | 'dear'
  | 'empty'
  | 'too-many'
  | 'too-often'
  | 'gone'
  | 'sum'
  | 'unreadable'
  | 'failed';

export interface ExchangeLabels {
  title: string;
  lead: string;
  left: string;
  /** What is left of one that is over. */
  unspent: string;
  leftOf: (face: string) => string;
  allExchanged: string;
  over: string;
  done: string;
  doneText: string;
  chosen: string;
  open: (title: string) => string;
  openShort: string;
  pending: string;
  lookAgain: string;
  given: string;
  /** Refunded: to this certificate, or to the buyer. */
  refunded: { toCard: string; toBuyer: string };
  basket: string;
  basketSum: (sum: string) => string;
  basketLeft: (left: string) => string;
  bar: (count: number, sum: string) => string;
  remove: (title: string) => string;
  removeShort: string;
  toConfirm: string;
  goOn: string;
  spent: string;
  choose: string;
  chooseMore: string;
  search: string;
  searchHint: string;
  find: string;
  categories: string;
  all: string;
  nothing: string;
  nothingFits: string;
  reset: string;
  more: string;
  take: (face: string) => string;
  facesOf: (title: string) => string;
  sum: (least: string, most: string) => string;
  add: string;
  validDays: (days: number) => string;
  validTo: (date: string) => string;
  terms: string;
  confirmTitle: string;
  confirmLead: string;
  confirmSent: (address: string) => string;
  confirmHere: string;
  total: string;
  keeps: (left: string) => string;
  keepsNothing: string;
  confirm: string;
  change: string;
  problems: Record<ExchangeProblem, string>;
  unknown: { title: string; text: string };
}

const ru: ExchangeLabels = {
  title: 'Выберите подарок',
  lead: 'Это сертификат на выбор: обменяйте его на один или несколько других. Остаток сохранится.',
  left: 'Можно потратить',
  unspent: 'Не потрачено',
  leftOf: (face) => `осталось из ${face}`,
  allExchanged: 'Весь сертификат обменян. Всё, что вы выбрали, — ниже.',
  over: 'Этот сертификат больше нельзя обменять: он отменён или его срок закончился.',
  done: 'Готово!',
  doneText: 'Ваш выбор принят, сертификаты — в списке ниже.',
  chosen: 'Вы выбрали',
  open: (title) => `Открыть сертификат: ${title}`,
  openShort: 'Открыть',
  pending: 'Выпускаем: обычно это занимает несколько секунд.',
  lookAgain: 'Обновить',
  given: 'Выпустить не получилось, сумма вернулась на сертификат.',
  refunded: {
    toCard: 'Отменён, сумма вернулась на сертификат.',
    toBuyer: 'Отменён, деньги вернулись покупателю.',
  },
  basket: 'Ваш выбор',
  basketSum: (sum) => `на ${sum}`,
  basketLeft: (left) => `Останется ${left}`,
  bar: (count, sum) => `${counted(count, 'ru', ['сертификат', 'сертификата', 'сертификатов'])} на ${sum}`,
  remove: (title) => `Убрать: ${title}`,
  removeShort: 'Убрать',
  toConfirm: 'Перейти к подтверждению',
  goOn: 'Продолжить',
  spent: 'Вы распределили всю сумму. Чтобы взять что-то другое, уберите одно из выбранного.',
  choose: 'На что обменять',
  chooseMore: 'Добавить ещё',
  search: 'Поиск по названию',
  searchHint: 'Например, «книги»',
  find: 'Найти',
  categories: 'Категории',
  all: 'Все',
  nothing: 'Ничего не нашлось. Попробуйте другое название или другую категорию.',
  nothingFits: 'Сейчас на остаток ничего нет. Загляните позже: он никуда не денется.',
  reset: 'Показать все',
  more: 'Показать ещё',
  take: (face) => `Взять за ${face}`,
  facesOf: (title) => `Номиналы: ${title}`,
  sum: (least, most) => `Сумма от ${least} до ${most}`,
  add: 'Добавить',
  validDays: (days) => `Действует ${counted(days, 'ru', ['день', 'дня', 'дней'])} после выпуска`,
  validTo: (date) => `Действует до ${date}`,
  terms: 'Условия',
  confirmTitle: 'Всё верно?',
  confirmLead: 'Пока вы не нажали кнопку, всё можно поменять. Потом вернуть выбранное не получится.',
  confirmSent: (address) => `Сертификаты появятся на этой странице, и мы пришлём их сюда: ${address}`,
  confirmHere: 'Сертификаты появятся на этой странице.',
  total: 'Всего',
  keeps: (left) => `На сертификате останется ${left}: их можно потратить позже.`,
  keepsNothing: 'Сертификат будет потрачен целиком.',
  confirm: 'Обменять',
  change: 'Изменить выбор',
  problems: {
    changed: 'С этого сертификата уже выбрали что-то ещё, остаток изменился. Посмотрите и выберите снова.',
    over: 'Этот сертификат больше нельзя обменять: он отменён или его срок закончился.',
    dear: 'На это не хватает остатка. Уберите что-нибудь или возьмите номинал поменьше.',
    empty: 'Вы ещё ничего не выбрали.',
    'too-many':
      'За один раз можно выбрать не больше двадцати сертификатов. Подтвердите эти, потом выберите остальные.',
    'too-often':
      'За сутки с этого сертификата выбрали уже очень много. Остаток сохранится: продолжить можно завтра.',
    gone: 'Один из выбранных сертификатов только что закончился. С вашего сертификата ничего не списано; выберите что-нибудь другое.',
    sum: 'Такую сумму взять нельзя. Посмотрите, от какой и до какой она может быть.',
    unreadable: 'Не получилось прочитать запрос. Вернитесь и попробуйте ещё раз.',
    failed:
      'Что-то пошло не так. Обновите страницу: если обмен прошёл, выбранное уже в списке; второй раз ничего не спишется.',
  },
  unknown: {
    title: 'Здесь нечего обменивать',
    text: 'Ссылка неполная, или этот сертификат не на выбор. Откройте её из письма или сообщения целиком.',
  },
};

const en: ExchangeLabels = {
  title: 'Choose your gift',
  lead: 'This is a choice certificate: exchange it for one or several others. What is left is kept.',
  left: 'To spend',
  unspent: 'Not spent',
  leftOf: (face) => `left of ${face}`,
  allExchanged: 'All of this certificate is exchanged. What you have chosen is below.',
  over: 'This certificate can no longer be exchanged: it was cancelled, or its validity has ended.',
  done: 'Done!',
  doneText: 'Your choice is accepted, the certificates are in the list below.',
  chosen: 'You have chosen',
  open: (title) => `Open the certificate: ${title}`,
  openShort: 'Open',
  pending: 'It is being issued: this usually takes a few seconds.',
  lookAgain: 'Look again',
  given: 'It could not be issued; its sum is back on your certificate.',
  refunded: {
    toCard: 'It was cancelled; its sum is back on your certificate.',
    toBuyer: 'It was cancelled; the buyer got the money back.',
  },
  basket: 'Your choice',
  basketSum: (sum) => `for ${sum}`,
  basketLeft: (left) => `${left} will be left`,
  bar: (count, sum) => `${counted(count, 'en', ['certificate', 'certificates', 'certificates'])} for ${sum}`,
  remove: (title) => `Remove: ${title}`,
  removeShort: 'Remove',
  toConfirm: 'Go on to confirm',
  goOn: 'Continue',
  spent: 'You have spent the whole sum. To take something else, remove one of your choices.',
  choose: 'What you can have',
  chooseMore: 'Add more',
  search: 'Search by name',
  searchHint: 'For example, “books”',
  find: 'Find',
  categories: 'Categories',
  all: 'All',
  nothing: 'Nothing was found. Try another name or another category.',
  nothingFits: 'There is nothing for what is left just now. Come again later: it is kept.',
  reset: 'Show all',
  more: 'Show more',
  take: (face) => `Take for ${face}`,
  facesOf: (title) => `Values: ${title}`,
  sum: (least, most) => `A sum from ${least} to ${most}`,
  add: 'Add',
  validDays: (days) => `Valid for ${counted(days, 'en', ['day', 'days', 'days'])} once issued`,
  validTo: (date) => `Valid until ${date}`,
  terms: 'Terms',
  confirmTitle: 'Is everything right?',
  confirmLead: 'Until you press the button everything can be changed. Afterwards it cannot be taken back.',
  confirmSent: (address) => `The certificates will be on this page, and we will send them to ${address}`,
  confirmHere: 'The certificates will be on this page.',
  total: 'Total',
  keeps: (left) => `${left} will be left on your certificate, to be spent later.`,
  keepsNothing: 'All of your certificate will be spent.',
  confirm: 'Exchange',
  change: 'Change the choice',
  problems: {
    changed:
      'Something else was chosen from this certificate, so less is left. Please look and choose again.',
    over: 'This certificate can no longer be exchanged: it was cancelled, or its validity has ended.',
    dear: 'Not enough is left for this. Remove something, or take a smaller value.',
    empty: 'You have not chosen anything yet.',
    'too-many': 'At most twenty certificates can be chosen at a time. Confirm these, then choose the others.',
    'too-often':
      'Very much has been chosen from this certificate within a day. What is left is kept: you can go on tomorrow.',
    gone: 'One of the chosen certificates has just sold out. Nothing was taken of yours; please choose something else.',
    sum: 'This sum cannot be taken. See from which and up to which it can be.',
    unreadable: 'The request could not be read. Go back and try again.',
    failed:
      'Something went wrong. Load the page again: if the exchange was made, your choice is in the list; nothing is taken twice.',
  },
  unknown: {
    title: 'There is nothing to exchange here',
    text: 'The link is incomplete, or this is not a choice certificate. Open the whole link from your letter or message.',
  },
};

export const exchangeLabels: Record<Language, ExchangeLabels> = { ru, en };
