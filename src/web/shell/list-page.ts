/** A page that is mostly a list: its filters, its rows or why there are none, and the way on. */
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { FieldErrors } from '../form-view.ts';
import { addressOf, at } from '../request-language.ts';
import { anySet, filtersView, searchIn, type Filter } from './filters-view.ts';
import { emptyView, onwardView, pagerView, type Listed } from './list-view.ts';
import type { PageCall } from './page-call.ts';
import { rowsView, shownColumns, type Columns } from './rows-view.ts';
import type { ShellPage } from './send-shell-page.ts';

export interface ListPage<Row> {
  /** Address of the list. */
  path: string;
  title: string;
  /** Where it is shorter than the title. */
  heading?: string;
  /** Above the heading: the page to which the list belongs. */
  way?: Content;
  /** Beside the heading: where something new begins. */
  action?: Content;
  lead?: Content;
  search?: { label: string; hint?: string };
  filters?: readonly Filter[];
  /** Explains the filters. */
  filtersHint?: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** Puts the table into a form. */
  within?: (table: Html) => Content;
  empty: Empty;
  /** Under the rows: why there may be more. A list with it is not called empty. */
  note?: Content;
  /** Where newer and older rows are (`listed`). */
  pages?: Pick<Listed<Row>, 'newer' | 'older'>;
  /** What is added to the address for the rows that follow, of a list that is read in one direction; nothing: there are none. */
  next?: Readonly<Record<string, string>> | null | undefined;
  aboveFilters?: Content;
  aboveRows?: Content;
  belowRows?: Content;
  atEnd?: Content;
  errors?: FieldErrors;
}

/** What is said instead of rows. */
interface Empty {
  text: string;
  action?: Content;
  /** The same where filters, a search or the place in the list leave nothing; without it `text` is said there, too. */
  filtered?: string;
}

export function listPage<Row>(list: ListPage<Row>, call: PageCall<unknown>): ShellPage {
  const { title, heading = title, way, action, lead, aboveFilters, aboveRows, belowRows, atEnd } = list;
  const name = html`<h1>${heading}</h1>`;
  return {
    title,
    ...(list.errors !== undefined && { errors: list.errors }),
    main: html`${way}${action === undefined ? name : html`<div class="heading">${name}${action}</div>`}
${lead && html`<p class="lead">${lead}</p>`}
${aboveFilters}
${filterLine(list, call)}
${aboveRows}
${rowsOrNone(list, call)}
${belowRows}
${wayOn(list, call)}
${atEnd}`,
  };
}

function filterLine<Row>(list: ListPage<Row>, call: PageCall<unknown>): Html | null {
  const { path, search, filters = [], filtersHint, columns } = list;
  if (search === undefined && filters.length === 0) return null;
  return filtersView({
    call,
    path,
    search: search && { ...search, value: searchIn(call.query) },
    filters,
    ...(filtersHint !== undefined && { hint: filtersHint }),
    columns: shownColumns(columns),
  });
}

function rowsOrNone<Row>(list: ListPage<Row>, call: PageCall<unknown>): Html {
  const { path, title, heading = title, columns, rows, within = (table) => table, empty, note = null } = list;
  if (rows.length === 0 && !note) {
    const { text, action, filtered = text } = empty;
    return isFiltered(list, call) ? emptyView(filtered) : emptyView(text, action);
  }
  const sorting = shownColumns(columns).some(({ sort }) => sort !== undefined) ? { call, path } : null;
  const table = { caption: heading, columns, rows, hidden: call.hidden, ...(sorting && { sorting }) };
  return html`<section class="card">${rows.length > 0 && within(rowsView(table, call.language))}${note && html`<p class="muted">${note}</p>`}</section>`;
}

const isFiltered = <Row>({ search, filters = [] }: ListPage<Row>, { query }: PageCall<unknown>): boolean =>
  (search !== undefined && searchIn(query) !== '') ||
  anySet(filters) ||
  ['older', 'newer', 'after'].some((name) => query[name] !== undefined);

function wayOn<Row>(
  { path, title, search, filters = [], pages, next }: ListPage<Row>,
  { query, language }: PageCall<unknown>,
): Html | null {
  if (pages !== undefined) return pagerView(pages, { path, query, language });
  if (!next) return null;
  const kept = Object.fromEntries(filters.map(({ name, value }) => [name, value]));
  const address = addressOf(path, { ...(search && { q: searchIn(query) }), ...kept, ...next });
  return onwardView({ list: title, href: at(address, language) }, language);
}
