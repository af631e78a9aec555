/** What an order costs on a cluster: Citus has no part in what is done in its cell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlanner } from '../statements/planner.ts';
import { told, verdictOf, type Verdict } from '../statements/verdict.ts';
import { statementsOfAnOrder } from '../statements/way-of-an-order.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';

const inCell: Verdict['kind'][] = ['planned'];
const atCentre: Verdict['kind'][] = ['planned', 'planned as one task'];

test('on the way of an order each statement is of its cell alone', { skip: withoutCitus }, async () => {
  await using world = await clusterWorld();
  const statements = await statementsOfAnOrder(world);
  await world.settle();
  await using planner = await openPlanner(world.databaseUrl);
  const others: string[] = [];
  for (const statement of statements) {
    const { kind, detail } = await verdictOf(planner.of(statement), statement);
    const allowed = statement.schema === '' ? atCentre : inCell;
    if (!allowed.includes(kind)) others.push(told(statement, `${statement.schema} ${kind} ${detail}`));
  }
  assert.deepEqual(others, []);
});
