import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage } from './language.ts';

test('the address decides before the browser, the browser before the default', () => {
  assert.equal(chooseLanguage('en', 'ru'), 'en');
  assert.equal(chooseLanguage(undefined, 'en-GB,en;q=0.9'), 'en');
  assert.equal(chooseLanguage(undefined, undefined), 'ru');
});

test('weights rank the wishes, unknown languages and refused ones are passed over', () => {
  assert.equal(chooseLanguage(undefined, 'en;q=0.4, ru;q=0.8'), 'ru');
  assert.equal(chooseLanguage(undefined, 'de, fr;q=0.9, en;q=0.1'), 'en');
  assert.equal(chooseLanguage(undefined, 'en;q=0'), 'ru');
});

test('rubbish is answered in Russian', () => {
  assert.equal(chooseLanguage(['en', 'ru'], ';;q=,,'), 'ru');
  assert.equal(chooseLanguage('__proto__', 'x'.repeat(100_000)), 'ru');
});
