/** What does not fit in the settings of an adapter, field by field, in the language of whoever reads it. */
import { z } from 'zod';
import type { SupplierAdapter } from '../../../adapters/adapter.ts';
import type { Language } from '../../../platform/text/language.ts';
import { settingName } from './setting-names.ts';
import { settingsForm } from './settings-fields.ts';

const locales = { ru: z.locales.ru(), en: z.locales.en() };

/** What the schemas say themselves, where no message of zod would do. */
const russian: readonly [RegExp, string][] = [
  [/^is no XML$/, 'это не XML'],
  [
    /^must hold all its parts: imports with a location are not fetched$/,
    'нужны все его части: то, на что он ссылается адресом, не загружается',
  ],
  [/^can hold no user or fragment$/, 'без имени с паролем и без «#»'],
  [/^can hold no user, query or fragment$/, 'без имени с паролем, «?» и «#»'],
  [/^can hold no colon$/, 'без двоеточия'],
  [/^can hold plain characters only$/, 'только латинские буквы, цифры и знаки'],
  [/^must begin with a slash$/, 'начинается с косой черты'],
  [/^must be the name of a header$/, 'нужно имя заголовка'],
  [/^names neither a status nor a path$/, 'не названы ни статус, ни поле'],
  [/^knows (.+), not (.+)$/, 'здесь бывает $1, но не $2'],
  [/^Неверный ввод: ожидалось .+, получено undefined$/, 'нужно значение'],
];

export function settingProblems(
  adapter: SupplierAdapter,
  settings: Readonly<Record<string, unknown>>,
  language: Language,
): string[] {
  const read = z.safeParse(adapter.settings, settings, { error: locales[language].localeError });
  if (read.success) return [];
  const { fields } = settingsForm(adapter, settings, () => null);
  return read.error.issues.map(({ path, message }) => {
    const place = path.map(String).join('.');
    const field = fields.find(({ name }) => place === name || place.startsWith(`${name}.`));
    const rest = field === undefined ? place : place.slice(field.name.length + 1);
    const names = [field && settingName(field.label, language), rest].filter((name) => name);
    return [names.join(', '), messageIn(message, language)].filter((part) => part !== '').join(': ');
  });
}

export function messageIn(message: string, language: Language): string {
  if (language === 'en') return message;
  const [pattern, text] = russian.find(([one]) => one.test(message)) ?? [];
  return pattern === undefined || text === undefined ? message : message.replace(pattern, text);
}
