/** The pictures of docs/concepts.md say what the code does, in both languages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { callbackRetryMinutes } from '../../src/callbacks/send-callbacks.ts';
import { effectOn, transferKinds, type AccountName } from '../../src/ledger/post-transfers.ts';
import { codeStates } from '../../src/redemption/code-state.ts';
import { legalMoves, requestStates } from '../../src/orders/states.ts';

const docs = join(import.meta.dirname, '../../docs');
const read = (path: string): string => readFileSync(join(docs, path), 'utf8');
const languages = [
  { page: 'concepts.md', pictures: 'pictures' },
  { page: 'ru/concepts.md', pictures: 'pictures/ru' },
];

const attributes = (svg: string, name: string): string[] =>
  [...svg.matchAll(new RegExp(`data-${name}="([^"]+)"`, 'g'))].map(([, value = '']) => value);

/** The first column of the tables of a page, where it is code. */
const rowsOf = (page: string): string[] =>
  [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);

for (const { page, pictures } of languages) {
  test(`${page}: the picture of states has every move of a request and no other`, () => {
    const drawn = attributes(read(`${pictures}/order-states.svg`), 'move').flatMap((moves) =>
      moves.split(', '),
    );
    const legal = requestStates.flatMap((from) => Object.keys(legalMoves[from]).map((to) => `${from} ${to}`));
    assert.deepEqual(drawn.toSorted(), legal.toSorted());
  });

  test(`${page}: the picture of money has every transfer between its accounts`, () => {
    const drawn = attributes(read(`${pictures}/order-money.svg`), 'transfer').map((one) => one.split(' '));
    assert.deepEqual(new Set(drawn.map(([kind]) => kind)), new Set(transferKinds));
    for (const kind of transferKinds) {
      const [, from, to] = drawn.find(([drawnKind]) => drawnKind === kind) as [
        string,
        AccountName,
        AccountName,
      ];
      assert.deepEqual([effectOn(from, kind), effectOn(to, kind)], [-1, 1], kind);
    }
  });

  test(`${page}: the picture of attempts has their pauses`, () => {
    const texts = [...read(`${pictures}/callback-attempts.svg`).matchAll(/>\+(\d+)</g)];
    assert.deepEqual(
      texts.map(([, minutes]) => Number(minutes)),
      [...callbackRetryMinutes],
    );
  });

  test(`${page}: the tables explain every state of requests, codes and callbacks`, () => {
    const text = read(page);
    const rows = rowsOf(text);
    for (const state of [...requestStates, 'due', 'accepted', 'abandoned', 'pool', 'platform', 'api'])
      assert.ok(rows.includes(state), state);
    for (const state of codeStates) assert.ok(text.includes(`\`${state}\``), state);
    for (const kind of transferKinds) assert.ok(text.includes(`\`${kind}\``), kind);
  });
}
