/** What a supplier's users of tills say to the operator. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Кассиры',
  lead: 'Входят на /till по имени и паролю и гасят сертификаты. Управляющий поставщика ведёт тот же список сам.',
  empty: 'Кассиров пока нет.',
  login: 'Имя для входа',
  state: 'Пароль',
  firstPassword: 'ещё первый',
  ownPassword: 'свой',
  acts: 'Действия',
  reset: 'Новый пароль',
  remove: 'Удалить',
  name: 'Имя нового кассира',
  nameHint: 'Латинские буквы, цифры, точки и дефисы, например kassa-2',
  add: 'Добавить',
  wrong: 'Имя состоит из латинских букв, цифр, точек и дефисов, не длиннее 40 знаков.',
  taken: 'Кассир с таким именем уже есть.',
  removed: 'Кассир удалён. Всё, что он погасил, осталось погашенным.',
  shown: 'Пароль для первого входа',
  shownLead: 'Передайте его кассиру. Показан один раз; при первом входе кассир придумает свой.',
  password: 'Пароль',
};

export type TillUserLabels = typeof ru;

const en: TillUserLabels = {
  title: 'Cashiers',
  lead: "They sign in at /till by name and password, and redeem certificates. The supplier's manager keeps the same list.",
  empty: 'There are no cashiers yet.',
  login: 'Name to sign in with',
  state: 'Password',
  firstPassword: 'still the first',
  ownPassword: 'their own',
  acts: 'Actions',
  reset: 'New password',
  remove: 'Remove',
  name: 'Name of a new cashier',
  nameHint: 'Latin letters, digits, dots and dashes, for instance kassa-2',
  add: 'Add',
  wrong: 'A name has Latin letters, digits, dots and dashes, at most 40.',
  taken: 'There is a cashier with this name.',
  removed: 'The cashier is removed. What they redeemed stays redeemed.',
  shown: 'Password for the first sign-in',
  shownLead: 'Hand it to the cashier. It is shown once; at the first sign-in they choose their own.',
  password: 'Password',
};

export const tillUserLabels: Record<Language, TillUserLabels> = { ru, en };
