import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circuitBreaker, failuresToOpen, openMs } from './supplier-capacity.ts';

const began = Date.parse('2026-11-21T12:00:00+03:00');
const at = (ms: number): Date => new Date(began + ms);

function failTimes(breaker: ReturnType<typeof circuitBreaker>, count: number): void {
  for (let call = 0; call < count; call += 1) breaker.report(breaker.begin(), false, at(0));
}

test('the circuit breaker opens after consecutive failures, probes later, and closes on the first answer', () => {
  const breaker = circuitBreaker();
  failTimes(breaker, failuresToOpen - 1);
  assert.equal(breaker.state(at(0)), 'closed');
  failTimes(breaker, 1);
  assert.equal(breaker.state(at(openMs - 1)), 'open');
  assert.equal(breaker.state(at(openMs)), 'probing');
  breaker.report(breaker.begin(), false, at(openMs));
  assert.equal(breaker.state(at(openMs + 1)), 'open');
  breaker.report(breaker.begin(), true, at(2 * openMs));
  assert.equal(breaker.state(at(2 * openMs)), 'closed');
});

test('an answer between failures resets the count', () => {
  const breaker = circuitBreaker();
  failTimes(breaker, failuresToOpen - 1);
  breaker.report(breaker.begin(), true, at(0));
  failTimes(breaker, failuresToOpen - 1);
  assert.equal(breaker.state(at(0)), 'closed');
});

test('time-outs of earlier calls are ignored once the supplier has answered a later one', () => {
  const breaker = circuitBreaker();
  const hanging = Array.from({ length: 20 }, () => breaker.begin());
  breaker.report(breaker.begin(), true, at(0));
  for (const turn of hanging) breaker.report(turn, false, at(1));
  assert.equal(breaker.state(at(1)), 'closed');
});
