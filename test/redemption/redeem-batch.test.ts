import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowTime, transaction } from '../../src/platform/database/database.ts';
import { gatherRedemptions } from '../../src/redemption/gather-redemptions.ts';
import type { RedeemAsk } from '../../src/redemption/redeem-ask.ts';
import { redeemCodes } from '../../src/redemption/redeem-codes.ts';
import type { Till } from '../../src/redemption/till.ts';
import { holdCode } from '../../src/vault/sold-codes.ts';
import { findCode } from '../../src/vault/find-code.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { shop } from './redemption-shop.ts';

const tillOf = (supplierId: number, name = 'Касса 1'): Till => ({
  supplierId,
  principal: { is: 'program', side: 'supplier', partyId: supplierId },
  name,
  redeemsOwn: false,
});

const ask = (supplierId: number, number: string, idempotencyKey: string | null = null): RedeemAsk => ({
  till: tillOf(supplierId),
  number,
  idempotencyKey,
});

const redemptionsIn = async ({ home: ctx }: TestWorld): Promise<number> => {
  const { rows } = await ctx.db.query<{ n: number }>(`select count(*) as n from redemptions`);
  return rows[0]?.n ?? 0;
};

test('a batch answers each ask as if it were alone, in their order', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const one = await shop(world);
  const other = await shop(world);
  const [first, second, third] = [await one.buy(), await one.buy(), await other.buy()];
  const [here, there] = [one.product.supplierId, other.product.supplierId];
  const asks = [
    ask(here, third, 'foreign'),
    ask(here, second, 'a'),
    ask(here, first, 'b'),
    ask(here, 'NOBODYKNOWSTHIS1'),
    ask(here, first, 'b'),
    ask(here, first, 'c'),
    ask(here, second, 'b'),
    ask(there, third, 'a'),
    ask(here, second),
  ];
  const outcomes = await redeemCodes(db, keyring, asks, world.clock.now());
  assert.deepEqual(
    outcomes.map(({ is }) => is),
    [
      'unknown',
      'redeemed',
      'redeemed',
      'unknown',
      'redeemed',
      'already-redeemed',
      'other-code',
      'redeemed',
      'already-redeemed',
    ],
  );
  assert.deepEqual(outcomes[4], outcomes[2], 'a repeat in the batch gets the same answer');
  assert.equal(await redemptionsIn(world), 3);
  const again = await redeemCodes(db, keyring, asks, world.clock.now());
  assert.deepEqual(
    again.map((outcome) => ('transaction' in outcome ? outcome.transaction : outcome.is)),
    outcomes.map((outcome) => ('transaction' in outcome ? outcome.transaction : outcome.is)),
    'a repeat of the batch changes nothing',
  );
  assert.equal(await redemptionsIn(world), 3);
});

test('batches of the same codes in different orders redeem each once', async () => {
  await using world = await testWorld();
  const { buy, product } = await shop(world);
  const codes: string[] = [];
  for (let count = 0; count < 12; count += 1) codes.push(await buy());
  const processes = Array.from({ length: 4 }, () => gatherRedemptions(world.ctx));
  const outcomes = await Promise.all(
    processes.flatMap((redeem, index) =>
      codes
        .toSorted((left, right) => (index % 2 === 0 ? 1 : -1) * left.localeCompare(right))
        .map((number) => redeem(ask(product.supplierId, number, `${index}-${number}`))),
    ),
  );
  const redeemed = outcomes.filter(({ is }) => is === 'redeemed');
  assert.equal(redeemed.length, codes.length);
  assert.equal(outcomes.filter(({ is }) => is === 'already-redeemed').length, 3 * codes.length);
  assert.equal(await redemptionsIn(world), codes.length);
});

test('a code that another transaction holds does not fail the rest of its batch', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const { buy, product } = await shop(world);
  const { supplierId } = product;
  const [held, free, alsoFree] = [await buy(), await buy(), await buy()];
  const redeem = gatherRedemptions(world.ctx);
  const found = await findCode(db, keyring, { supplierId, number: held });
  const outcomes = await transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: 30_000, idleInTransactionMs: 30_000 });
    await holdCode(tx, { supplierId, codeId: found?.codeId ?? assert.fail('the code is not found') });
    // The first starts a batch alone; the next ones form one.
    return Promise.allSettled([alsoFree, held, free].map((number) => redeem(ask(supplierId, number))));
  });
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(await redemptionsIn(world), 2);
  assert.equal((await redeem(ask(supplierId, held))).is, 'redeemed', 'it is redeemed once it is free');
});
