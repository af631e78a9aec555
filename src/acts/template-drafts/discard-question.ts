/** What is read before a draft of a template is discarded. */
import { formatShortMoment } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Question } from '../../web/confirm/question.ts';
import type { TemplateDraft } from './draft.ts';

const labels = {
  ru: {
    title: 'Отказаться от черновика?',
    product: 'Продукт',
    draft: 'Черновик',
    note: 'Примечание',
    agreed: 'Поставщик согласовал',
    text: 'Выпустить этот вид будет нельзя, согласие поставщика пропадёт. Действующий вид сертификата не изменится.',
    act: 'Отказаться от черновика',
  },
  en: {
    title: 'Discard the draft?',
    product: 'Product',
    draft: 'Draft',
    note: 'Note',
    agreed: 'Agreed to by the supplier',
    text: 'This look can no longer be put in force, and what the supplier agreed to is lost. The look in force stays as it is.',
    act: 'Discard the draft',
  },
};

export function discardQuestion(
  { createdAt, byName, note, agreedBy }: TemplateDraft,
  { title, back, language }: { title: string; back: string; language: Language },
): Question {
  const texts = labels[language];
  return {
    title: texts.title,
    facts: [
      [texts.product, title],
      [texts.draft, `${formatShortMoment(createdAt, language)}, ${byName}`],
      note === '' ? null : [texts.note, note],
      agreedBy === null ? null : [texts.agreed, agreedBy],
    ],
    text: texts.text,
    act: texts.act,
    back,
  };
}
