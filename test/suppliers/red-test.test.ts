import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProduct } from '../../src/catalog/add-product.ts';
import { shownStock } from '../../src/catalog/catalogue.ts';
import { listProducts } from '../../src/catalog/list-products.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { offerUntested } from '../support/arrange.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { suppliedProduct, type SuppliedProduct } from './supplied-world.ts';

const certifyArguments = (tea: SuppliedProduct): string[] => [
  'supplier',
  'certify',
  String(tea.supplierId),
  '--yes',
  '--calls',
  '3',
  '--json',
];

async function shown(world: TestWorld, tea: SuppliedProduct): Promise<string> {
  return (await runCommand(world, ['supplier', 'show', String(tea.supplierId)])).out;
}

test('a failed final test withdraws the products at once and reports it; a passed one offers them again', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  tea.supplier.strict = true;
  const shop = await world.client();
  const poolId = await transaction(world.ctx.db, async (tx) => {
    const fields = { title: 'Из пула' };
    const added = await addProduct(
      tx,
      {
        supplierId: tea.supplierId,
        scheme: 'pool',
        facesKopecks: [50_000],
        fields,
      },
      world.clock.now(),
    );
    assert.ok(added.is === 'added');
    await offerUntested(tx, [added.productId], world.clock.now());
    return added.productId;
  });
  const offered = async (): Promise<number[]> =>
    (await listProducts(world.ctx.db, world.clock.now(), shownStock(world.ctx))).map(({ id }) => Number(id));
  assert.deepEqual(await offered(), [tea.id, poolId]);

  tea.supplier.always = 'wrong-face';
  const red = await runCommand(world, certifyArguments(tea));
  assert.equal(red.code, 1, red.err);
  const report = JSON.parse(red.out) as Record<string, unknown>;
  assert.deepEqual([report['green'], report['taken_out'], report['put_back']], [false, [tea.id], []]);
  // Codes of a pool that need no call are not covered by the test.
  assert.deepEqual(await offered(), [poolId]);
  assert.partialDeepStrictEqual(await shop.refusedOrder({ product_id: tea.id, face: 500 }), {
    code: 3601,
    text: 'fields filled incorrectly: product_id',
  });
  assert.match(await shown(world, tea), /The last final test was red at \d{4}-\d\d-\d\d/);
  const scraped = await (
    await fetch(`${world.baseUrl}/metrics`, {
      headers: { authorization: 'Bearer operator-token' },
    })
  ).text();
  assert.match(scraped, new RegExp(`facevalue_supplier_test_green\\{supplier="${tea.supplierId}"\\} 0`));

  // Viewing changes nothing.
  tea.supplier.always = null;
  await runCommand(world, [...certifyArguments(tea), '--no-mark']);
  assert.deepEqual(await offered(), [poolId]);

  const green = await runCommand(world, certifyArguments(tea));
  assert.equal(green.code, 0, `${green.out}${green.err}`);
  assert.deepEqual((JSON.parse(green.out) as Record<string, unknown>)['put_back'], [tea.id]);
  assert.deepEqual(await offered(), [tea.id, poolId]);
  assert.match(await shown(world, tea), /The last final test was green at \d{4}-\d\d-\d\d/);
  const details = await runCommand(world, certifyArguments(tea).slice(0, -1));
  assert.match(details.out, /the supplier may sell/);
});

test('platform codes are not sold after a failed test of the tills, whoever vouched for them before', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const shop = await world.client();
  await shop.makeOrder({ product_id: product.id, face: 500 });
  const id = String(product.supplierId);
  const before = await runCommand(world, ['supplier', 'show', id]);
  assert.match(before.out, /It was never certified/);
  const red = await runCommand(world, ['supplier', 'certify', id, '--yes']);
  assert.equal(red.code, 1);
  assert.match(red.out, new RegExp(`Taken out of the offer: ${product.id} `));
  assert.equal((await shop.refusedOrder({ product_id: product.id, face: 500 })).code, 3601);
  assert.equal((await runCommand(world, ['supplier', 'access', id, '--new-token'])).code, 0);
  const green = await runCommand(world, ['supplier', 'certify', id, '--yes']);
  assert.equal(green.code, 0, green.out);
  assert.match(green.out, new RegExp(`Back in the offer: ${product.id} `));
  await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
});

test('supplier show prints long settings line by line', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product({ scheme: 'api' });
  const wsdl = '<definitions>\n  <types>\n    <schema/>\n  </types>\n</definitions>';
  const settings = JSON.stringify({ url: 'https://tea.example/soap', wsdl });
  const adapt = ['supplier', 'adapter', String(supplierId), '--adapter', 'soap', '--settings', '-'];
  const set = await runCommand(world, adapt, settings);
  assert.equal(set.code, 0, set.err);
  const { out } = await runCommand(world, ['supplier', 'show', String(supplierId)]);
  assert.ok(!out.includes('\\n'), out);
  assert.match(out, /wsdl[^\n]*\n[^]*^ +<schema\/>$/m);
  assert.match(out, /supplierUrl|https:\/\/tea\.example\/soap/);
});
