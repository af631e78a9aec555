/** What the platform notes of the versions that it makes itself; the database keeps the English text. */
import type { Language } from '../../platform/text/language.ts';
import { reasonsOf } from '../../platform/text/reasons.ts';

export const versionNotes = reasonsOf({
  changed: { en: 'the product was changed', ru: 'продукт изменён' },
  before: { en: 'how it was until then', ru: 'как было до этого' },
});

/** Of a stored note; what people write is said as it is. */
export const noteText = (note: string, language: Language): string =>
  versionNotes.text(versionNotes.read(note), language);
