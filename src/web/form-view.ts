import { html, type Content, type Html } from '../platform/text/html.ts';
import type { Language } from '../platform/text/language.ts';
import { frameLabels } from './frame-labels.ts';

/** Error messages of a form by field name; empty if there are none. */
export type FieldErrors<Name extends string = string> = Partial<Record<Name, string>>;

export interface Field {
  /** Name and id of the field. */
  name: string;
  label: string;
  hint?: string;
  /** What was typed; secrets are never shown again. */
  value?: string;
  error?: string | undefined;
  type?: 'text' | 'password' | 'email' | 'tel' | 'number' | 'date' | 'datetime-local';
  /** Further attributes, for example html`autocomplete="off" maxlength="60"`. */
  attributes?: Content;
  /** Style of the input. */
  look?: string;
}

/** A labelled input with its hint and error, both announced with the field. */
export const fieldView = (field: Field): Html => {
  const { name, value = '', type = 'text', attributes, look } = field;
  return labelled(
    field,
    html`<input id="${name}" name="${name}" type="${type}"${look !== undefined && html` class="${look}"`}${value !== '' && html` value="${value}"`}${noted(field)} ${attributes}>`,
  );
};

/** The same for several lines of text. */
export const areaView = (field: Omit<Field, 'type' | 'look'>): Html => {
  const { name, value = '', attributes } = field;
  return labelled(
    field,
    html`<textarea id="${name}" name="${name}"${noted(field)} ${attributes}>\n${value}</textarea>`,
  );
};

/** The same for a colour. The browser's own choice of one, called `palette`, needs a script that fills in the field beside it. */
export const colourView = (field: Omit<Field, 'type' | 'look'> & { palette: string }): Html => {
  const { name, value = '', attributes, palette } = field;
  return labelled(
    field,
    html`<div class="colour"><input id="${name}" name="${name}" type="text" value="${value}"${noted(field)} autocomplete="off" spellcheck="false" ${attributes}>
<input type="color" data-for="${name}" aria-label="${palette}" hidden></div>`,
  );
};

export interface Choice {
  value: string;
  text: string;
}

interface SelectField {
  name: string;
  label: string;
  choices: readonly Choice[];
  value: string;
  /** The choice of all, for a filter; null where one must be chosen. */
  any?: string | null;
  error?: string | undefined;
  /** Id of the form, for a field that stands outside of it. */
  form?: string;
}

/** The same for a choice. */
export const selectField = ({ name, label, choices, value, any = null, error, form }: SelectField): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"${form !== undefined && html` form="${form}"`}${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}>${any !== null && html`<option value="">${any}</option>`}${choices.map(
    (choice) =>
      html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.text}</option>`,
  )}</select>${error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`}</div>`;

/** The same for a file. */
export const fileView = (field: Omit<Field, 'type' | 'look' | 'value'>): Html =>
  labelled(
    field,
    html`<input id="${field.name}" name="${field.name}" type="file"${noted(field)} ${field.attributes}>`,
  );

type Noted = Pick<Field, 'name' | 'label' | 'hint' | 'error'>;

const labelled = ({ name, label, hint, error }: Noted, input: Html): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
${input}
${error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`;

function noted({ name, hint, error }: Noted): Html {
  const notes = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`];
  const described = notes.filter((note) => note !== false).join(' ');
  return html`${described !== '' && html` aria-describedby="${described}"`}${error !== undefined && html` aria-invalid="true"`}`;
}

/** The list of errors above the form, with a link to each field; it gets the focus, so that it is read first. */
export function errorSummary(errors: FieldErrors, language: Language): Html | null {
  const lines = Object.entries(errors).filter(([, text]) => text !== undefined);
  if (lines.length === 0) return null;
  return html`<div class="notice no" role="alert" tabindex="-1" autofocus><p><b>${frameLabels[language].mistakes}</b></p>
<ul>${lines.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul></div>`;
}

/** The window title of a form, which begins with "Error" if it was refused. */
export const formTitle = (title: string, isWrong: boolean, language: Language): string =>
  isWrong ? `${frameLabels[language].error}: ${title}` : title;
