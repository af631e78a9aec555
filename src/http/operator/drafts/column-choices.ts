/** The part of the form that says of each column of a file what it is. */
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { ColumnNote } from '../../../vault/import-pool/column-notes.ts';
import type { ColumnChoice } from '../../../vault/import-pool/columns.ts';
import { poolFields } from '../../../vault/import-pool/headings.ts';
import { codeFileLabels, readAsText } from '../../../acts/guarded/drafts/code-file-labels.ts';
import type { ShownForm } from '../../../web/form/fields.ts';
import { notOffered } from '../../../web/form/problems.ts';
import { type FieldErrors, selectField } from '../../../web/form-view.ts';
import { draftLabels } from './labels.ts';

const kinds = [...poolFields, 'skip'] as const;

/** A column of one sheet, or of several that have it under the same heading: what is said of it holds for all of them. */
interface Choice {
  /** Name of the field in the form. */
  field: string;
  /** Its heading, which is remembered for later files; its place where several have the same, or it has none. */
  name: string;
  column: ColumnNote;
  sheets: string[];
}

function choicesOf(all: readonly ColumnNote[]): Choice[] {
  const choices = new Map<string, Choice>();
  const sheets = [...Map.groupBy(all, ({ sheet }) => sheet).values()];
  for (const [place, columns] of sheets.entries())
    for (const column of columns) {
      const name = nameOf(column, columns);
      const field = place === 0 ? `column-${column.column}` : `column-${place + 1}-${column.column}`;
      const choice = choices.getOrInsert(name, { field, name, column, sheets: [] });
      // The form shows what is still to be said, in whichever sheet it is.
      if (column.asked && !choice.column.asked) choice.column = column;
      if (column.sheet !== undefined) choice.sheets.push(column.sheet);
    }
  return [...choices.values()];
}

const nameOf = (column: ColumnNote, ofSheet: readonly ColumnNote[]): string =>
  column.heading === '' ||
  ofSheet.some((other) => other.column !== column.column && other.heading === column.heading)
    ? String(column.column)
    : column.heading;

export function columnChoices(
  all: readonly ColumnNote[],
  { typed, errors }: ShownForm,
  language: Language,
): Html {
  const labels = codeFileLabels[language];
  return html`<fieldset><legend>${labels.columns}</legend>
${choicesOf(all).map(({ field, name, column, sheets }) => {
  const heading = column.heading === '' ? `${labels.column} ${column.column}` : column.heading;
  return selectField({
    name: field,
    label: sheets.length === 0 ? heading : `${heading} (${labels.ofSheets(sheets)})`,
    choices: kinds.map((value) => ({ value, text: labels.fields[value] })),
    value: typed.get(field) ?? typed.get(`is-${name}`) ?? '',
    any: readAsText(column, language),
    error: errors[field],
  });
})}</fieldset>`;
}

/** What is wrong with the choices: none of those that there are, or the same for two columns of a sheet. */
export function wrongChoices(
  form: URLSearchParams,
  all: readonly ColumnNote[],
  language: Language,
): FieldErrors {
  const errors: Record<string, string> = {};
  const chosen = new Set<string>();
  for (const { field } of choicesOf(all)) {
    const kind = form.get(field) ?? '';
    if (kind !== '' && !kinds.some((one) => one === kind)) errors[field] = notOffered[language];
    const inSheet = `${field.slice(0, field.lastIndexOf('-'))} ${kind}`;
    if (kind !== 'skip' && kind !== '' && chosen.has(inSheet))
      errors[field] = draftLabels[language].problems.twice;
    chosen.add(inSheet);
  }
  return errors;
}

export function choiceOf(form: URLSearchParams, all: readonly ColumnNote[]): ColumnChoice {
  const choice: ColumnChoice & { skip: string[] } = { skip: [] };
  for (const { field, name } of choicesOf(all)) {
    const kind = kinds.find((one) => one === form.get(field));
    if (kind === 'skip') choice.skip.push(name);
    else if (kind !== undefined) choice[kind] = name;
  }
  return choice;
}
