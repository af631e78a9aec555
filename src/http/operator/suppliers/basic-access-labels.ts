/** What the sign-in of a supplier's programs by password says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Вход по имени и паролю',
  lead: 'Для программ, которые не поддерживают токены. Новый пароль заменяет прежний за секунду.',
  user: 'Имя программы',
  none: 'не задано',
  set: 'Задать имя и новый пароль',
  remove: 'Убрать вход по паролю',
  removed: 'Вход по имени и паролю убран.',
  wrong: 'От 1 до 100 знаков без пробелов и двоеточий.',
  taken: 'Это имя занято другим поставщиком.',
  shown: 'Новый пароль поставщика',
  shownLead: 'Он показан один раз; прежний больше не действует. Передайте его поставщику надёжным способом.',
  password: 'Пароль',
};

export type BasicAccessLabels = typeof ru;

const en: BasicAccessLabels = {
  title: 'User and password',
  lead: 'For programs that cannot use tokens. A new password replaces the former one within a second.',
  user: 'User name of the program',
  none: 'none',
  set: 'Set the user and a new password',
  remove: 'Remove user and password',
  removed: 'User and password are removed.',
  wrong: '1 to 100 characters without spaces and colons.',
  taken: 'Another supplier has this user name.',
  shown: 'New password of the supplier',
  shownLead: 'It is shown once; the previous one is invalid now. Hand it to the supplier in a safe way.',
  password: 'Password',
};

export const basicAccessLabels: Record<Language, BasicAccessLabels> = { ru, en };
