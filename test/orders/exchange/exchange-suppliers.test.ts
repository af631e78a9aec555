/** The program of a supplier dies while it is asked for what a holder has chosen: a certificate, or its sum back, and once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTargets } from '../../support/choice-things.ts';
import type { Fault } from '../../suppliers/small-supplier.ts';
import { settleThrough, suppliedProduct } from '../../suppliers/supplied-world.ts';
import { testWorld } from '../../support/test-world.ts';
import { choiceOf, line } from './choice-world.ts';

/** Short where it is waited for each time. */
const timeoutMsOf = (fault: Fault): number => (fault.startsWith('silent') ? 2000 : 10_000);

const faults: Fault[] = [
  'silent',
  'silent-after-issue',
  'cut-after-issue',
  'status-500',
  'status-500-after-issue',
  'broken-body',
  'wrong-face',
  'no-stock',
];
const retries = ['1 s', '2 s', '5 s', '15 s', '30 s', '2 min', '10 min', '1 h', '1 d'];

for (const fault of faults)
  test(`${fault}: what is not issued is back on the certificate, and stays so when the supplier is well again`, async () => {
    await using world = await testWorld();
    await using tea = await suppliedProduct(world, { timeoutMs: timeoutMsOf(fault) });
    const shop = await choiceOf(world, { delayedMode: true });
    await addTargets(world, shop.choice.id, { product: [tea.id] });
    const key = await shop.buy({ delivery_type: 'link' });
    const before = await shop.client.getBalance();
    tea.supplier.always = fault;
    await shop.chosen(key, [line(tea, 500), line(shop.coffee, 500)]);
    await settleThrough(world, retries);

    const judge = async () => {
      const { exchanged, leftKopecks } = await shop.card(key);
      const alive = exchanged.filter(({ givenBackAt }) => givenBackAt === null);
      assert.ok(alive.every(({ state }) => state === 'issued'));
      assert.equal(leftKopecks, 100_000 - 50_000 * alive.length);
      assert.equal(await shop.client.getBalance(), before);
      await shop.assertVerified();
      return exchanged.map(({ state, givenBackAt }) => [state, givenBackAt !== null]);
    };
    const ended = await judge();
    assert.deepEqual(ended[1], ['issued', false], 'the other one does not suffer');
    tea.supplier.always = null;
    await settleThrough(world, ['1 min', '1 h', '1 d']);
    assert.deepEqual(await judge(), ended);
    assert.ok([...tea.supplier.ledger.values()].every((codes) => codes.length === 1));
    // What came back is exchanged like the rest.
    const { leftKopecks } = await shop.card(key);
    if (leftKopecks > 0) await shop.chosen(key, [line(tea, 500)]);
    await settleThrough(world, retries);
    await judge();
    assert.equal((await shop.card(key)).leftKopecks, 0);
  });
