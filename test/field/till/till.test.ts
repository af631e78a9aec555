import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsOf } from '../../../src/vault/typed-number.ts';
import { buyOne, shop } from '../../redemption/redemption-shop.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import { supplierCaller } from '../../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { found } from './samples.ts';

const typedAt = async (world: TestWorld, { cookie }: TestPerson, number: string): Promise<number> => {
  const answer = await fetch(`${world.baseUrl}/till/check`, {
    method: 'POST',
    headers: {
      cookie: `facevalue-session=${cookie}`,
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams({ number }),
  });
  return /name="key"/.test(await answer.text()) ? 200 : answer.status === 429 ? 429 : 404;
};

/** A supplier whose codes of a pool are sold, and a cashier of it. */
async function poolShop(world: TestWorld, codes: readonly string[]) {
  const product = await world.product({ scheme: 'pool' });
  await world.pool(
    product,
    500,
    codes.map((number) => ({ number, pin: '' })),
  );
  const client = await world.client();
  for (let sold = 0; sold < codes.length; sold += 1) await buyOne(world, client, product);
  const caller = await supplierCaller(world, product.supplierId, { redeemsOwn: true });
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  return { caller, cashier: await newPerson(world, party, 'cashier', { factor: false }) };
}

test('what scanners and people enter for a code finds it, at the page and over the API', async () => {
  await using world = await testWorld();
  const { caller, cashier } = await poolShop(
    world,
    found.map(({ input }) => input.code),
  );
  for (const { name, input } of found) {
    assert.equal(await typedAt(world, cashier, input.typed), 200, name);
    if (/\p{Cc}/u.test(input.typed)) continue;
    const { status, body } = await caller.check(input.typed);
    assert.deepEqual([status, body['state']], [200, 'active'], name);
  }
  for (const other of ['ABC-77002', '036000291453', 'GC7701O', 'C1GC77004'])
    assert.equal(await typedAt(world, cashier, other), 404, other);
});

test('few readings are looked for, whatever is typed', () => {
  for (const typed of ['x'.repeat(100), 'ё'.repeat(100), ']C1*№'.repeat(20), '0'.repeat(13), '*'.repeat(100)])
    assert.ok(readingsOf(typed).length <= 6, typed);
  assert.deepEqual(readingsOf('4400112233445566'), ['4400112233445566']);
});

test('a code typed in many wrong ways counts once, and a right number is found also while guesses are refused', async () => {
  await using world = await testWorld();
  const { product, buy } = await shop(world);
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const cashier = await newPerson(world, party, 'cashier', { factor: false });
  const [right, next] = [await buy(), await buy()];
  for (let time = 0; time < 10; time += 1)
    for (const form of ['NO77', 'no 77', ']C1NO77', '*NO77*', '\u200bNO77', 'NO\u221277'])
      assert.equal(await typedAt(world, cashier, form), 404, form);
  for (let wrong = 1; wrong < 20; wrong += 1)
    assert.equal(await typedAt(world, cashier, `NO${String(wrong).padStart(4, '0')}`), 404, String(wrong));
  assert.equal(await typedAt(world, cashier, 'NO9999'), 429);
  assert.equal(await typedAt(world, cashier, right), 200, 'a number that exists');
  assert.equal(await typedAt(world, cashier, 'NO9998'), 429);
  assert.equal(await typedAt(world, cashier, next), 200);
});

test('of 300 concurrent guesses of one cashier at most 60 are looked for, then a right one is refused like a wrong one', async () => {
  await using world = await testWorld();
  const { product, buy } = await shop(world);
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const cashier = await newPerson(world, party, 'cashier', { factor: false });
  const right = await buy();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, guess) => typedAt(world, cashier, `GUESS${guess}`)),
  );
  assert.ok(answers.filter((status) => status === 404).length <= 20);
  assert.equal(answers.filter((status) => status === 200).length, 0);
  assert.equal(await typedAt(world, cashier, right), 429);
  world.clock.forward('10 min');
  assert.equal(await typedAt(world, cashier, right), 200);
});
