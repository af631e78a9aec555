import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failurePage } from './failure-page.ts';

test('who may sign in is shown a way on, a recipient of a gift is not', () => {
  const wayOn = /<a class="button main" href="\/home\?lang=en">To my start page<\/a>/;
  for (const address of ['/o', '/c/orders/99', '/s?x=1', '/team/nobody'])
    assert.match(failurePage('not-found', 'en', address).markup, wayOn, address);
  for (const address of ['/', '/gift/abc', '/orders', '/status'])
    assert.doesNotMatch(failurePage('not-found', 'en', address).markup, wayOn, address);
  assert.match(failurePage('failed', 'ru', '/o/find').markup, /href="\/home\?lang=ru">На главную</);
});
