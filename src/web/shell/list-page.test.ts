import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from './filters-view.ts';
import { listPage } from './list-page.ts';
import type { PageCall } from './page-call.ts';
import type { Columns } from './rows-view.ts';

interface Gift {
  id: number;
  name: string;
  at: Date;
}

const columns: Columns<Gift> = [
  { name: 'Number', sort: 'id', by: ({ id }) => id, cell: ({ id }) => `№ ${id}` },
  { name: 'Name', phone: 'line', leads: true, sort: 'name', cell: ({ name }) => name },
  { name: 'Made', key: 'made', sort: 'made', cell: ({ at }) => at },
  false,
];
const rows: readonly Gift[] = [
  { id: 9, name: 'Tea', at: new Date(30) },
  { id: 10, name: 'Books', at: new Date(20) },
];

const state: Filter = { name: 'state', label: 'State', value: '', choices: [], any: 'any' };

interface Look {
  query?: Record<string, string>;
  hidden?: string[];
  shown?: readonly Gift[];
  state?: string;
  next?: Record<string, string>;
}

function shown({ query = {}, hidden = [], shown: some = rows, state: value = '', next }: Look = {}): string {
  const call = { query, hidden: new Set(hidden), language: 'en', views: null, party: { side: 'client' } };
  const empty = { text: 'Nothing yet.', action: 'Begin', filtered: 'Nothing such.' };
  const filters = [{ ...state, value }];
  const list = { path: '/c/gifts', title: 'Gifts', filters, columns, rows: some, empty, next };
  const { main } = listPage(list, call as unknown as PageCall<unknown>);
  return (main as { markup: string }).markup;
}

const order = (markup: string): string[] => markup.match(/№ \d+/g) ?? [];

test('a row has the cells of its columns, but for those that are left out', () => {
  assert.match(shown(), /<td data-name="Number">№ 9<\/td><td data-name="Name" class="line way">Tea<\/td>/);
  assert.equal(shown().match(/<th /g)?.length, 3);
  assert.match(shown(), /<td data-name="Made"><time datetime="1970-01-01T00:00:00.030Z">/);
  assert.doesNotMatch(shown({ hidden: ['made'] }), /<t[hd][^>]*>(?:<time|<a[^>]*>Made)/);
});

test('rows are sorted by what their column compares, else by what its cell says', () => {
  assert.deepEqual(order(shown()), ['№ 9', '№ 10']);
  assert.deepEqual(order(shown({ query: { sort: '-id' } })), ['№ 10', '№ 9']);
  assert.deepEqual(order(shown({ query: { sort: 'name' } })), ['№ 10', '№ 9']);
  assert.deepEqual(order(shown({ query: { sort: '-made' } })), ['№ 9', '№ 10']);
});

test('a list without rows says whether there are none, or none such', () => {
  assert.match(shown({ shown: [] }), /Nothing yet\.<\/p>Begin/);
  assert.match(shown({ shown: [], state: 'new' }), /Nothing such\./);
  assert.match(shown({ shown: [], query: { older: '5' } }), /Nothing such\./, 'past its end');
});

test('the way on keeps the filters', () => {
  const markup = shown({ state: 'new', next: { after: '7' } });
  assert.match(markup, /rel="next" href="\/c\/gifts\?state=new&amp;after=7&amp;lang=en"/);
  assert.doesNotMatch(shown(), /rel="next"/);
});
