/** How a call to a supplier went wrong. Attempts keep the English text. */
import { reasonsOf, type ReasonOf } from '../platform/text/reasons.ts';
import { barcodeTexts } from '../platform/values/barcode-texts.ts';
import { symbolTexts } from '../platform/values/symbol-texts.ts';

/** In Russian the texts do not say what is wrong with it. */
function namedInRussian<Texts extends Record<string, { en: string; ru: string }>>(
  texts: Texts,
  name: string,
): Texts {
  const named = Object.entries(texts).map(([is, { en, ru }]) => [is, { en, ru: `${name}: ${ru}` }] as const);
  return Object.fromEntries(named) as Texts;
}

export const callReasons = reasonsOf(
  {
    ...namedInRussian(symbolTexts, '{what}'),
    ...namedInRussian(barcodeTexts, 'код'),
  },
  { code: 'код', PIN: 'ПИН' },
);

export type CallReason = ReasonOf<typeof callReasons>;
