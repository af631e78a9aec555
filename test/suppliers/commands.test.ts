import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand as run } from '../support/run-command.ts';
import { testWorld } from '../support/test-world.ts';
import { suppliedProduct } from './supplied-world.ts';

test('supplier adapter sets an adapter at the terminal, and never prints its secrets', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product({ scheme: 'api' });
  const id = String(supplierId);
  const adapt = ['supplier', 'adapter', id, '--adapter', 'rest', '--settings', '-'];
  const settings = JSON.stringify({
    supplierUrl: 'https://tea.example/',
    auth: { kind: 'bearer', token: 'very-secret' },
  });
  const set = await run(world, [...adapt, '--not-idempotent', '--timeout', '5000'], settings);
  assert.equal(set.code, 0, set.err);
  const shown = await run(world, ['supplier', 'show', id, '--json']);
  const { supplier } = JSON.parse(shown.out) as { supplier: { called: Record<string, unknown> } };
  const { adapter, idempotent, timeout_ms: timeoutMs, certified_at: certifiedAt } = supplier.called;
  assert.deepEqual([adapter, idempotent, timeoutMs, certifiedAt], ['rest', false, 5000, null]);
  assert.deepEqual(supplier.called['settings'], {
    supplierUrl: 'https://tea.example',
    auth: { kind: 'bearer', token: '••••••' },
  });
  assert.ok(!`${set.out}${set.err}${shown.out}${shown.err}`.includes('very-secret'));

  const wrong = await run(world, adapt, '{"supplierUrl":"tea"}');
  assert.deepEqual([wrong.code, wrong.err.includes('supplierUrl')], [1, true]);
  const nobody = await run(world, ['supplier', 'show', 'Nobody']);
  assert.deepEqual([nobody.code, nobody.err.includes('There is no supplier Nobody')], [1, true]);
});

test('quarantined calls are listed, shown without their codes, and settled with a note', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = ['wrong-face'];
  const requestId = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  const listed = async (): Promise<{ id: number; request_id: number }[]> => {
    const ran = await run(world, ['quarantine', 'list', '--json']);
    return (JSON.parse(ran.out) as { quarantine: { id: number; request_id: number }[] }).quarantine;
  };
  const [exchange] = await listed();
  assert.equal(exchange?.request_id, requestId);
  const id = String(exchange?.id);
  const shown = await run(world, ['quarantine', 'show', id]);
  assert.match(shown.out, /another face[^]*POST http[^]*→ 201/);
  assert.ok(!shown.out.includes([...tea.supplier.ledger.values()][0]?.[0] ?? 'none'));
  assert.equal((await run(world, ['quarantine', 'settle', id, '--note', 'cancelled by them'])).code, 0);
  assert.deepEqual(await listed(), []);
  assert.equal((await run(world, ['quarantine', 'settle', id, '--note', 'again'])).code, 1);
});

test('product set changes how codes are obtained and activated', async () => {
  await using world = await testWorld();
  const pool = await world.product();
  const lines = async (): Promise<{ id: number; transfer_scheme: string; activation_scheme: string }[]> =>
    JSON.parse((await run(world, ['product', 'list', '--json'])).out).products;
  const added = await run(world, [
    'product',
    'add',
    '--supplier',
    String(pool.supplierId),
    '--title',
    'Fresh',
    '--scheme',
    'api',
    '--face',
    '500',
    '--json',
  ]);
  const fresh = (JSON.parse(added.out) as { product: { id: number } }).product.id;
  assert.equal((await run(world, ['product', 'set', String(pool.id), '--activation', 'api'])).code, 0);
  const refused = await run(world, ['product', 'set', String(fresh), '--activation', 'letter']);
  assert.deepEqual([refused.code, refused.err.includes('Only codes of a pool')], [1, true]);
  const schemes = new Map(
    (await lines()).map((line) => [line.id, `${line.transfer_scheme} ${line.activation_scheme}`]),
  );
  assert.deepEqual([schemes.get(pool.id), schemes.get(fresh)], ['pool api', 'api none']);
});
