import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shop } from '../../redemption/redemption-shop.ts';
import { testWorld } from '../../support/test-world.ts';
import { amounts, courses } from './samples.ts';

test('an amount that cannot be meant is refused and takes nothing', async () => {
  await using world = await testWorld();
  const { caller, buy } = await shop(world, { inParts: true });
  const code = await buy();
  for (const { name, input, right } of amounts)
    for (const key of ['amount', '\\u0061mount']) {
      const response = await fetch(`${world.baseUrl}/integration/v1/redeem`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.token}` },
        body: `{"code":"${code}","idempotency_key":"a","${key}":${input}}`,
      });
      const told = ((await response.json()) as { error?: { code: string } }).error?.code;
      assert.equal(told, key === 'amount' ? right : 'amount_malformed', name);
    }
  assert.equal((await caller.check(code)).body['left'], 500);
});

test('what is left is exact, whatever is taken', async () => {
  await using world = await testWorld();
  const { caller, buy } = await shop(world, { inParts: true });
  for (const { name, input, right } of courses) {
    const code = await buy();
    for (const [nth, amount] of input.entries()) {
      const ask = { code, amount: Number(amount), idempotency_key: `${code}-${nth}` };
      assert.equal((await caller.redeem(ask)).status, 200, name);
    }
    const { left, state } = (await caller.check(code)).body;
    assert.deepEqual([left, state], [right, right === 0 ? 'redeemed' : 'active'], name);
  }
});
