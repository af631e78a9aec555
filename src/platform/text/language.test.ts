import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage } from './language.ts';

test('the address decides before the browser, the browser before the default', () => {
  assert.equal(chooseLanguage('en', 'ru'), 'en');
  assert.equal(chooseLanguage(undefined, 'en-GB,en;q=0.9'), 'en');
  assert.equal(chooseLanguage(undefined, undefined), 'ru');
});

test('languages are ranked by weight; unknown and refused ones are skipped', () => {
  assert.equal(chooseLanguage(undefined, 'en;q=0.4, ru;q=0.8'), 'ru');
  assert.equal(chooseLanguage(undefined, 'de, fr;q=0.9, en;q=0.1'), 'en');
  assert.equal(chooseLanguage(undefined, 'en;q=0'), 'ru');
});

test('an invalid header gives Russian', () => {
  assert.equal(chooseLanguage(['en', 'ru'], ';;q=,,'), 'ru');
  assert.equal(chooseLanguage('__proto__', 'x'.repeat(100_000)), 'ru');
});
