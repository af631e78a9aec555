/** What `/s/tills` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface TillsLabels {
  title: string;
  lead: string;
  undoTitle: string;
  undoMinutes: string;
  undoHint: (most: number) => string;
  undoWrong: (most: number) => string;
  save: string;
  saved: string;
  shops: string;
  noShops: string;
  shopName: string;
  addShop: string;
  closed: string;
  close: string;
  open: string;
  shopErrors: Record<'no-name' | 'name-taken' | 'too-many', string>;
  cashiers: string;
  cashiersLead: string;
  noCashiers: string;
  shop: string;
  noShop: string;
  put: string;
  state: string;
  firstPassword: string;
  ready: string;
  newPassword: string;
  remove: string;
  addCashier: string;
  cashierName: string;
  cashierHint: string;
  add: string;
  cashierWrong: string;
  cashierTaken: string;
  removed: string;
  members: string;
  membersLead: string;
  shown: string;
  shownLead: string;
  login: string;
  password: string;
  back: string;
}

export const tillsLabels: Record<Language, TillsLabels> = {
  ru: {
    title: 'Кассы и магазины',
    lead: 'Кто гасит сертификаты, где и как долго погашение можно отменить.',
    undoTitle: 'Отмена погашений',
    undoMinutes: 'Сколько минут погашение можно отменить',
    undoHint: (most) => `От 0 (нельзя) до ${most}. Отменяет только управляющий, с причиной.`,
    undoWrong: (most) => `Введите целое число минут от 0 до ${most}.`,
    save: 'Сохранить',
    saved: 'Сохранено.',
    shops: 'Магазины',
    noShops: 'Магазинов пока нет. Если касса одна, они не нужны.',
    shopName: 'Название магазина',
    addShop: 'Добавить магазин',
    closed: 'закрыт',
    close: 'Закрыть',
    open: 'Открыть',
    shopErrors: {
      'no-name': 'Введите название, не длиннее 40 знаков.',
      'name-taken': 'Магазин с таким названием уже есть.',
      'too-many': 'Магазинов уже слишком много.',
    },
    cashiers: 'Кассиры',
    cashiersLead: 'Входят на /till по имени и паролю; почта им не нужна.',
    noCashiers: 'Кассиров пока нет.',
    shop: 'Магазин',
    noShop: 'без магазина',
    put: 'Изменить',
    state: 'Пароль',
    firstPassword: 'ещё первый',
    ready: 'свой',
    newPassword: 'Новый пароль',
    remove: 'Удалить',
    addCashier: 'Новый кассир',
    cashierName: 'Имя для входа',
    cashierHint: 'Латинские буквы, цифры, точки и дефисы, например kassa-2',
    add: 'Добавить',
    cashierWrong: 'Имя состоит из латинских букв, цифр, точек и дефисов, не длиннее 40 знаков.',
    cashierTaken: 'Кассир с таким именем уже есть.',
    removed: 'Кассир удалён. Всё, что он погасил, осталось в списках.',
    members: 'Сотрудники с почтой',
    membersLead: 'Их приглашают на странице «Команда».',
    shown: 'Пароль для первого входа',
    shownLead: 'Передайте его кассиру. Показан один раз; при первом входе кассир придумает свой.',
    login: 'Пользователь',
    password: 'Пароль',
    back: 'К кассам и магазинам',
  },
  en: {
    title: 'Tills and shops',
    lead: 'Who redeems certificates, where, and for how long a redemption can be undone.',
    undoTitle: 'Undoing redemptions',
    undoMinutes: 'For how many minutes a redemption can be undone',
    undoHint: (most) => `From 0 (never) to ${most}. Only a manager can undo, and gives a reason.`,
    undoWrong: (most) => `Enter a whole number of minutes from 0 to ${most}.`,
    save: 'Save',
    saved: 'Saved.',
    shops: 'Shops',
    noShops: 'There are no shops yet. A single till needs none.',
    shopName: 'Name of the shop',
    addShop: 'Add a shop',
    closed: 'closed',
    close: 'Close',
    open: 'Open',
    shopErrors: {
      'no-name': 'Enter a name of at most 40 characters.',
      'name-taken': 'There is a shop with this name.',
      'too-many': 'There are too many shops.',
    },
    cashiers: 'Cashiers',
    cashiersLead: 'They sign in at /till by name and password, and need no e-mail.',
    noCashiers: 'There are no cashiers yet.',
    shop: 'Shop',
    noShop: 'no shop',
    put: 'Change',
    state: 'Password',
    firstPassword: 'still the first',
    ready: 'their own',
    newPassword: 'New password',
    remove: 'Remove',
    addCashier: 'New cashier',
    cashierName: 'Name to sign in with',
    cashierHint: 'Latin letters, digits, dots and dashes, for instance kassa-2',
    add: 'Add',
    cashierWrong: 'A name has Latin letters, digits, dots and dashes, at most 40.',
    cashierTaken: 'There is a cashier with this name.',
    removed: 'The cashier is removed. What they redeemed stays in the lists.',
    members: 'People with an e-mail',
    membersLead: 'They are invited on the page “Team”.',
    shown: 'Password for the first sign-in',
    shownLead: 'Hand it to the cashier. It is shown once; at the first sign-in they choose their own.',
    login: 'User',
    password: 'Password',
    back: 'To tills and shops',
  },
};
