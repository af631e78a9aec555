/** The line over a list: its search and its filters, and what they are set to. */
import { html, type Content, type Html } from '../../platform/text/html.ts';
import { formatShortDate } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { moscowMidnight } from '../../platform/time/moscow-time.ts';
import { fieldView, selectField, type Choice } from '../form-view.ts';
import { addressOf, at } from '../request-language.ts';
import { shellLabels } from './labels.ts';
import { dayIn, type PageCall } from './page-call.ts';
import type { Column } from './list-view.ts';
import { lookView, viewsView, type ViewedCall } from './views-view.ts';

/** A field that stands in the address of a list. */
export interface Filter {
  name: string;
  label: string;
  /** The value in the address. */
  value: string;
  /** With this value nothing is filtered. */
  usual?: string;
  /** One of these; `any` is the name of having none. */
  choices?: readonly Choice[];
  any?: string | null;
  isDay?: true;
  /** Set by a link from elsewhere: it can only be removed. */
  isHidden?: true;
  /** Further attributes of a text field. */
  attributes?: Content;
  hint?: string;
  /** What the list is filtered by, where label and value do not say it. */
  said?: string | null;
}

interface Search {
  label: string;
  hint?: string;
  value: string;
}

export interface Filters {
  call: ViewedCall & Pick<PageCall<unknown>, 'isDense'>;
  path: string;
  search?: Search | undefined;
  filters?: readonly Filter[];
  /** Explains the filters. */
  hint?: string;
  /** Columns of the list: those with a key can be left out. */
  columns?: readonly Column[];
}

/** How many filters stand in the line of a list without a search; the others are unfolded. */
const mostInLine = 2;

/** Search and filters of a list in one line, as a form whose fields stand in the address. */
export function filtersView({ call, path, search, filters = [], hint, columns = [] }: Filters): Html {
  const { language } = call;
  const labels = shellLabels[language];
  const shown = filters.filter(({ isHidden }) => isHidden !== true);
  const inLine = search === undefined ? shown.slice(0, mostInLine) : [];
  const folded = shown.slice(inLine.length);
  const look = { path, query: savedQuery(filters), columns };
  return html`<div class="list-line"><form class="filters" method="get" action="${path}"><input type="hidden" name="lang" value="${language}">
${filters.map((one) => one.isHidden === true && one.value !== '' && html`<input type="hidden" name="${one.name}" value="${one.value}">`)}
${call.query['sort'] !== undefined && html`<input type="hidden" name="sort" value="${call.query['sort']}">`}
${search !== undefined && searchField(search)}
${inLine.map(fieldOf)}
<button class="button">${labels.show}</button>
${chipsView({ path, search, filters }, language)}
${densityButton(call)}
${(folded.length > 0 || hint !== undefined) && html`<details><summary>${labels.filters}</summary><div class="fields">${folded.map(fieldOf)}${hint !== undefined && html`<p class="hint">${hint}</p>`}</div><div class="actions"><button class="button">${labels.show}</button></div></details>`}
</form>${lookView(call, look)}</div>${viewsView(call, look)}`;
}

/** The filters of a list as a query, without the search, which may name a recipient. */
const savedQuery = (filters: readonly Filter[]): string =>
  addressOf('', Object.fromEntries(filters.filter(isSet).map(({ name, value }) => [name, value]))).slice(1);

/** The other density, sent from within the form of the filters. */
function densityButton({ path, query, language, isDense }: Filters['call']): Html {
  const { denser, comfortable } = shellLabels[language];
  const to = at(addressOf('/me/rows', { to: addressOf(path, query) }), language);
  return html`<button class="as-link density" formmethod="post" formaction="${to}" name="rows" value="${isDense ? 'comfortable' : 'dense'}">${isDense ? comfortable : denser}</button>`;
}

function fieldOf(filter: Filter): Html {
  const { name, label, value, choices, any = null, isDay } = filter;
  if (choices !== undefined) return selectField({ name, label, value, choices, any });
  return isDay === true ? dateField(name, label, value) : fieldView(filter);
}

const isSet = ({ value, usual = '' }: Filter): boolean => value !== '' && value !== usual;

/** Whether anything is left out of a list. */
export const anySet = (filters: readonly Filter[]): boolean => filters.some(isSet);

/** What the list is filtered by, each with the way to the list without it. */
function chipsView(
  { path, search, filters = [] }: Pick<Filters, 'path' | 'search' | 'filters'>,
  language: Language,
): Html | null {
  const labels = shellLabels[language];
  const given = [
    ...(search !== undefined && search.value !== ''
      ? [{ name: 'q', value: search.value, text: `«${search.value}»` }]
      : []),
    ...filters
      .filter(isSet)
      .map((one) => ({ name: one.name, value: one.value, text: chipText(one, language) })),
  ];
  if (given.length === 0) return null;
  const without = (name: string): string => {
    const kept = given.filter((one) => one.name !== name);
    return at(addressOf(path, Object.fromEntries(kept.map((one) => [one.name, one.value]))), language);
  };
  return html`<ul class="chips" aria-label="${labels.filters}">${given.map(
    ({ name, text }) =>
      html`<li><a href="${without(name)}"><span class="quiet">${labels.without} </span>${text}<span aria-hidden="true"> ×</span></a></li>`,
  )}${given.length > 1 && html`<li><a class="all" href="${at(path, language)}">${labels.reset}</a></li>`}</ul>`;
}

function chipText({ label, value, choices, isDay, said }: Filter, language: Language): string {
  const day = isDay === true ? dayIn(value) : null;
  const chosen = choices?.find((one) => one.value === value)?.text;
  return (
    said ?? `${label}: ${chosen ?? (day === null ? value : formatShortDate(moscowMidnight(day), language))}`
  );
}

/** Longest text that is looked for. */
const longestSearch = 255;

/** What a list is searched for, as its address has it; empty: for nothing. */
export const searchIn = (query: Readonly<Record<string, string>>): string =>
  (query['q'] ?? '').trim().slice(0, longestSearch);

/** The field that `searchIn` reads. Its hint is seen while one types. */
const searchField = ({ label, hint, value }: Search): Html =>
  html`<div class="field list-search"><label class="quiet" for="q">${label}</label><input id="q" name="q" type="search"${value !== '' && html` value="${value}"`} placeholder="${label}"${hint !== undefined && html` aria-describedby="q-hint"`} maxlength="${longestSearch}" autocomplete="off" enterkeyhint="search">${hint !== undefined && html`<p class="hint" id="q-hint">${hint}</p>`}</div>`;

export const dateField = (name: string, label: string, value: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date"${value !== '' && html` value="${value}"`}></div>`;
