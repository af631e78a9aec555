import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf } from './product-codes.ts';

const shop = 'https://shop.example/giftcards';

test('a product code comes from its own address, else its title, else title and id', () => {
  const codes = codesOf(
    [
      { id: 1, title: 'Сундук', url: `${shop}/sunduk` },
      { id: 2, title: 'Чайная «Щепотка», ёлочная', url: shop },
      { id: 3, title: 'Same', url: `${shop}/` },
      { id: 4, title: ' SAME ', url: shop },
      { id: 5, title: '«»', url: '' },
      { id: 6, title: 'Other', url: 'https://else.example/x/sunduk/' },
    ],
    [],
  );
  assert.deepEqual(
    [...codes],
    [
      [1, 'sunduk'],
      [2, 'chaynaya-schepotka-yolochnaya'],
      [3, 'same'],
      [4, 'same-4'],
      [5, 'product-5'],
      [6, 'other'],
    ],
  );
});

test('codes and addresses of known products stay theirs', () => {
  const known = [
    { code: 'tea', url: `${shop}/tea` },
    { code: 'lone', url: shop },
  ];
  const codes = codesOf(
    [
      { id: 7, title: 'Tea', url: '' },
      { id: 8, title: 'Lone', url: shop },
    ],
    known,
  );
  assert.deepEqual([...codes.values()], ['tea-7', 'lone-8']);
});

test('a long title gives a code of limited length without a trailing dash', () => {
  const [code = ''] = codesOf([{ id: 1, title: 'слово '.repeat(100), url: '' }], []).values();
  assert.ok(code.length <= 60 && /[a-z]$/.test(code), code);
});
