/** What does not fit in the settings of an adapter, field by field, in the language of whoever reads it. */
import { z } from 'zod';
import type { SupplierAdapter } from '../../../suppliers/adapters/adapter.ts';
import type { Language } from '../../../platform/text/language.ts';
import { settingName } from './setting-names.ts';
import { settingsForm } from './settings-fields.ts';
import { settingReasons } from '../../../suppliers/adapters/setting-reasons.ts';

const locales = { ru: z.locales.ru(), en: z.locales.en() };

export function settingProblems(
  adapter: SupplierAdapter,
  settings: Readonly<Record<string, unknown>>,
  language: Language,
): string[] {
  const read = z.safeParse(adapter.settings, settings, {
    error: (issue) => messageOf(issue, language),
  });
  if (read.success) return [];
  const { fields } = settingsForm(adapter, settings, () => null);
  return read.error.issues.map(({ path, message }) => {
    const place = path.map(String).join('.');
    const field = fields.find(({ name }) => place === name || place.startsWith(`${name}.`));
    const rest = field === undefined ? place : place.slice(field.name.length + 1);
    const names = [field && settingName(field.label, language), rest].filter((name) => name);
    return [names.join(', '), settingReasons.text(settingReasons.read(message), language)]
      .filter((part) => part !== '')
      .join(': ');
  });
}

/** Zod's Russian names the type and says that undefined was received. */
const messageOf = (issue: z.core.$ZodRawIssue, language: Language): ReturnType<z.core.$ZodErrorMap> =>
  language === 'ru' && issue.code === 'invalid_type' && issue.input === undefined
    ? 'нужно значение'
    : locales[language].localeError(issue);
