/** Notes on template versions that the platform makes itself; the database keeps the English text. */
import type { Language } from '../../platform/text/language.ts';
import { reasonsOf } from '../../platform/text/reasons.ts';

export const versionNotes = reasonsOf({
  changed: { en: 'the product was changed', ru: 'продукт изменён' },
  before: { en: 'how it was until then', ru: 'как было до этого' },
});

/** Text of a stored note; a note that a person wrote is shown unchanged. */
export const noteText = (note: string, language: Language): string =>
  versionNotes.text(versionNotes.read(note), language);
