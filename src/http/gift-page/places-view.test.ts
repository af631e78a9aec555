import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from '../../catalog/find-places.ts';
import type { Use } from '../../certificates/certificate.ts';
import { placesView } from './places-view.ts';
import { giftLabels } from './labels.ts';

const shop = (locality: string, number: number, degrees = true): Place => ({
  area: 'Область',
  locality,
  address: `ул. Мира, д. ${number}`,
  lat: degrees ? '55.75' : '',
  lon: degrees ? '37.61' : '',
});

const noRules: Use = { acceptance: 'any', mostInOnePurchase: null };

const view = (first: Place[], total = first.length, www = '', use = noRules) =>
  placesView({ places: { first, total }, www, use }, 'ru', giftLabels.ru)?.markup.replaceAll('\u00a0', ' ');

test('without a website and shops the section is empty', () => {
  assert.equal(view([]), undefined);
  assert.equal(view([], 0, 'javascript:alert(1)'), undefined);
  assert.match(view([], 0, 'https://www.brand.example/shop') ?? '', /brand\.example<\/a>/);
});

const rules = (use: Partial<Use>) => view([], 0, '', { ...noRules, ...use });

test('how it is used is said where somebody has said it', () => {
  assert.match(rules({ acceptance: 'eshop' }) ?? '', /Принимают на сайте/);
  assert.match(rules({ acceptance: 'offline' }) ?? '', /Принимают в магазинах/);
  assert.match(rules({ acceptance: 'no' }) ?? '', /напечат/);
  assert.equal(rules({ acceptance: 'exchange' }), undefined);
  assert.match(rules({ mostInOnePurchase: 1 }) ?? '', /один такой сертификат/);
  assert.match(rules({ mostInOnePurchase: 5 }) ?? '', /не больше 5 таких сертификатов/);
  assert.match(rules({ mostInOnePurchase: 21 }) ?? '', /не больше 21 такого сертификата/);
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
