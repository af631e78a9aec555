import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLeft } from './time-left.ts';

const end = new Date('2027-03-31T23:59:59+03:00');

const on = (day: string, language: 'ru' | 'en' = 'ru') =>
  timeLeft(end, new Date(`${day}T12:00:00+03:00`), language)?.text.replaceAll('\u00a0', ' ');

test('days are counted with the right form of the word', () => {
  assert.equal(on('2027-03-31'), 'сегодня последний день');
  assert.equal(on('2027-03-30'), 'остался один день');
  assert.equal(on('2027-03-29'), 'ещё 2 дня');
  assert.equal(on('2027-03-26'), 'ещё 5 дней');
  assert.equal(on('2027-03-20'), 'ещё 11 дней');
  assert.equal(on('2027-03-19'), 'ещё 12 дней');
  assert.equal(on('2027-03-10'), 'ещё 21 день');
  assert.equal(on('2027-03-09'), 'ещё 22 дня');
  assert.equal(on('2027-03-30', 'en'), 'one day left');
  assert.equal(on('2027-03-19', 'en'), '12 days left');
});

test('long times are shown in whole months and years, rounded down', () => {
  assert.equal(on('2026-12-31'), 'ещё 90 дней');
  assert.equal(on('2026-12-30'), 'ещё 3 месяца');
  assert.equal(on('2026-10-31'), 'ещё 5 месяцев');
  assert.equal(on('2026-04-01'), 'ещё 11 месяцев');
  assert.equal(on('2025-06-30'), 'ещё 21 месяц');
  assert.equal(on('2025-03-31'), 'ещё 24 месяца');
  assert.equal(on('2025-02-28'), 'ещё 2 года');
  assert.equal(on('2022-03-01'), 'ещё 5 лет');
  assert.equal(on('2022-03-01', 'en'), '5 years left');
});

test('days are Moscow days, and a near expiry is marked', () => {
  const eve = (instant: string) => timeLeft(end, new Date(instant), 'ru')?.text;
  assert.equal(eve('2027-03-30T20:59:59Z'), 'остался один день');
  assert.equal(eve('2027-03-30T21:00:00Z'), 'сегодня последний день');
  assert.equal(timeLeft(end, new Date('2027-03-17T12:00:00Z'), 'ru')?.soon, true);
  assert.equal(timeLeft(end, new Date('2027-03-16T12:00:00Z'), 'ru')?.soon, false);
  assert.equal(timeLeft(end, new Date('2027-04-01T00:00:00+03:00'), 'ru'), null);
});
