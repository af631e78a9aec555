/** Which tables each transaction of an order writes, by the statements that the program sends. */
import { refundOrder } from '../../src/orders/refund-order.ts';
import { createWorkers } from '../../src/workers.ts';
import { onEachStatement } from '../statements/gathered.ts';
import { suppliedProduct } from '../suppliers/supplied-world.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import type { TestWorld } from '../support/test-world.ts';

/** Rows that are gathered in memory and written a moment later, whatever happens meanwhile. */
const writtenLater = /^src\/(?:reports\/(?:call-log|health)|platform\/throttle|certificates\/gift-events)/;

const locking = /\bfor (?:no key )?update\b|\bdo update\b/gi;
const writing = /\b(insert into|update|delete from)\s+(?:only\s+)?(\w+)/gi;
const verbs: Record<string, string> = {
  'insert into': 'inserts',
  update: 'updates',
  'delete from': 'deletes',
};

/** `inserts requests` */
const writesOf = (text: string): string[] =>
  [...text.replaceAll(locking, '').matchAll(writing)].map(
    ([, verb = '', table]) => `${verbs[verb.toLowerCase()]} ${table}`,
  );

type Watch = (step: () => Promise<unknown>) => Promise<string[][]>;

/** What the transactions of a step write, each kind once. */
function watchWrites(): Watch {
  const open = new Map<object, Set<string>>();
  let committed: Set<string>[] = [];
  onEachStatement(({ text, places }, connection) => {
    if (places.some((place) => writtenLater.test(place))) return;
    const [, command = ''] = /^\s*(begin|commit|rollback)\b/i.exec(text) ?? [];
    const begun = open.get(connection);
    if (command.toLowerCase() === 'begin') open.set(connection, new Set());
    else if (command !== '') open.delete(connection);
    if (command.toLowerCase() === 'commit' && begun !== undefined) committed.push(begun);
    if (command !== '') return;
    if (begun === undefined) committed.push(new Set(writesOf(text)));
    else for (const one of writesOf(text)) begun.add(one);
  });
  return async (step) => {
    committed = [];
    await step();
    const kinds = committed.filter(({ size }) => size > 0).map((writes) => [...writes].toSorted());
    return [...new Map(kinds.map((writes) => [writes.join(), writes])).values()];
  };
}

/** By the step of an order: its transactions, each with what it writes. */
export async function writesOfAnOrder(world: TestWorld): Promise<Record<string, string[][]>> {
  const shop = await world.client();
  const patient = await world.client({ delayedMode: true });
  const pooled = await world.product({ monthlyOrdersLimit: 100 });
  const empty = await world.product();
  const ours = await world.product({ scheme: 'platform' });
  await world.pool(pooled, 500, 3);
  await using supplied = await suppliedProduct(world, { timeoutMs: 20_000 });
  const caller = await supplierCaller(world, ours.supplierId);
  const watch = watchWrites();
  const steps: Record<string, string[][]> = {};
  const note = async (step: string, act: () => Promise<unknown>): Promise<void> => {
    steps[step] = await watch(act);
  };
  const order = (product: { id: number }, fields: object = {}, client = shop): Promise<number> =>
    client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example', ...fields });
  const run = async (name: string): Promise<void> => {
    for (const worker of createWorkers(world.ctx).filter((one) => one.name === name)) {
      await worker.round();
      await worker.drain();
    }
  };

  await note('accepted, codes of a pool', () => order(pooled));
  await note('issued, codes of a pool', () => run('issue-orders'));
  await note('accepted, codes of the platform', () => order(ours, { to_phone: '79123456789' }));
  await note('issued, codes of the platform', () => run('issue-orders'));
  await note("accepted, codes by a supplier's API", () => order(supplied));
  await note("issued, codes by a supplier's API", () => run('ask-suppliers'));
  await note('its letter is sent', () => run('deliver'));
  await note('its text is sent', () => run('deliver-texts'));
  await note('its callback is sent', () => run('send-callbacks'));
  const shown = await order(ours, { delivery_type: 'code' });
  await run('issue-orders');
  await note('its code is opened', () => shop.getCode(shown));
  const { code } = await shop.getCode(shown);
  await note('redeemed', () => caller.redeem({ code, till: '1' }));
  const refunded = { clientId: shop.id, requestId: await order(pooled), note: 'test' };
  await run('issue-orders');
  await note('refunded', () => refundOrder(world.ctx.db, refunded, world.clock.now()));
  await note('delayed', () => order(empty, { ttl: 3600 }, patient));
  world.clock.forward('2 h');
  await note('ended by its ttl', () => run('expire-orders'));
  return steps;
}
