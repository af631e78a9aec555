import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceOrder, type Slice } from '../../platform/database/slice.ts';
import { listed, listLength, pagerView, sliceOf, tableView } from './list-view.ts';

const all = Array.from({ length: 2 * listLength + 7 }, (_empty, index) => index + 1);

/** As the database answers. */
function found(slice: Slice): number[] {
  const { fromKey } = slice;
  const isOlder = sliceOrder(slice)[1] === 'desc';
  return all
    .filter((key) => fromKey === null || (isOlder ? key < fromKey : key > fromKey))
    .toSorted((one, other) => (isOlder ? other - one : one - other))
    .slice(0, listLength + 1);
}

const page = (query: Record<string, string>) => {
  const slice = sliceOf(query);
  return listed(found(slice), slice, (key) => key);
};

test('the links to older and newer rows reach each row once', () => {
  const seen: number[] = [];
  let at = page({});
  assert.equal(at.newer, null);
  seen.push(...at.rows);
  while (at.older !== null) {
    at = page({ older: String(at.older) });
    seen.push(...at.rows);
  }
  assert.deepEqual(seen, all.toReversed());
  const oldest = at;
  while (at.newer !== null) at = page({ newer: String(at.newer) });
  assert.deepEqual(at.rows, page({}).rows, 'back at the newest');
  assert.deepEqual(oldest.rows.at(-1), 1);
});

test('on a phone a cell stands where its table says, else beside the name of its column', () => {
  const columns = [{ name: 'Number' }, { name: 'Sum', look: 'sum' as const }, { name: 'Note' }];
  const { markup } = tableView({ caption: 'Orders', columns, phone: ['start', 'end'], rows: [[1, 2, 3]] });
  assert.match(
    markup,
    /<td data-name="Number" class="start">1<\/td><td data-name="Sum" class="sum end">2<\/td><td data-name="Note">3</,
  );
});

test('an invalid key is ignored', () => {
  for (const older of ['', '-1', 'x', '1e3', '9'.repeat(16)]) {
    assert.deepEqual(sliceOf({ older }), { fromKey: null, direction: 'older' });
  }
});

test('the links of filters keep the other filters and drop the page', () => {
  const place = {
    path: '/c/orders',
    query: { state: 'failed', older: '7', lang: 'en' },
    language: 'en',
  } as const;
  const { markup } = pagerView({ newer: 5, older: 3 }, place) ?? assert.fail('no links');
  assert.match(markup, /href="\/c\/orders\?state=failed&amp;newer=5&amp;lang=en"/);
  assert.match(markup, /href="\/c\/orders\?state=failed&amp;older=3&amp;lang=en"/);
  assert.equal(pagerView({ newer: null, older: null }, place), null);
});
