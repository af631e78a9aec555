/** The part of the form that says of each column of a file what it is. */
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { ColumnNote } from '../../../vault/import-pool/column-notes.ts';
import type { ColumnChoice } from '../../../vault/import-pool/columns.ts';
import { poolFields } from '../../../vault/import-pool/headings.ts';
import { codeFileLabels, readAsText } from '../../../guarded-acts/drafts/code-file-labels.ts';
import { selectField } from '../../../web/shell/filters-view.ts';

const kinds = [...poolFields, 'skip'] as const;

/** By its heading, which is remembered for later files; by its place where several have the same, or it has none. */
const nameOf = (column: ColumnNote, all: readonly ColumnNote[]): string =>
  column.heading === '' ||
  all.some((other) => other.column !== column.column && other.heading === column.heading)
    ? String(column.column)
    : column.heading;

/** Sheets of one file have the same columns, or are read one by one. */
const ofFirstSheet = (all: readonly ColumnNote[]): ColumnNote[] =>
  all.filter(({ sheet }) => sheet === all[0]?.sheet);

export function columnChoices(all: readonly ColumnNote[], typed: URLSearchParams, language: Language): Html {
  const labels = codeFileLabels[language];
  const columns = ofFirstSheet(all);
  return html`<fieldset><legend>${labels.columns}</legend>
${columns.map((column) =>
  selectField({
    name: `column-${column.column}`,
    label: column.heading === '' ? `${labels.column} ${column.column}` : column.heading,
    choices: kinds.map((value) => ({ value, text: labels.fields[value] })),
    value: typed.get(`column-${column.column}`) ?? typed.get(`is-${nameOf(column, columns)}`) ?? '',
    any: readAsText(column, language),
  }),
)}</fieldset>`;
}

export function choiceOf(form: URLSearchParams, all: readonly ColumnNote[]): ColumnChoice {
  const columns = ofFirstSheet(all);
  const choice: ColumnChoice & { skip: string[] } = { skip: [] };
  for (const column of columns) {
    const kind = kinds.find((one) => one === form.get(`column-${column.column}`));
    if (kind === 'skip') choice.skip.push(nameOf(column, columns));
    else if (kind !== undefined) choice[kind] = nameOf(column, columns);
  }
  return choice;
}
