import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judge, limits, sharesOver } from './limits.ts';

const verdict = (...values: (number | null)[]) => judge({ values, limit: 60 });

test('what is beyond its limit is so now, or was so at a time', () => {
  assert.deepEqual(verdict(60, null, 0), { is: 'within' });
  assert.deepEqual(verdict(), { is: 'within' });
  assert.deepEqual(verdict(1, 1, 61, null), { is: 'now', value: 61 });
  assert.deepEqual(verdict(1, 90, 61, 2, 3), { is: 'earlier', place: 2, value: 90 });
});

test('a share is over the places before it too, and of nothing there is none', () => {
  assert.deepEqual(sharesOver([0, 1, 0, 1], [0, 1, 0, 3], 2), [null, 1, 1, 1 / 3]);
});

test('the limits are those of the alerts', () => {
  const alerts = readFileSync(new URL('../../../../docs/monitoring/alerts.yml', import.meta.url), 'utf8');
  const exprOf = (alert: string): string => alerts.split(`alert: ${alert}\n`)[1]?.split('\n')[0] ?? '';
  for (const [alert, limit] of [
    ['FacevalueIssueSlow', `> ${limits.issueSeconds}`],
    ['FacevalueOrdersNotIssued', `> ${limits.requestsSeconds}`],
    ['FacevalueLettersWait', `> ${limits.lettersSeconds}`],
    ['FacevalueCallbacksWait', `> ${limits.callbacksSeconds}`],
    ['FacevalueSuppliersUnclear', `> ${limits.unclearShare} *`],
  ] as const)
    assert.ok(exprOf(alert).includes(limit), `${alert} ${limit}`);
});
