/** What the checks say, in both languages. */
import type { Language } from '../../platform/text/language.ts';
import type { Finding } from './finding.ts';
import { englishLabels } from './labels-en.ts';
import { russianLabels } from './labels-ru.ts';
import type { SetupCheckLabels, FindingText } from './finding-text.ts';

export type { FindingText };

export const setupCheckLabels: Record<Language, SetupCheckLabels> = { ru: russianLabels, en: englishLabels };

export function findingText(finding: Finding, language: Language): FindingText {
  const textOf = setupCheckLabels[language].findings[finding.is] as (values: Finding) => FindingText;
  return textOf(finding);
}
