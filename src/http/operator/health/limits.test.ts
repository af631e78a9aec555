import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { oldSnapshotSeconds } from '../../../platform/database/oldest-snapshot.ts';
import { queueKinds } from '../../../reports/health/queues.ts';
import { issueLimit, unclearCalls } from '../../../reports/health/read-minutes.ts';
import { oldHeartbeatMs } from '../../../upkeep/setup/check-heartbeat.ts';
import { judge, sharesOver } from './limits.ts';

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

const alerts = readFileSync(new URL('../../../../docs/monitoring/alerts.yml', import.meta.url), 'utf8');
const expressions = [...alerts.matchAll(/expr: (.+)$/gm)].map(([, expression = '']) => expression);

test('the limits are those of the alerts', () => {
  const ofQueues = Object.values(queueKinds).flatMap((queue) =>
    'limitSeconds' in queue
      ? [`max(facevalue_oldest_due_seconds{queue="${queue.metric}"}) > ${queue.limitSeconds}`]
      : [],
  );
  const unclear = unclearCalls.outcomes.join('|');
  for (const expression of [
    ...ofQueues,
    `histogram_quantile(${issueLimit.share}, sum by (le) (rate(facevalue_issue_seconds_bucket[10m]))) > ${issueLimit.seconds}`,
    `sum by (supplier) (rate(facevalue_supplier_calls_total{outcome=~"${unclear}"}[${unclearCalls.minutes}m])) > ${unclearCalls.limitShare} * sum by (supplier) (rate(facevalue_supplier_calls_total[${unclearCalls.minutes}m]))`,
    `max(facevalue_oldest_snapshot_seconds) > ${oldSnapshotSeconds}`,
    `max by (instance) (facevalue_heartbeat_age_seconds) > ${oldHeartbeatMs / 1000}`,
  ])
    assert.ok(expressions.includes(expression), expression);
  const queueAlerts = expressions.filter((one) => one.includes('facevalue_oldest_due_seconds'));
  assert.equal(queueAlerts.length, ofQueues.length);
});
