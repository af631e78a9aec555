import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { addCaller } from '../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8');
const dashboard = readFileSync('docs/monitoring/dashboard.json', 'utf8');

const ruleExpressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
const panelExpressions = (
  JSON.parse(dashboard) as { panels: { title: string; targets: { expr: string }[] }[] }
).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const expressions = [...ruleExpressions, ...panelExpressions];

/** Labels that Prometheus itself adds. */
const scraped = ['job', 'instance', 'le'];

const baseOf = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');

describe('the dashboard and the alert rules', () => {
  let world: TestWorld;
  let metrics = '';
  /** Labels of each metric. */
  const labels = new Map<string, readonly string[]>();

  before(async () => {
    world = await testWorld();
    const shop = await addCaller(world);
    const { id } = await world.product({ scheme: 'platform' });
    await shop.ok('makeOrder', { product_id: id, face: 500 });
    await world.settle();
    const headers = { authorization: 'Bearer operator-token' };
    metrics = await (await fetch(`${world.baseUrl}/metrics`, { headers })).text();
    for (const metric of world.ctx.metrics.registry.getMetricsAsArray())
      labels.set(metric.name, (metric as unknown as { labelNames: string[] }).labelNames);
  });
  after(() => world[Symbol.asyncDispose]());

  const isHistogram = (name: string): boolean => metrics.includes(`# TYPE ${baseOf(name)} histogram`);

  test('every metric that they name is served, with the labels that they name', () => {
    assert.ok(ruleExpressions.length >= 10 && panelExpressions.length >= 10);
    for (const expression of expressions) {
      const named = [...expression.matchAll(/(facevalue_\w+)(?:\{([^}]*)\})?/g)];
      assert.ok(named.length > 0 || expression.startsWith('up{'), expression);
      const known: string[] = [...scraped];
      for (const [, name = '', selector = ''] of named) {
        const metric = isHistogram(name) ? baseOf(name) : name;
        assert.ok(metrics.includes(`# TYPE ${metric} `), `${name} is not served`);
        if (isHistogram(name)) assert.match(name, /_(?:bucket|sum|count)$/, name);
        const own = labels.get(metric) ?? [];
        known.push(...own);
        for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!=|=|!~)/g))
          assert.ok(own.includes(label), `${name} has no label ${label}`);
      }
      for (const [, grouped = ''] of expression.matchAll(/by \(([^)]*)\)/g))
        for (const label of grouped.split(/,\s*/))
          assert.ok(known.includes(label), `${label}: ${expression}`);
    }
  });

  test('the queues that they name are those that are served', () => {
    for (const expression of expressions)
      for (const [, queue = ''] of expression.matchAll(/queue="(\w+)"/g))
        assert.ok(metrics.includes(`queue="${queue}"`), queue);
  });

  test('each rule has a severity and a summary, and promtool takes them where it is installed', () => {
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    assert.equal(new Set(names).size, ruleExpressions.length);
    assert.equal([...rules.matchAll(/severity: (?:page|ticket)/g)].length, names.length);
    assert.equal([...rules.matchAll(/summary: /g)].length, names.length);
    const checked = spawnSync('promtool', ['check', 'rules', 'docs/monitoring/alerts.yml'], {
      encoding: 'utf8',
    });
    if (checked.error === undefined) assert.equal(checked.status, 0, checked.stderr);
  });
});
