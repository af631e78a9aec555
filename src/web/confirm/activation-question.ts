/** What is read before rows of an activation letter are confirmed. */
import { formatCount, formatFace } from '../../platform/text/formats.ts';
import type { Place } from './key-questions.ts';
import type { Question } from './question.ts';

const labels = {
  ru: {
    title: 'Подтвердить, что коды активированы?',
    supplier: 'Поставщик',
    codes: 'Кодов',
    sum: 'Номиналом на',
    text: 'Письма получателям, которые этого ждали, уйдут сразу. Если код на деле не активирован, на кассе его не примут.',
    act: 'Подтвердить',
  },
  en: {
    title: 'Confirm that the codes are activated?',
    supplier: 'Supplier',
    codes: 'Codes',
    sum: 'Face value of all',
    text: 'Letters to recipients that waited for it go out at once. A code that is not really activated is refused at the till.',
    act: 'Confirm',
  },
};

const rowForm = /^\d{1,6}$/;

/** The rows of a form that confirms some of a letter; null: all. */
export const tickedRows = (form: URLSearchParams): number[] | null =>
  form.get('confirm') === 'all'
    ? null
    : form
        .getAll('row')
        .filter((row) => rowForm.test(row))
        .map(Number);

interface OpenRow {
  row: number;
  faceKopecks: number;
  confirmedAt: Date | null;
  withdrawn: boolean;
}

/** `ticked`: null for all. Null: nothing of it is to be confirmed. */
export function activationQuestion(
  rows: readonly OpenRow[],
  ticked: readonly number[] | null,
  { name, back, language }: Place,
): Question | null {
  const texts = labels[language];
  const meant = rows.filter(
    ({ row, confirmedAt, withdrawn }) =>
      confirmedAt === null && !withdrawn && (ticked === null || ticked.includes(row)),
  );
  if (meant.length === 0) return null;
  const sum = meant.reduce((total, { faceKopecks }) => total + faceKopecks, 0);
  return {
    title: texts.title,
    facts: [
      name === null ? null : [texts.supplier, name],
      [texts.codes, formatCount(meant.length, language)],
      [texts.sum, formatFace(sum, language)],
    ],
    text: texts.text,
    act: texts.act,
    back,
  };
}
