/** What the bench says of its figures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intervalOfMedian, judge } from '../../bench/report/confidence.ts';
import { countedLine, lineOf } from '../../bench/report/line.ts';
import { tableOf } from '../../bench/report/table.ts';

test('of nine rounds the second to the eighth hold the median with 96 % confidence', () => {
  const { low, high, confidence } = intervalOfMedian([9, 1, 8, 2, 7, 3, 6, 4, 5]);
  assert.deepEqual([low, high], [2, 8]);
  assert.equal(Math.round(confidence * 1000), 961);
});

test('few rounds have their whole range, and the confidence that it is worth', () => {
  assert.deepEqual(intervalOfMedian([3, 1, 2]), { low: 1, high: 3, confidence: 0.75 });
  assert.deepEqual(intervalOfMedian([7]), { low: 7, high: 7, confidence: 0 });
  const six = intervalOfMedian([6, 1, 2, 3, 4, 5]);
  assert.deepEqual([six.low, six.high], [1, 6]);
  assert.equal(Math.round(six.confidence * 1000), 969);
});

test('the interval holds the median as often as it says', () => {
  // Each round is below the median or above it, like a coin: all 512 throws of nine.
  const held = Array.from({ length: 512 }, (_, throws) =>
    Array.from({ length: 9 }, (__, round) => ((throws >> round) & 1 ? 1 : -1)),
  ).filter((rounds) => {
    const { low, high } = intervalOfMedian(rounds);
    return low < 0 && high > 0;
  });
  assert.equal(held.length / 512, intervalOfMedian(Array.from({ length: 9 }, () => 0)).confidence);
});

const between = (low: number, high: number, confidence = 0.96) => ({ low, high, confidence });

test('an aim is missed only if the whole interval is on the wrong side', () => {
  const least = { least: 10 };
  const most = { most: 10 };
  assert.equal(judge(least, between(10, 12)), 'met');
  assert.equal(judge(least, between(9, 12)), 'unsure');
  assert.equal(judge(least, between(7, 9)), 'missed');
  assert.equal(judge(most, between(7, 10)), 'met');
  assert.equal(judge(most, between(9, 12)), 'unsure');
  assert.equal(judge(most, between(11, 12)), 'missed');
  assert.equal(judge(most, between(11, 12, 0.75)), 'unsure', 'too few rounds');
});

test('a ratio is that of rounds beside each other, so that what slows both alike is no noise', () => {
  const beside = [100, 50, 80, 100, 25, 90, 60, 70, 40];
  const line = lineOf({
    section: 'accept',
    what: 'orders',
    unit: 'orders/s',
    rounds: beside.map((one) => one / 2),
    beside: { what: 'bare', rounds: beside },
    ratioAim: { least: 0.6 },
  });
  assert.equal(line.ratio, 0.5);
  assert.equal(line.ratioNoise, 0);
  assert.equal(line.aim?.verdict, 'missed');
  assert.match(tableOf([line]), /orders +35\.0 orders\/s ±43 % +bare +70\.0 +0\.50× ±0 % +≥ 0\.6× +missed/);
});

test('a line says that it is unsure, and how noisy', () => {
  const rounds = [4, 8, 9, 9, 10, 11, 11, 12, 20];
  const line = lineOf({ section: 'bulk', what: 'p99', unit: 'ms', rounds, aim: { most: 11 } });
  assert.match(tableOf([line]), /p99 +10\.0 ms ±20 % +≤ 11 ms +unsure: noise ±20 %/);
});

test('of few rounds it says that they are too few', () => {
  const line = lineOf({ section: 'bulk', what: 'p99', unit: 'ms', rounds: [4, 8], aim: { most: 11 } });
  assert.match(tableOf([line]), /unsure: too few rounds/);
});

test('what is counted needs no second look', () => {
  const line = countedLine({ section: 'pull', what: 'memory', unit: 'MiB', value: 65, aim: { most: 64 } });
  assert.equal(line.aim?.verdict, 'missed');
});
