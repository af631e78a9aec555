/** What is read before a file with codes is rejected. */
import { formatCount, formatShortMoment } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';
import type { Question } from '../../../web/confirm/question.ts';

const labels = {
  ru: {
    title: 'Отклонить файл с кодами?',
    supplier: 'Поставщик',
    file: 'Файл',
    rows: 'Строк',
    came: 'Пришёл',
    text: 'Коды из него не загрузятся и продаваться не будут. Чтобы загрузить их потом, понадобится новый файл.',
    act: 'Отклонить файл',
  },
  en: {
    title: 'Reject the file of codes?',
    supplier: 'Supplier',
    file: 'File',
    rows: 'Rows',
    came: 'Came',
    text: 'Its codes are not loaded and not sold. To load them later, a new file is needed.',
    act: 'Reject the file',
  },
};

/** Null: it is decided already. */
export function rejectionQuestion(draft: Draft, language: Language): Question | null {
  if (draft.state !== 'waiting') return null;
  const texts = labels[language];
  return {
    title: texts.title,
    facts: [
      [texts.supplier, draft.supplierName],
      [texts.file, draft.fileName],
      [texts.rows, formatCount(draft.rows, language)],
      [texts.came, formatShortMoment(draft.cameAt, language)],
    ],
    text: texts.text,
    act: texts.act,
    back: `/o/drafts/${draft.draftId}`,
  };
}
