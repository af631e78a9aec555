/** Choice certificates at a till: it is told what they are and what is left, and never redeems one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPerson } from '../support/people-world.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { shop } from './redemption-shop.ts';

async function arrange(world: TestWorld, inParts = false) {
  const { client, product, caller, buy } = await shop(world, { inParts });
  const { db } = world.cellOf(client);
  /** As if its certificates had been sold as such; put back, for such a product is not offered. */
  const setAcceptance = (to: 'exchange' | 'any') =>
    world.ctx.db.query(`update products set digital_acceptance = $2 where id = $1`, [product.id, to]);
  const redemptions = async () => (await db.query(`select from redemptions`)).rowCount;
  return { product, caller, buy, setAcceptance, db, redemptions };
}

for (const inParts of [false, true])
  test(`programs are told, ${inParts ? 'also where it is used in parts' : 'and redeem nothing'}`, async () => {
    await using world = await testWorld();
    const { caller, buy, setAcceptance, db, redemptions } = await arrange(world, inParts);
    const [code, used, blocked, redeemed] = [await buy(), await buy(), await buy(), await buy()];
    await caller.redeem({ code: redeemed, idempotency_key: 'before' });
    await setAcceptance('exchange');
    await db.query(
      `update codes set taken_kopecks = 12050 where id = (select code_id from certificates order by request_id offset 1 limit 1)`,
    );
    await db.query(
      `update codes set state = 'blocked' where id = (select code_id from certificates order by request_id offset 2 limit 1)`,
    );
    assert.partialDeepStrictEqual((await caller.check(code)).body, { state: 'choice', face: 500, left: 500 });
    assert.partialDeepStrictEqual((await caller.check(used)).body, { state: 'choice', left: 379.5 });
    assert.equal((await caller.check(blocked)).body['state'], 'blocked');
    for (const ask of [
      { code },
      { code, idempotency_key: 'a' },
      { code, amount: 100, idempotency_key: 'b' },
      { code: used },
      { code: used, amount: 1, idempotency_key: 'c' },
      { code: used, amount: 500, idempotency_key: 'd' },
    ]) {
      const refused = await caller.redeem(ask, { 'accept-language': 'ru' });
      assert.deepEqual([refused.status, refused.body.error?.['code']], [409, 'choice'], JSON.stringify(ask));
      assert.match(refused.body.error?.['text'] ?? '', /сертификат на выбор/);
    }
    const english = await caller.redeem({ code }, { 'accept-language': 'en' });
    assert.match(english.body.error?.['text'] ?? '', /choice certificate/);
    assert.equal((await caller.redeem({ code: blocked })).body.error?.['code'], 'blocked');
    // What was redeemed before this version knew choice certificates stays so, and a repeat gets the same answer.
    assert.equal((await caller.check(redeemed)).body['state'], 'redeemed');
    assert.equal((await caller.redeem({ code: redeemed, idempotency_key: 'before' })).status, 200);
    assert.equal(
      (await caller.redeem({ code: redeemed, idempotency_key: 'new' })).body.error?.['code'],
      'already_redeemed',
    );
    assert.equal(await redemptions(), 1);
    await setAcceptance('any');
    await db.query(`update codes set taken_kopecks = nullif(taken_kopecks, 12050), state = 'sold'`);
  });

test('a cashier is told what to do instead, and a page of before redeems nothing', async () => {
  await using world = await testWorld();
  const { product, buy, setAcceptance, redemptions } = await arrange(world);
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const { cookie } = await newPerson(world, party, 'cashier', { factor: false });
  const post = async (path: string, form: Record<string, string>, language = 'en') => {
    const response = await fetch(`${world.baseUrl}/till/${path}?lang=${language}`, {
      method: 'POST',
      headers: { cookie: `facevalue-session=${cookie}`, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(form),
    });
    return { status: response.status, text: await response.text() };
  };
  const number = await buy();
  const before = await post('check', { number });
  const key = /name="key" value="([^"]+)"/.exec(before.text)?.[1] ?? assert.fail('no form');
  await setAcceptance('exchange');
  const checked = await post('check', { number });
  assert.match(checked.text, /This is a choice certificate/);
  assert.match(checked.text, /Left<\/dt><dd class="large">500\s₽/);
  assert.doesNotMatch(checked.text, /till\/redeem/);
  assert.match((await post('check', { number }, 'ru')).text, /Это сертификат на выбор.*по своей ссылке/s);
  for (const form of [
    { number, key },
    { number, key, amount: '100' },
  ]) {
    const refused = await post('redeem', form);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /This is a choice certificate/);
  }
  assert.equal(await redemptions(), 0);
  await setAcceptance('any');
});
