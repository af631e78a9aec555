/** What the checks say, in both languages. */
import type { Language } from '../../platform/text/language.ts';
import type { Finding } from './finding.ts';
import { englishLabels } from './labels-en.ts';
import { russianLabels } from './labels-ru.ts';
import type { SetupCheckLabels, Told } from './told.ts';

export type { Told };

export const setupCheckLabels: Record<Language, SetupCheckLabels> = { ru: russianLabels, en: englishLabels };

export function tellFinding(finding: Finding, language: Language): Told {
  const tell = setupCheckLabels[language].findings[finding.is] as (values: Finding) => Told;
  return tell(finding);
}
