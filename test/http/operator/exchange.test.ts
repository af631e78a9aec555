import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { countExchangeList } from '../../../src/catalog/exchange-list.ts';
import { addCategory } from '../../../src/catalog/set-category.ts';
import { operator } from '../../../src/people/access/party.ts';
import type { TestProduct } from '../../support/arrange.ts';
import { addTargets, choiceProduct } from '../../support/choice-things.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('what choice certificates are exchanged for, for the operator', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let support: Visitor;
  let tea: TestProduct;
  let choice: TestProduct;
  let path: string;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    support = await visitor(world, operator, 'support');
    await addCategory(world.ctx.db, 41, { title: 'Еда <b>' });
    tea = await world.product({ scheme: 'platform', title: 'Чай <i>', categories: [41] });
    choice = await choiceProduct(world, {});
    path = `/o/products/${choice.id}/exchange`;
  });
  after(() => world[Symbol.asyncDispose]());

  const counts = () => countExchangeList(world.ctx.db, choice.id);

  test('lines are added by number, category and brand, shown, and removed; twice is once', async () => {
    assert.match((await catalogue.get(`/o/products/${choice.id}`)).body, /What it is exchanged for/);
    assert.match((await catalogue.get(path)).body, /The list is empty/);
    const form = { products: ` ${tea.id}, ${tea.id}`, category: '41', brand: String(tea.brandId) };
    for (const said of ['Added: 3.', 'All of this is on the list already.']) {
      const added = await catalogue.post(path, form);
      assert.equal(added.statusCode, 303, added.body);
      assert.ok((await catalogue.get(path)).body.includes(said));
      assert.deepEqual(await counts(), { targets: 3, offered: 1 });
    }
    const page = (await catalogue.get(path)).body;
    for (const part of ['Чай &lt;i&gt;', 'Еда &lt;b&gt;', 'category', 'brand'])
      assert.ok(page.includes(part), part);
    for (const line of [
      { kind: 'product', ref: String(tea.id) },
      { kind: 'brand', ref: String(tea.brandId) },
      { kind: 'brand', ref: String(tea.brandId) },
    ])
      assert.equal((await catalogue.post(`${path}/remove`, line)).statusCode, 303);
    assert.deepEqual(await counts(), { targets: 1, offered: 1 });
    assert.equal((await catalogue.post(`${path}/remove`, { kind: 'category', ref: '41' })).statusCode, 303);
    assert.deepEqual(await counts(), { targets: 0, offered: 0 });
  });

  test('what does not fit is refused at its field, and nothing is added', async () => {
    const refusals: [form: Record<string, string>, field: string, says: RegExp][] = [
      [{}, 'products', /Name products, or choose/],
      [{ products: '12x' }, 'products', /whole numbers/],
      [{ products: `${tea.id} ${choice.id} 999999` }, 'products', new RegExp(`${choice.id}, 999999`)],
      [{ products: String(tea.id), category: '99' }, 'category', /gone/],
      [{ products: String(tea.id), brand: '999999' }, 'brand', /gone/],
    ];
    for (const [form, field, says] of refusals) {
      const refused = await catalogue.post(path, form);
      assert.equal(refused.statusCode, 422, JSON.stringify(form));
      assert.match(refused.body, says);
      assert.match(refused.body, new RegExp(`id="${field}-error"`));
    }
    assert.deepEqual(await counts(), { targets: 0, offered: 0 });
  });

  test('who may only read sees the list; a product that is no choice certificate has none', async () => {
    await addTargets(world, choice.id, { product: [tea.id] });
    const read = (await support.get(path)).body;
    assert.match(read, /Чай/);
    assert.doesNotMatch(read, /<form method="post"[^>]*exchange/);
    for (const [to, form] of [
      [path, { products: String(tea.id) }],
      [`${path}/remove`, { kind: 'product', ref: String(tea.id) }],
    ] as const)
      assert.equal((await support.post(to, form)).statusCode, 404);
    assert.deepEqual(await counts(), { targets: 1, offered: 1 });
    assert.match(
      (await catalogue.get(`/o/products/${tea.id}/exchange`)).body,
      /are not exchanged for anything/,
    );
    assert.equal(
      (await catalogue.post(`/o/products/${tea.id}/exchange`, { products: String(tea.id) })).statusCode,
      404,
    );
    assert.equal((await catalogue.get('/o/products/999999/exchange')).statusCode, 404);
  });

  test('a long list is read page by page, each line once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        await addCategory(world.ctx.db, 1000 + n, { title: `Полка ${n}` });
        return 1000 + n;
      }),
    );
    await addTargets(world, choice.id, { category: ids });
    const seen: string[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const { body }: { body: string } = await catalogue.get(next);
      seen.push(
        ...[
          ...body.matchAll(/name="kind" value="category"><input type="hidden" name="ref" value="(\d+)"/g),
        ].map(([, id = '']) => id),
      );
      const [pager = ''] = /<nav class="pager".*?<\/nav>/s.exec(body) ?? [];
      next = /href="([^"]*older=\d+[^"]*)"/.exec(pager)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.deepEqual(
      seen.map(Number).toSorted((one, other) => one - other),
      ids,
    );
  });
});
