/** What an order costs on a cluster: Citus has no part in what is done in its cell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Statement } from '../statements/gathered.ts';
import { openPlanner } from '../statements/planner.ts';
import { told, verdictOf, type Verdict } from '../statements/verdict.ts';
import { statementsOfAnOrder } from '../statements/way-of-an-order.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';

const inCell: Verdict['kind'][] = ['planned'];
const atCentre: Verdict['kind'][] = ['planned', 'planned as one task'];
/** The number that a supplier issued is claimed in the directory, which all cells share (docs/decisions/0077, "Across cells"). */
const claimsNumber = ({ places }: Statement): boolean =>
  places.some((place) => place.startsWith('src/orders/claim-numbers.ts:'));
const claiming: Verdict['kind'][] = ['planned as one task', 'planned as rows that Citus carries over'];

test('on the way of an order each statement is of its cell alone', { skip: withoutCitus }, async () => {
  await using world = await clusterWorld();
  const statements = await statementsOfAnOrder(world);
  await world.settle();
  await using planner = await openPlanner(world.databaseUrl);
  const others: string[] = [];
  for (const statement of statements) {
    const { kind, detail } = await verdictOf(planner.of(statement), statement);
    const allowed = claimsNumber(statement) ? claiming : statement.schema === '' ? atCentre : inCell;
    if (!allowed.includes(kind)) others.push(told(statement, `${statement.schema} ${kind} ${detail}`));
  }
  assert.deepEqual(others, []);
});
