/** Somebody vouches for a product by name: on a page, at a shell, with a second person, in the audit and in each proof. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOffers } from '../../src/catalog/judge-offers.ts';
import { decideGuardedAct } from '../../src/acts/guarded/decide.ts';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { principalOf } from '../../src/people/sessions/session.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { prove } from '../../src/reports/proof/prove.ts';
import { withdrawVouch } from '../../src/catalog/vouches.ts';
import { passTest, type TestProduct } from '../support/arrange.ts';
import { choiceProduct } from '../support/choice-things.ts';
import { visitor } from '../support/pages-of.ts';
import { sessionOf } from '../support/people-world.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const reason = 'Два сертификата приняли на кассе при мне.';

/** Switched on, and without a test or a word. */
async function untested(world: TestWorld): Promise<TestProduct> {
  const product = await world.product({ scheme: 'platform' });
  await transaction(world.ctx.db, (tx) => withdrawVouch(tx, product.id, world.clock.now()));
  return product;
}

const judged = async (world: TestWorld, { id }: TestProduct) =>
  (await readOffers(world.ctx.db, { productIds: [id] }))[0] ?? assert.fail('there is no product');

async function actsOf(world: TestWorld, { supplierId }: TestProduct): Promise<[string, unknown][]> {
  const { rows } = await world.ctx.db.query<{ act: string; told: string }>(
    `select act, case when after <> 'null' then after else before end as told from audit
     where side = 'supplier' and party_id = $1 and act like 'product.vouch%' order by seq`,
    [supplierId],
  );
  return rows.map(({ act, told }) => [act, JSON.parse(told)]);
}

test('on the page: with a reason, by name, until it is taken back', async () => {
  await using world = await testWorld();
  const product = await untested(world);
  const client = await world.client();
  const order = { product_id: product.id, face: 500 };
  assert.equal((await client.refusedOrder(order)).code, 3601);
  const vera = await visitor(world, operator, 'catalogue');
  const support = await visitor(world, operator, 'support');
  const path = `/o/products/${product.id}`;
  assert.match((await vera.get(path)).body, /Vouch for the product/);
  assert.doesNotMatch((await support.get(path)).body, /Vouch for the product/);
  assert.equal((await support.post(`${path}/vouch`, { reason })).statusCode, 404);
  for (const [wrong, said] of [
    ['', /Say why you are sure/],
    ['   ', /Say why you are sure/],
    ['я'.repeat(501), /Too long: up to 500 characters/],
  ] as const) {
    const refused = await vera.post(`${path}/vouch`, { reason: wrong });
    assert.equal(refused.statusCode, 422, wrong);
    assert.match(refused.body, said);
  }
  assert.equal((await vera.post('/o/products/999999/vouch', { reason })).statusCode, 404);
  assert.equal((await judged(world, product)).offered, false);

  assert.equal((await vera.post(`${path}/vouch`, { reason })).statusCode, 303);
  const { offered, vouch } = await judged(world, product);
  const byName = (await sessionOf(world, vera.person)).name;
  assert.deepEqual([offered, vouch?.byName, vouch?.reason], [true, byName, reason]);
  await client.makeOrder(order);
  const shown = (await vera.get(path)).body;
  assert.ok(shown.includes(byName) && shown.includes(reason), shown);
  assert.doesNotMatch(shown, /Why you are sure/, 'nobody vouches twice');

  const verdict = await prove(world.ctx, () => {});
  assert.deepEqual(
    verdict.vouches?.map((one) => [one.productId, one.byName, one.reason]),
    [[product.id, byName, reason]],
  );
  const ran = await runCommand(world, ['verify']);
  assert.match(ran.out, /on somebody's word instead of a final test: 1\n.*Два сертификата приняли/);
  const auditor = await visitor(world, operator, 'auditor');
  const proof = (await auditor.get('/o/proof')).body;
  assert.ok(
    proof.includes(byName) && proof.includes(reason),
    'the page of proofs names who vouches, and why',
  );

  assert.equal((await support.post(`${path}/vouch/withdraw`)).statusCode, 404);
  assert.equal((await vera.post(`${path}/vouch/withdraw`)).statusCode, 303);
  assert.equal((await client.refusedOrder(order)).code, 3601);
  assert.deepEqual((await prove(world.ctx, () => {})).vouches, []);
  const acts = await actsOf(world, product);
  assert.deepEqual(acts, [
    ['product.vouched', { byName, reason }],
    ['product.vouch-withdrawn', { byName, reason }],
  ]);
  await world.settle();
});

test('with four eyes a word counts when somebody else agrees; to take it back needs nobody', async () => {
  await using world = await testWorld();
  const product = await untested(world);
  await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 0 }, world.clock.now());
  const [vera, boris] = [
    await visitor(world, operator, 'catalogue'),
    await visitor(world, operator, 'admin'),
  ];
  const path = `/o/products/${product.id}`;
  assert.equal((await vera.post(`${path}/vouch`, { reason })).statusCode, 303);
  assert.equal((await judged(world, product)).offered, false, 'nothing is done yet');
  const { rows } = await world.ctx.db.query<{ id: number; act: string }>(
    `select id, act from approvals where state = 'open'`,
  );
  assert.deepEqual(
    rows.map(({ act }) => act),
    ['product.vouched'],
  );
  const asked = (await boris.get(`/o/approvals/${rows[0]?.id}`)).body;
  assert.match(asked, /Sell without a final test/);
  assert.ok(asked.includes(reason));
  const decide = async (person: typeof vera) => {
    const principal = principalOf(await sessionOf(world, person.person)) ?? assert.fail('no member');
    const ask = { id: rows[0]?.id ?? 0, approve: true };
    return (await decideGuardedAct(world.ctx, principal, ask, world.clock.now())).is;
  };
  assert.notEqual(await decide(vera), 'done', 'not by whoever asked');
  assert.equal(await decide(boris), 'done');
  const { offered, vouch } = await judged(world, product);
  assert.deepEqual([offered, vouch?.byName], [true, (await sessionOf(world, vera.person)).name]);
  assert.equal((await vera.post(`${path}/vouch/withdraw`)).statusCode, 303);
  assert.equal((await judged(world, product)).offered, false);
});

test('at a shell: several at once or none, and not where a word is worth nothing', async () => {
  await using world = await testWorld();
  const run = async (...args: string[]) => {
    const { code, out, err } = await runCommand(world, ['product', 'vouch', ...args]);
    return { code, said: `${out}${err}` };
  };
  const products = [await untested(world), await untested(world)];
  const ids = products.map(({ id }) => String(id));
  assert.equal((await run(...ids)).code, 2, 'a reason is needed');
  assert.match((await run(...ids, '999999', '--reason', reason)).said, /no such product/);
  assert.equal((await judged(world, products[0] as TestProduct)).offered, false, 'all or none');
  assert.match((await run(...ids, '--reason', reason)).said, new RegExp(`On sale now: ${ids.join(', ')}`));
  const list = await runCommand(world, ['product', 'list']);
  assert.match(list.out, /yes, command \(\S+\) vouches/);
  const tested = await untested(world);
  await transaction(world.ctx.db, (tx) => passTest(tx, tested.supplierId, world.clock.now()));
  assert.match((await run(String(tested.id), '--reason', reason)).said, /its final test is green/);
  const card = await choiceProduct(world, {});
  assert.match((await run(String(card.id), '--reason', reason)).said, /choice card/);
  assert.match((await run(String(tested.id), '--withdraw')).said, /Nobody vouches/);
});
