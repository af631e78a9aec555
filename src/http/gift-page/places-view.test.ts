import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from '../../catalog/find-places.ts';
import { placesView } from './places-view.ts';
import { giftLabels } from './labels.ts';

const shop = (locality: string, number: number, degrees = true): Place => ({
  area: 'Область',
  locality,
  address: `ул. Мира, д. ${number}`,
  lat: degrees ? '55.75' : '',
  lon: degrees ? '37.61' : '',
});

const view = (first: Place[], total = first.length, www = '') =>
  placesView({ first, total }, www, 'ru', giftLabels.ru)?.markup.replaceAll('\u00a0', ' ');

test('without a website and shops the section is empty', () => {
  assert.equal(view([]), undefined);
  assert.equal(view([], 0, 'javascript:alert(1)'), undefined);
  assert.match(view([], 0, 'https://www.brand.example/shop') ?? '', /brand\.example<\/a>/);
});

test('a few shops are listed, many are folded, and the rest is counted', () => {
  const shops = Array.from({ length: 60 }, (_, index) => shop('Казань', index + 1));
  assert.doesNotMatch(view(shops.slice(0, 5)) ?? '', /<details/);
  const six = view(shops.slice(0, 6)) ?? '';
  assert.match(six, /<summary>Ещё 2 адреса<\/summary>/);
  assert.equal(six.match(/<li>/g)?.length, 6);
  const many = view(shops, 214) ?? '';
  assert.match(many, /<summary>Ещё 210 адресов<\/summary>/);
  assert.match(many, /И ещё 154 адреса/);
});

test('a shop links to the map by its coordinates, or by its address if it has none', () => {
  assert.match(
    view([shop('Казань', 1)]) ?? '',
    /href="https:\/\/yandex\.ru\/maps\/\?pt=37\.61,55\.75&amp;z=17"/,
  );
  assert.match(
    view([shop('Казань', 1, false)]) ?? '',
    /\?text=%D0%9A%D0%B0%D0%B7%D0%B0%D0%BD%D1%8C%2C%20%D1%83%D0%BB/,
  );
});
