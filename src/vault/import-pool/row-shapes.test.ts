import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtOfText } from './doubtful-text.ts';
import { rowShapes } from './row-shapes.ts';

/** How many of these are unlike the others; a slash comes before the PIN. */
function unlike(codes: readonly string[], beside: (at: number) => string = () => ''): string[] {
  const shapes = rowShapes();
  const found = codes.map((code, at) => {
    const [number = '', pin = ''] = code.split('/');
    const row = { code: { number, pin }, faceKopecks: 100, expiresAt: null, active: true };
    const doubt = doubtOfText(number);
    return shapes.of(row, beside(at), doubt === null ? null : { is: doubt, what: 'number' });
  });
  const reasons = shapes.unlike();
  return codes.filter((_, at) => reasons.has(found[at] ?? -1));
}

const many = (count: number, codeOf: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => codeOf(at));

test('codes as suppliers number them are alike', () => {
  assert.deepEqual(unlike(many(250, (at) => `AB-${at + 1}`)), [], 'a counter');
  assert.deepEqual(unlike(many(100, (at) => `AB${String(at * 7919).padStart(8, '0')}`)), []);
  const mixed = many(300, (at) =>
    ((at + 1) * 2_654_435_761).toString(36).toUpperCase().slice(-6).padStart(6, 'K'),
  );
  assert.deepEqual(unlike(mixed), [], 'letters and digits as chance has them');
  assert.deepEqual(unlike(['AA-1/01', 'AA-2/02', 'AA-3']), [], 'three rows prove nothing');
  assert.deepEqual(
    unlike([...many(10, (at) => `A${at}000000`), ...many(10, (at) => `B${at}00`)]),
    [],
    'two series',
  );
});

test('what falls out of the shape of the others is found', () => {
  const codes = many(20, (at) => `UC${String(at).padStart(6, '0')}/${1000 + at}`);
  for (const odd of [
    'UC00001/1111',
    'UC0000021/1111',
    'UC000031',
    'UC000031/111',
    'ФС000031/1111',
    'UC00#031/1111',
  ])
    assert.deepEqual(unlike([...codes, odd]), [odd]);
  for (const odd of [
    'Итого: 3 шт.',
    'Составила Анна',
    'Код',
    'Дата',
    '########',
    'NULL',
    '****1234',
    '21.11.2026',
    'резерв',
    'нет',
  ])
    assert.deepEqual(unlike([...codes, odd]), [odd]);
  assert.deepEqual(
    unlike(codes, (at) => (at === 7 ? '3' : '')),
    [codes[7]],
    'a remark beside one row',
  );
  assert.deepEqual(
    unlike(codes, () => '3'),
    [],
    'the same column is filled in all rows',
  );
});
