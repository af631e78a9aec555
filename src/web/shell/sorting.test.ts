import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableView } from './list-view.ts';
import { sortedBy, type SortKeys } from './sorting.ts';

interface Row {
  id: number;
  name: string;
  at: Date;
}

const rows: readonly Row[] = [
  { id: 1, name: 'Ёлка', at: new Date(30) },
  { id: 2, name: 'Арбуз 10', at: new Date(20) },
  { id: 3, name: 'Арбуз 9', at: new Date(20) },
  { id: 4, name: 'Жук', at: new Date(10) },
];
const keys: SortKeys<Row> = { name: ({ name }) => name, at: ({ at }) => at };
const ids = (sort: string | undefined) =>
  sortedBy(rows, keys, { query: sort === undefined ? {} : { sort }, language: 'ru' }).map(({ id }) => id);

test('rows are sorted by what the address names, both ways; equal ones stay as they were', () => {
  assert.deepEqual(ids('name'), [3, 2, 1, 4]);
  assert.deepEqual(ids('-name'), [4, 1, 2, 3]);
  assert.deepEqual(ids('at'), [4, 2, 3, 1]);
  assert.deepEqual(ids('-at'), [1, 2, 3, 4]);
});

test('a name that is none leaves the order of the list', () => {
  for (const sort of [undefined, '', '-', 'id', 'toString', '__proto__', '-constructor'])
    assert.deepEqual(ids(sort), [1, 2, 3, 4], String(sort));
});

const head = (sort: string): string =>
  tableView({
    caption: 'List',
    columns: [{ name: 'Name', sort: 'name' }, { name: 'Note' }],
    sorting: { call: { query: { sort, state: 'failed' }, language: 'en' }, path: '/o/list' },
    rows: [],
  }).markup;

test('the head of the sorted column says so and leads to the other direction, with the filters', () => {
  assert.match(
    head('name'),
    /<th scope="col" aria-sort="ascending"><a href="\/o\/list\?sort=-name&amp;state=failed&amp;lang=en">Name</,
  );
  assert.match(
    head('-name'),
    /aria-sort="descending"><a href="\/o\/list\?sort=name&amp;state=failed&amp;lang=en">/,
  );
  assert.match(head('other'), /<th scope="col"><a [^>]*>Name<\/a><\/th><th scope="col">Note<\/th>/);
});
