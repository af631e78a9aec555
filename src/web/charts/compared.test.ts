import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../platform/text/html.ts';
import { changeText, comparedView } from './compared.ts';

test('a change is told in percent, unless there is nothing to compare with or it is beyond all measure', () => {
  assert.equal(changeText(115, 100, 'en'), '+15%');
  assert.equal(changeText(50, 100, 'ru'), '−50\u00a0%');
  assert.equal(changeText(1001, 1000, 'en'), '0%');
  assert.equal(changeText(5, 0, 'en'), null);
  assert.equal(changeText(2000, 1, 'en'), null);
});

const text = (before: number, isShare = false): string =>
  html`${comparedView({ now: 30, before, days: 29, format: String, isShare }, 'en')}`.markup.replaceAll(
    /<[^>]+>/g,
    '',
  );

test('both times are told, of a share without a change', () => {
  assert.equal(text(20), '30 in the 29 days before today; in the 29 days before them 20 (+50%)');
  assert.equal(text(0), '30 in the 29 days before today; in the 29 days before them none');
  assert.equal(text(20, true), '30 in the 29 days before today; in the 29 days before them 20');
});
