import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartView, type Chart } from './chart-view.ts';

const chart: Chart = {
  title: 'Orders',
  labels: ['1', '2', '3'],
  kind: 'columns',
  series: [
    { name: 'issued', values: [7, 0, 4] },
    { name: 'failed', values: [3, 0, 1], look: 'third' },
  ],
  unfinished: true,
  language: 'en',
};

test('columns are stacked, and the unfinished day is dashed', () => {
  const { markup } = chartView(chart);
  const bars = [
    ...markup.matchAll(/<rect class="([^"]+)" x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g),
  ];
  assert.deepEqual(
    bars.map(([, look, , y, tall]) => [look, Number(y), Number(tall)]),
    [
      ['main', 60, 140],
      ['main unfinished', 120, 80],
      ['third', 0, 60],
      ['third unfinished', 100, 20],
    ],
  );
  assert.match(markup, /<span>10<\/span><span>0<\/span>/);
});

test('the table has the same numbers, the newest first', () => {
  const { markup } = chartView(chart);
  const cells = [
    ...markup.matchAll(/<th scope="row">([^<]+)<\/th><td class="sum">([^<]+)<\/td><td class="sum">([^<]+)/g),
  ];
  assert.deepEqual(
    cells.map(([, ...row]) => row),
    [
      ['3 (until now)', '4', '1'],
      ['2', '0', '0'],
      ['1', '7', '3'],
    ],
  );
});

test('what never occurs is left out, and the time before marks its days', () => {
  const never = { name: 'cancelled', values: [0, null, 0], look: 'second' as const };
  const before = { name: 'days before', values: [10, 0, 8] };
  const { markup } = chartView({ ...chart, series: [...chart.series, never], before });
  assert.doesNotMatch(markup, /cancelled/);
  assert.match(markup, /<path class="before" d="M0 0h333.3M666.7 40h333.3"\/>/);
  assert.match(
    markup,
    /<li tabindex="-1"><span>1: issued\u00a07, failed\u00a03, days before\u00a010<\/span>/,
  );
  assert.match(markup, /<th scope="col" class="sum">days before<\/th>/);
  const alone = chartView({ ...chart, series: [chart.series[0] ?? never, never] }).markup;
  assert.match(alone, /<li class="main">issued<\/li>/, 'which one it is');
});

const drawn = (value: number): string => chartView({ ...chart, limits: [{ value }] }).markup;

test('a limit is drawn once values come near, and stretches the scale', () => {
  assert.doesNotMatch(drawn(100), /class="limit/);
  assert.match(drawn(20), /<path class="limit no" d="M0 0H1000"\/>/);
});

test('a line may be negative, and only its last segment is dashed', () => {
  const { markup } = chartView({
    ...chart,
    kind: 'lines',
    series: [{ name: 'balance', values: [-10, 10, null] }],
    unfinished: false,
  });
  assert.match(markup, /<path class="main" d="M166.7 200L500 0"\/>/);
  const dashed = chartView({ ...chart, kind: 'lines' }).markup;
  assert.match(dashed, /<path class="main unfinished" d="M500 200L833.3 100"\/>/);
});

test('a chart without values says so, and takes no space', () => {
  for (const values of [[], [0, null, 0]]) {
    const { markup } = chartView({ ...chart, series: [{ name: 'issued', values }] });
    assert.match(markup, /There was nothing in this time/);
    assert.doesNotMatch(markup, /<svg|NaN|undefined|Infinity/);
  }
});

const scaleOf = (values: number[]): unknown[] => {
  const series = [{ name: 'balance', values }];
  const { markup } = chartView({ ...chart, kind: 'lines', series, isClose: true });
  const [, most, least] = /<span>([^<]+)<\/span><span>([^<]+)<\/span>/.exec(markup) ?? [];
  return [least, most];
};

test('a close scale begins next to the least value', () => {
  assert.deepEqual(scaleOf([48_950, 51_400, 50_000]), ['48,000', '52,000']);
  assert.deepEqual(scaleOf([0, 0, 980]), ['0', '1,000']);
  assert.deepEqual(scaleOf([-30, 10, 40]), ['-30', '40']);
  assert.deepEqual(scaleOf([500, 500, 500]), ['500', '600']);
});
