import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadsText } from './loads-text.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test('whoever agrees to codes reads how many they are, for how much, and what is left out', () => {
  const faces = [
    { faceKopecks: 50_000, codes: 1200, sumKopecks: 60_000_000, inactive: 3 },
    { faceKopecks: 100_000, codes: 2, sumKopecks: 200_000, inactive: 0 },
  ];
  const loads = { codes: 1202, sumKopecks: 60_200_000, faces, leftOut: 4 };
  assert.equal(
    plain(loadsText(loads, 'ru')),
    'кодов: 1 202, всего на 602 000 ₽; 500 ₽ × 1 200; 1 000 ₽ × 2; неактивных: 3; строк не загрузится: 4',
  );
  assert.equal(
    plain(loadsText({ ...loads, leftOut: 0 }, 'en')),
    'codes: 1,202, 602,000 ₽ in total; 500 ₽ × 1,200; 1,000 ₽ × 2; inactive: 3',
  );
});

test('faces beyond twenty are counted', () => {
  const faces = Array.from({ length: 23 }, (_, face) => ({
    faceKopecks: (face + 1) * 10_000,
    codes: 1,
    sumKopecks: (face + 1) * 10_000,
    inactive: 0,
  }));
  const text = plain(loadsText({ codes: 23, sumKopecks: 2_760_000, faces, leftOut: 0 }, 'en'));
  assert.match(text, /2,000 ₽ × 1; further face values: 3$/);
});
