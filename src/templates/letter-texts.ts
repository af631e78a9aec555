import type { Language } from '../platform/text/language.ts';
import type { CertificateDesign, LetterTexts } from './design.ts';
import { renderText, type LetterValues } from './liquid-text.ts';

/** The letter's texts with their values; null means the default. `text` is markup that must still be sanitised. */
export type WrittenTexts = Record<keyof LetterTexts, string | null>;

export function writtenTexts(
  design: CertificateDesign,
  language: Language,
  values: LetterValues,
): WrittenTexts {
  const texts = design.letter[language];
  const written = (name: keyof LetterTexts): string | null => {
    const source = texts[name];
    if (source === undefined) return null;
    const text = renderText(name === 'text' ? 'markup' : 'line', source, values);
    // If nothing is left, for example of a text that depends on a missing name, the default is better than an empty
    // line.
    return text === null || text.trim() === '' ? null : text;
  };
  return {
    subject: written('subject'),
    preheader: written('preheader'),
    heading: written('heading'),
    text: written('text'),
    button: written('button'),
  };
}
