import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlainFailure } from './failure-labels.ts';
import { failurePage } from './failure-page.ts';

const markupAt = (failure: PlainFailure, address: string, isAct = false): string =>
  failurePage(failure, { language: 'en', address, isAct, session: null }).markup;

test('every failure page has a way on', () => {
  const wayOn = /<a class="button main" href="([^"]*)">([^<]+)<\/a>/;
  for (const address of ['/o', '/c/orders/99', '/s?x=1', '/team/nobody'])
    assert.deepEqual(wayOn.exec(markupAt('not-found', address))?.slice(1), [
      '/home?lang=en',
      'To my start page',
    ]);
  for (const address of ['/gift/abc', '/orders', '/status'])
    assert.deepEqual(wayOn.exec(markupAt('not-found', address))?.slice(1), [
      '/?lang=en',
      'To the front page',
    ]);
  // The page itself, without repeating its address; an act is not to be done twice.
  assert.deepEqual(wayOn.exec(markupAt('away', '/o/find?q=1'))?.slice(1), ['', 'Open again']);
  assert.deepEqual(wayOn.exec(markupAt('failed-act', '/o/find', true))?.[1], '/home?lang=en');
});

test('a failure page links to the other language without repeating its address', () => {
  const markup = markupAt('not-found', '/g/a-token');
  assert.match(markup, /<a href="\?lang=ru" lang="ru"/);
  assert.doesNotMatch(markup, /a-token/);
});
