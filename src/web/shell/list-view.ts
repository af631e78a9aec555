import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Slice } from '../../platform/database/slice.ts';
import { addressOf, at } from '../request-language.ts';
import { shellLabels } from './labels.ts';
import { sortingHead, type Sorting } from './sorting.ts';

/** Rows of a list on one page. */
export const listLength = 50;

/** The slice that an address asks for: `?older=KEY` or `?newer=KEY`. */
export function sliceOf(query: Readonly<Record<string, string>>): Slice {
  const [older, newer] = [keyIn(query['older']), keyIn(query['newer'])];
  return older === null && newer !== null
    ? { fromKey: newer, direction: 'newer' }
    : { fromKey: older, direction: 'older' };
}

const keyIn = (text: string | undefined): number | null =>
  /^\d{1,15}$/.test(text ?? '') ? Number(text) : null;

/** A page of a list, newest first. */
export interface Listed<Row> {
  rows: Row[];
  /** Keys for the links to what is newer and older; null where nothing is. */
  newer: number | null;
  older: number | null;
}

/** Rows of a slice in its order, one more than a page has: it tells whether there is more. */
export function listed<Row>(
  found: readonly Row[],
  { fromKey, direction }: Slice,
  keyOf: (row: Row) => number,
): Listed<Row> {
  const isOlder = direction === 'older';
  const more = found.length > listLength;
  const kept = found.slice(0, listLength);
  const rows = isOlder ? kept : kept.toReversed();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    newer: first !== undefined && (isOlder ? fromKey !== null : more) ? keyOf(first) : null,
    older: last !== undefined && (isOlder ? more : true) ? keyOf(last) : null,
  };
}

/** The page of a list that the address asks for. */
export async function readPage<Row>(
  query: Readonly<Record<string, string>>,
  read: (slice: Slice & { limit: number }) => Promise<readonly Row[]>,
  keyOf: (row: Row) => number,
): Promise<Listed<Row>> {
  const slice = sliceOf(query);
  return listed(await read({ ...slice, limit: listLength + 1 }), slice, keyOf);
}

/** The last row of the page before, of a list that is read by a moment and a number: `?after=MILLISECONDS.NUMBER`. */
export function afterIn({ after = '' }: Readonly<Record<string, string>>): { at: Date; id: number } | null {
  const [, ms, id] = /^(\d{1,14})\.(\d{1,15})$/.exec(after) ?? [];
  return ms === undefined ? null : { at: new Date(Number(ms)), id: Number(id) };
}

/** The same for the address; some lists have texts instead of numbers. */
export const afterRow = (instant: Date, id: number | string): { after: string } => ({
  after: `${instant.getTime()}.${id}`,
});

export interface PagerPlace {
  path: string;
  query: Readonly<Record<string, string>>;
  language: Language;
}

/** Links to newer and older rows; the filters stay. */
export function pagerView(list: Pick<Listed<unknown>, 'newer' | 'older'>, place: PagerPlace): Html | null {
  const { path, query, language } = place;
  const { newer: _newer, older: _older, ...kept } = query;
  const to = (name: 'newer' | 'older'): string | null =>
    list[name] === null ? null : addressOf(path, { ...kept, [name]: String(list[name]) });
  const ways = { newer: to('newer'), older: to('older') };
  return waysView(ways, shellLabels[language].listPages, language);
}

/** Keys of what stands beside one thing of a list; null where the list ends. */
export interface Beside {
  newer: number | null;
  older: number | null;
}

/** Asks a list for one row in each direction. */
export async function besideOf(
  key: number,
  next: (slice: Slice & { limit: 1 }) => Promise<number | undefined>,
): Promise<Beside> {
  const ask = { fromKey: key, limit: 1 } as const;
  const [newer, older] = await Promise.all([
    next({ ...ask, direction: 'newer' }),
    next({ ...ask, direction: 'older' }),
  ]);
  return { newer: newer ?? null, older: older ?? null };
}

interface WayBack {
  /** Address and name of the list. */
  list: string;
  name: string;
  /** The filters of the list. */
  filters: Readonly<Record<string, string>>;
  /** Null: what stands beside it is not known. */
  beside: Beside | null;
}

/** From one thing to its list as it was filtered, and to those beside it there. */
export function wayBackView({ list, name, filters, beside }: WayBack, language: Language): Html {
  const to = (key: number | null): string | null =>
    key === null ? null : addressOf(`${list}/${key}`, filters);
  const ways = beside && { newer: to(beside.newer), older: to(beside.older) };
  return html`<div class="heading"><p><a href="${at(addressOf(list, filters), language)}">${name}</a></p>${ways && waysView(ways, shellLabels[language].beside, language, 'pager beside')}</div>`;
}

interface Ways {
  newer: string | null;
  older: string | null;
}

function waysView({ newer, older }: Ways, name: string, language: Language, look = 'pager'): Html | null {
  if (newer === null && older === null) return null;
  const labels = shellLabels[language];
  const link = (rel: 'prev' | 'next', text: string, address: string | null) =>
    address !== null && html`<a class="button" rel="${rel}" href="${at(address, language)}">${text}</a>`;
  return html`<nav class="${look}" aria-label="${name}">${link('prev', labels.newer, newer)}${link('next', labels.older, older)}</nav>`;
}

/** The only way on of a list that is read in one direction: to what is older, or to what comes next. */
export const onwardView = (
  onward: { list: string; href: string; to?: 'older' | 'further' },
  language: Language,
): Html =>
  html`<nav class="pager onward" aria-label="${onward.list}"><a class="button" rel="next" href="${onward.href}">${shellLabels[language][onward.to ?? 'older']}</a></nav>`;

export interface Column {
  name: string;
  /** `sum`: numbers, to the right; `address`: wide enough for most; `id`: a number, as narrow as it is. */
  look?: 'sum' | 'address' | 'id';
  /** It can be left out by this name. */
  key?: string;
  /** The list can be sorted by this name (`sortedBy`). */
  sort?: string;
}

/**
 * Where a cell stands on a phone. `named`: on a line of its own, beside its column's name. `half`: so, but two on a line.
 * The others stand without the name, for what says itself what it is: `start` and `end` of a line, or a whole `line`.
 */
export type PhoneCell = 'named' | 'half' | 'start' | 'end' | 'line';

export interface Table {
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly Content[])[];
  /** One for each column, so that long lists stay short on a phone; by default all are named. */
  phone?: readonly PhoneCell[];
  /** The column whose link is the way to what a row stands for: it covers the row. */
  leads?: number;
  /** Keys of columns to leave out. */
  hidden?: ReadonlySet<string>;
  /** How a list is sorted by its columns. */
  sorting?: Sorting;
}

/** A table whose rows become blocks on a phone. */
export function tableView({ caption, columns, rows, phone = [], leads, hidden, sorting }: Table): Html {
  const isShown = (_one: unknown, index: number): boolean => hidden?.has(columns[index]?.key ?? '') !== true;
  const cell = (content: Content, index: number): Html =>
    cellView(content, columns[index], phone[index], index === leads);
  return html`<table class="stacks${sorting !== undefined && ' sorts'}"><caption class="quiet">${caption}</caption>
<thead><tr>${columns.filter(isShown).map((column) => headView(column, sorting))}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell).filter(isShown)}</tr>\n`)}</tbody></table>`;
}

function headView({ name, look, sort }: Column, sorting: Sorting | undefined): Html {
  const head =
    sort !== undefined && sorting !== undefined
      ? sortingHead(name, sort, sorting)
      : { now: null, link: name };
  return html`<th scope="col"${look !== undefined && html` class="${look}"`}${head.now !== null && html` aria-sort="${head.now}"`}>${head.link}</th>`;
}

function cellView(
  cell: Content,
  column: Column | undefined,
  phone: PhoneCell = 'named',
  leads = false,
): Html {
  const looks = [column?.look, phone === 'named' ? undefined : phone, leads ? 'way' : undefined].filter(
    (look) => look !== undefined,
  );
  return html`<td data-name="${column?.name}"${looks.length > 0 && html` class="${looks.join(' ')}"`}>${cell}</td>`;
}

/** Instead of an empty list: why it is empty, and what can be done. */
export const emptyView = (text: Content, action: Content = null): Html =>
  html`<section class="card empty"><p>${text}</p>${action}</section>`;
