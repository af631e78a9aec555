/** The coordinator of a cluster does not answer: processes that run go on with orders, and need no restart when it is back. */
import { test } from 'node:test';
import { databaseProxy, type DatabaseProxy } from '../platform/database/database-proxy.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { stubbornOrders } from './stubborn-orders.ts';

test('without the coordinator orders go on', { skip: withoutCitus }, async (t) => {
  // Left after the world.
  await using proxies = new AsyncDisposableStack();
  let coordinator: DatabaseProxy | undefined;
  await using world = await clusterWorld({}, async (url) => {
    coordinator = proxies.use(await databaseProxy(url));
    return coordinator.url;
  });
  const orders = await stubbornOrders(world);
  await orders.untilMore(5);

  coordinator?.dropSilently();
  coordinator?.dropNewOnes();
  await orders.untilMore(30);

  coordinator?.heal();
  coordinator?.resetSilent();
  await orders.untilMore(5);
  world.clock.forward('1 h');
  t.diagnostic(`${await orders.assertWhole()} orders, ${orders.refused().length} refused`);
  t.diagnostic([...new Set(orders.refused().map((problem) => problem.replaceAll(/\s+/g, ' ')))].join(', '));
});
