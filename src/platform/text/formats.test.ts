import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatDate, formatFace, formatMoment, formatPrintedFace } from './formats.ts';

test('faces are grouped, and show kopecks only where there are some', () => {
  assert.equal(formatFace(100_000, 'ru'), '1\u00a0000\u00a0₽');
  assert.equal(formatFace(100_000, 'en'), '1,000\u00a0₽');
  assert.equal(formatFace(1_050, 'ru'), '10,50\u00a0₽');
  assert.equal(formatPrintedFace(10_000, 'ru'), '100\u00a0руб.');
  assert.equal(formatPrintedFace(10_000, 'en'), '100\u00a0RUB');
});

test('a day is the Moscow day, on both sides of its midnight', () => {
  assert.match(formatDate(new Date('2027-12-31T20:59:59Z'), 'ru'), /^31\sдекабря\s2027/);
  assert.match(formatDate(new Date('2027-12-31T21:00:00Z'), 'en'), /^1\u00a0January\u00a02028$/);
});

test('times are shown in Moscow time', () => {
  const evening = new Date('2027-12-31T20:59:59Z');
  assert.match(formatMoment(evening, 'ru'), /^31\sдекабря\s2027\sг\. в\s23:59$/);
  assert.equal(formatMoment(evening, 'en'), '31\u00a0December\u00a02027 at\u00a023:59');
});

test('a date says what the formats of its language say, on every day', () => {
  const locales = { ru: 'ru-RU', en: 'en-GB' } as const;
  for (const language of ['ru', 'en'] as const) {
    const format = new Intl.DateTimeFormat(locales[language], {
      dateStyle: 'long',
      timeZone: 'Europe/Moscow',
    });
    // A step that is no whole day meets every hour too.
    for (let at = Date.UTC(2023, 11, 31); at < Date.UTC(2032, 0, 2); at += 31 * 3600_000) {
      const day = new Date(at);
      assert.equal(formatDate(day, language), format.format(day).replaceAll(/\s/g, '\u00a0'));
    }
  }
});

test('a count says what the formats of its language say', () => {
  const locales = { ru: 'ru-RU', en: 'en-GB' } as const;
  for (const language of ['ru', 'en'] as const) {
    const format = new Intl.NumberFormat(locales[language], {
      useGrouping: 'always',
      maximumFractionDigits: 0,
    });
    for (const count of [0, 7, 999, 1000, 1001, 12_034, 100_000, 999_999, 1_000_000, 123_456_789, -1, -5000])
      assert.equal(formatCount(count, language), format.format(count));
  }
});
