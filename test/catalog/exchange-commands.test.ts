/** Lists of what choice certificates are exchanged for, by commands and beside imports, and long ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostTargets, type Targets } from '../../src/catalog/exchange-list.ts';
import { findExchangeTargets } from '../../src/catalog/exchange-targets.ts';
import { importCatalog } from '../../src/catalog/import/import-catalog.ts';
import { addCategory } from '../../src/catalog/set-category.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { addTargets, choiceProduct, lacksTargets } from '../support/choice-things.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld } from '../support/test-world.ts';

/** As a catalogue says it. */
const file = (id: number, acceptance: string) => ({
  id,
  supplier_id: 77,
  title: `Сундук ${id}`,
  faces: [500],
  digital_acceptance: acceptance,
});

test('a catalogue makes choice certificates of new products, and none of what was on sale otherwise', async () => {
  await using world = await testWorld();
  const take = (products: object[], scheme: 'platform' | 'pool' | 'api') =>
    transaction(world.ctx.db, async (tx) => {
      const outcome = await importCatalog(tx, products, { scheme }, world.clock.now());
      return outcome.is === 'imported' ? outcome.report : assert.fail(JSON.stringify(outcome));
    });
  const stored = async (id: number) =>
    (
      await world.ctx.db.query<{ scheme: string; acceptance: string }>(
        `select transfer_scheme as scheme, digital_acceptance as acceptance from products where id = $1`,
        [id],
      )
    ).rows[0];
  await take([file(2111, 'exchange'), file(2112, 'any')], 'pool');
  assert.deepEqual(
    await stored(2111),
    { scheme: 'platform', acceptance: 'exchange' },
    'its numbers are made here',
  );
  assert.equal(await lacksTargets(world, 2111), true);
  await world.ctx.db.query(`update products set first_offered_at = $1`, [world.clock.now()]);
  const report = await take([file(2111, 'any'), file(2112, 'exchange')], 'pool');
  assert.deepEqual(report.keptAcceptance, [2111, 2112]);
  assert.deepEqual(await stored(2111), { scheme: 'platform', acceptance: 'exchange' });
  assert.deepEqual(await stored(2112), { scheme: 'pool', acceptance: 'any' });
});

test('by commands: a list is made, told, and cut', async () => {
  await using world = await testWorld();
  await addCategory(world.ctx.db, 41, { title: 'Еда' });
  const tea = await world.product({ scheme: 'platform', title: 'Чай', categories: [41] });
  const run = async (...args: string[]) => {
    const { code, out, err } = await runCommand(world, ['product', ...args, '--json']);
    return {
      code,
      answer: (out === '' ? {} : JSON.parse(out)) as Record<string, unknown>,
      err: `${out}${err}`,
    };
  };
  const own = ['--supplier', `${tea.supplierId}`, '--title', 'Сундук', '--face', '1000'];
  const added = await run('add', ...own, '--acceptance', 'exchange');
  const { id } = (added.answer as { product: { id: number } }).product;
  const exchange = (how: string, ...args: string[]) => run('exchange', how, String(id), ...args);
  assert.partialDeepStrictEqual((await exchange('list')).answer, { targets: 0, offered: 0, list: [] });
  assert.equal((await exchange('add')).code, 2, 'nothing is named');
  const unknown = await exchange(
    'add',
    '--products',
    `${tea.id},999999`,
    '--categories',
    '41,43',
    '--brands',
    '99',
  );
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /product 999999; category 43; brand 99/);
  assert.deepEqual((await exchange('list')).answer['list'], [], 'all of it, or nothing');
  assert.match(
    (await run('exchange', 'add', String(tea.id), '--products', '1')).err,
    /--acceptance exchange.*makes it a choice product/,
  );
  const both = ['--products', String(tea.id), '--categories', '41', '--brands', String(tea.brandId)];
  const changed = { products: [tea.id], categories: [41], brands: [tea.brandId] };
  assert.partialDeepStrictEqual((await exchange('add', ...both)).answer, { changed, targets: 3, offered: 1 });
  const again = await exchange('add', ...both);
  assert.deepEqual(again.answer['changed'], { products: [], categories: [], brands: [] });
  const { list } = (await exchange('list')).answer as {
    list: { kind: string; title: string; offered: number }[];
  };
  // The newest first; those that were added at once are in no order of their own.
  assert.deepEqual(
    new Set(list.map(({ kind, offered }) => `${kind} ${offered}`)),
    new Set(['product 1', 'category 1', 'brand 1']),
  );
  assert.deepEqual(new Set(list.map(({ title }) => title)).has('Чай'), true);
  await exchange('remove', '--products', String(tea.id), '--brands', '99');
  assert.partialDeepStrictEqual((await exchange('list')).answer, { targets: 2, offered: 1 });
  const { rows } = await world.ctx.db.query<{ act: string; after: string }>(
    `select act, after from audit where act like 'product.targets%' order by seq`,
  );
  const acts = rows.map(({ act, after }) => [act, JSON.parse(after)]);
  assert.deepEqual(acts, [
    ['product.targets-added', { product: [tea.id], category: [41], brand: [tea.brandId] }],
    ['product.targets-removed', { product: [tea.id] }],
  ]);
});

test('ten thousand lines are listed and judged, one more is refused', async () => {
  await using world = await testWorld();
  const { db } = world.ctx;
  const tea = await world.product({ scheme: 'platform' });
  const choice = await choiceProduct(world, {});
  await db.query(
    `insert into products (supplier_id, brand_id, transfer_scheme, title, offered, offered_since)
     select supplier_id, brand_id, 'platform', 'Чай ' || n, false, $2 from products, generate_series(1, $3) as n where id = $1`,
    [tea.id, world.clock.now(), mostTargets],
  );
  const { rows } = await db.query<{ id: number }>(
    `select id from products where title like 'Чай %' order by id`,
  );
  const ids = rows.map(({ id }) => id);
  await addTargets(world, choice.id, { product: ids });
  assert.equal(await lacksTargets(world, choice.id), true, 'none of them is on sale');
  const full = await runCommand(world, [
    'product',
    'exchange',
    'add',
    `${choice.id}`,
    '--products',
    `${tea.id}`,
  ]);
  assert.equal(full.code, 1);
  assert.match(full.err, /at most 10000 lines/);
  await addTargets(world, choice.id, { product: ids.slice(0, 1) }, 'remove');
  await addTargets(world, choice.id, { product: [tea.id] });
  assert.deepEqual(await findExchangeTargets(db, choice.id, [...ids, tea.id]), new Set([tea.id]));
  assert.equal(await lacksTargets(world, choice.id), false);
  const listed = await runCommand(world, ['product', 'exchange', 'list', `${choice.id}`, '--json']);
  const told = JSON.parse(listed.out) as { list: Targets[]; offered: number };
  assert.deepEqual([told.list.length, told.offered], [mostTargets, 1]);
});

test('how much the link alone exchanges is set by command, and imports keep it', async () => {
  await using world = await testWorld();
  const kopecks = async (id: number) =>
    (
      await world.ctx.db.query<{ above: number | null }>(
        `select confirm_above_kopecks as above from products where id = $1`,
        [id],
      )
    ).rows[0]?.above;
  const take = () =>
    transaction(world.ctx.db, (tx) =>
      importCatalog(tx, [file(2111, 'exchange')], { scheme: 'platform' }, world.clock.now()),
    );
  assert.equal((await take()).is, 'imported');
  assert.equal(await kopecks(2111), 300_000);
  for (const [typed, above] of [
    ['0', 0],
    ['1500.50', 150_050],
    ['never', null],
  ] as const) {
    const ran = await runCommand(world, ['product', 'set', '2111', '--confirm-above', typed]);
    assert.equal(ran.code, 0, ran.err);
    assert.equal(await kopecks(2111), above);
    assert.equal((await take()).is, 'imported');
    assert.equal(await kopecks(2111), above, 'kept');
  }
  const wrong = await runCommand(world, ['product', 'set', '2111', '--confirm-above', '-5']);
  assert.notEqual(wrong.code, 0);
});
