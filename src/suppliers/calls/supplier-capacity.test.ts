import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  circuitBreaker,
  failuresToOpen,
  maxCallsOfSupplier,
  openMs,
  supplierCapacity,
  type Flight,
} from './supplier-capacity.ts';

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

const tea = 7;

/** Fills all slots of a supplier that has answered quickly before. */
async function fullCapacity({ mayWait }: { mayWait: boolean }) {
  let ms = 0;
  const capacity = supplierCapacity(() => ms);
  const begin = async (): Promise<Flight> => {
    const flight = await capacity.start(tea, mayWait);
    assert.ok(flight !== null);
    return flight;
  };
  const first = await begin();
  ms += 5;
  capacity.end(first, true, at(0));
  const flights = await Promise.all(Array.from({ length: maxCallsOfSupplier }, begin));
  const claimable = (): number | undefined => capacity.capacities(at(0)).capacities[0];
  return { capacity, flights, claimable };
}

test('exchanges are claimed ahead only of a supplier that may be asked twice', async () => {
  const once = await fullCapacity({ mayWait: false });
  assert.equal(once.claimable(), 0);
  const twice = await fullCapacity({ mayWait: true });
  assert.ok((twice.claimable() ?? 0) > maxCallsOfSupplier);
});

test('an exchange claimed ahead starts when a call ends, and half of those ahead are replaced at once', async () => {
  const { capacity, flights, claimable } = await fullCapacity({ mayWait: true });
  const ahead = claimable() ?? 0;
  const waiting = Array.from({ length: ahead }, () => capacity.start(tea, true));
  assert.equal(claimable(), 0);
  for (const flight of flights) capacity.end(flight, true, at(1));
  const started = await Promise.all(waiting.slice(0, maxCallsOfSupplier));
  assert.ok(!started.includes(null));
  for (const flight of started) capacity.end(flight as Flight, true, at(1));
  assert.ok((claimable() ?? 0) >= maxCallsOfSupplier, 'more than half of those ahead have begun');
});

test('what was claimed ahead is given back uncalled once the supplier stops answering', async () => {
  const { capacity, flights, claimable } = await fullCapacity({ mayWait: true });
  const waiting = Array.from({ length: 10 }, () => capacity.start(tea, true));
  for (const flight of flights.slice(0, failuresToOpen)) capacity.end(flight, false, at(1));
  const begun = (await Promise.all(waiting)).filter((flight) => flight !== null);
  assert.equal(begun.length, failuresToOpen - 1, 'until the breaker opened');
  assert.equal(claimable(), 0);
});
