/**
 * Lists that are whole on one page are sorted by their columns. Lists of history stay in the order of their index: sorted by
 * anything else, each page of them would read all of it.
 */
import { html, type Html } from '../../platform/text/html.ts';
import { addressOf, at } from '../request-language.ts';
import type { PageCall } from './page-call.ts';

/** What rows are compared by, under the name that stands in the address: `?sort=client`, or `?sort=-client` the other way round. */
export type SortKeys<Row> = Readonly<Record<string, (row: Row) => string | number | Date>>;

/** Rows with equal values stay as they were. */
export function sortedBy<Row>(
  rows: readonly Row[],
  keys: SortKeys<Row>,
  { query, language }: Pick<PageCall<unknown>, 'query' | 'language'>,
): readonly Row[] {
  const { name, isDown } = sortIn(query);
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (key === undefined) return rows;
  const texts = new Intl.Collator(language, { numeric: true });
  const compare = (one: Row, other: Row): number => {
    const [a, b] = [key(one), key(other)];
    return typeof a === 'string' ? texts.compare(a, String(b)) : Number(a) - Number(b);
  };
  return rows.toSorted((one, other) => (isDown ? compare(other, one) : compare(one, other)));
}

const sortIn = ({ sort = '' }: PageCall<unknown>['query']): { name: string; isDown: boolean } =>
  sort.startsWith('-') ? { name: sort.slice(1), isDown: true } : { name: sort, isDown: false };

export interface Sorting {
  call: Pick<PageCall<unknown>, 'query' | 'language'>;
  /** Address of the list. */
  path: string;
}

interface SortingHead {
  /** How the list is sorted by this column now. */
  now: 'ascending' | 'descending' | null;
  link: Html;
}

/** The head of a column as the way to the list sorted by it, upwards first. */
export function sortingHead(name: string, sort: string, { call, path }: Sorting): SortingHead {
  const { query, language } = call;
  const now = sortIn(query);
  const isSorted = now.name === sort;
  const next = isSorted && !now.isDown ? `-${sort}` : sort;
  return {
    now: isSorted ? (now.isDown ? 'descending' : 'ascending') : null,
    link: html`<a href="${at(addressOf(path, { ...query, sort: next }), language)}">${name}</a>`,
  };
}
