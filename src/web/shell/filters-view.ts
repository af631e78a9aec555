/** Filters over a list. */
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { fieldView } from '../form-view.ts';
import { at } from '../request-language.ts';
import { shellLabels } from './labels.ts';

export interface Filters {
  path: string;
  language: Language;
  /** Always shown; for example the search. */
  search?: Content;
  fields: Content;
  /** Whether any filter is set: the fields are open then, and can be cleared. */
  isSet: boolean;
}

/** Filters of a list, as a form whose fields stand in the address. */
export function filtersView({ path, language, search = null, fields, isSet }: Filters): Html {
  const labels = shellLabels[language];
  const actions = html`<div class="actions"><button class="button main">${labels.show}</button>${isSet && html`<a class="button" href="${at(path, language)}">${labels.reset}</a>`}</div>`;
  // Without a search there is nothing to show while the fields are closed.
  return html`<form class="filters" method="get" action="${path}"><input type="hidden" name="lang" value="${language}">
${search}
<details${isSet && html` open`}><summary>${labels.filters}</summary><div class="fields">${fields}</div>${search === null && actions}</details>
${search !== null && actions}
</form>`;
}

/** Longest text that is looked for. */
const longestSearch = 255;

/** What a list is searched for, as its address has it; empty: for nothing. */
export const searchIn = (query: Readonly<Record<string, string>>): string =>
  (query['q'] ?? '').trim().slice(0, longestSearch);

/** The field that `searchIn` reads. */
export const searchField = (field: { label: string; hint?: string; value: string }): Html =>
  fieldView({
    ...field,
    name: 'q',
    attributes: html`maxlength="${longestSearch}" autocomplete="off" enterkeyhint="search"`,
  });

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
}

export const selectField = ({ name, label, choices, value, any = null, error }: SelectField): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}>${any !== null && html`<option value="">${any}</option>`}${choices.map(
    (choice) =>
      html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.text}</option>`,
  )}</select>${error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`}</div>`;

export const dateField = (name: string, label: string, value: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date"${value !== '' && html` value="${value}"`}></div>`;
