/** What the gift page of one certificate says: by language, and by its brand's design. */
import type { Language } from '../../platform/text/language.ts';
import type { CertificateDesign } from '../../certificates/templates/design.ts';
import type { GiftLabels } from './gift-labels.ts';
import { englishLabels } from './labels-en.ts';
import { russianLabels } from './labels-ru.ts';

export const giftLabels: Record<Language, GiftLabels> = { ru: russianLabels, en: englishLabels };

const made: Record<Language, WeakMap<CertificateDesign, GiftLabels>> = {
  ru: new WeakMap(),
  en: new WeakMap(),
};

/** The default labels, and the brand's own from its design. */
export function labelsOf(design: CertificateDesign, language: Language): GiftLabels {
  const known = made[language].get(design);
  if (known !== undefined) return known;
  const labels = mergedLabels(design, language);
  made[language].set(design, labels);
  return labels;
}

function mergedLabels(design: CertificateDesign, language: Language): GiftLabels {
  const ours = giftLabels[language];
  const theirs = design.words[language];
  return {
    ...ours,
    certificate: theirs.certificate ?? ours.certificate,
    reveal: theirs.reveal ?? ours.reveal,
    number: theirs.number ?? ours.number,
    pin: theirs.pin ?? ours.pin,
    barcodeHint: theirs.barcode ?? ours.barcodeHint,
    terms: theirs.terms ?? ours.terms,
  };
}
