/** The self-assessment names each requirement of levels 1 and 2 once, and each claim names a test that exists. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** How many requirements of ASVS 5.0.0 each section has at levels 1 and 2, which come first in their sections, by chapter. */
const sections: Record<number, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const all = Object.entries(sections).flatMap(([chapter, counts]) =>
  counts.flatMap((count, section) =>
    Array.from({ length: count }, (_, place) => `V${chapter}.${section + 1}.${place + 1}`),
  ),
);

interface Row {
  ids: string[];
  verdict: string;
  why: string;
  tests: string[];
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const rowsOf = (path: string): Row[] =>
  textOf(path)
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => {
      const [, ids = '', verdict = '', why = '', tests = ''] = line.split('|').map((cell) => cell.trim());
      return {
        ids: between(ids),
        verdict,
        why,
        tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one),
      };
    });

/** `V1.2.6–V1.2.8` is all from one to the other. */
function between(range: string): string[] {
  const [first = '', last = first] = range.split('–');
  const [from, to] = [all.indexOf(first), all.indexOf(last)];
  assert.ok(from >= 0 && to >= from, range);
  return all.slice(from, to + 1);
}

const pages = [
  { path: 'docs/asvs.md', met: 'met', verdicts: ['met', 'not met', 'not applicable'] },
  { path: 'docs/ru/asvs.md', met: 'выполнено', verdicts: ['выполнено', 'не выполнено', 'не применимо'] },
];

for (const { path, met, verdicts } of pages)
  test(`${path}: each chapter and each requirement stands there once, each claim with its test`, () => {
    const chapters = [...textOf(path).matchAll(/^## V(\d+) \S/gm)].map(([, number]) => Number(number));
    assert.deepEqual(chapters, Object.keys(sections).map(Number));
    assert.equal(all.length, 253);
    const rows = rowsOf(path);
    assert.deepEqual(
      rows.flatMap(({ ids }) => ids),
      all,
    );
    for (const { ids, verdict, why, tests } of rows) {
      assert.ok(verdicts.includes(verdict), `${ids[0]}: ${verdict}`);
      assert.ok(why.length > 3, `${ids[0]} says no reason`);
      assert.ok(verdict !== met || tests.length > 0, `${ids[0]} names no test`);
      for (const one of tests) assert.ok(existsSync(join(root, one)), `${ids[0]}: there is no ${one}`);
    }
  });

test('both pages say the same', () => {
  const [english = [], russian = []] = pages.map(({ path, verdicts }) =>
    rowsOf(path).map(({ ids, verdict, tests }) => [ids, verdicts.indexOf(verdict), tests]),
  );
  assert.deepEqual(russian, english);
});
