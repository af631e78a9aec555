import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findProduct } from '../../../src/catalog/find-product.ts';
import { operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const product = (id: number, more: object = {}) => ({
  id: String(id),
  title: `Product ${id}`,
  supplier_id: 342,
  faces: [100, 200],
  categories: [27],
  ...more,
});

describe('import of a catalogue, for the operator', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let auditor: Visitor;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    auditor = await visitor(world, operator, 'auditor');
  });
  after(() => world[Symbol.asyncDispose]());

  const send = (content: unknown, form: Record<string, string> = {}) =>
    catalogue.upload('/o/imports', form, {
      field: 'file',
      name: 'products.json',
      bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    });

  /** Its address, previewed. */
  async function uploaded(content: unknown, form: Record<string, string> = {}): Promise<string> {
    const sent = await send(content, form);
    assert.equal(sent.statusCode, 303, sent.body);
    await world.settle();
    return String(sent.headers.location).split('?')[0] ?? '';
  }
  const act = async (path: string, name: string, form: Record<string, string> = {}): Promise<string> => {
    assert.equal((await catalogue.post(`${path}/${name}`, form)).statusCode, 303, name);
    await world.settle();
    return (await catalogue.get(path)).body;
  };

  test('what would change is shown, and exactly that is imported', async () => {
    const path = await uploaded([product(60_001), product(60_002)]);
    const preview = (await catalogue.get(path)).body;
    assert.match(preview, /waits for a decision/);
    assert.match(preview, /Product 60001/);
    assert.equal(await findProduct(world.ctx.db, 60_001), null, 'a preview writes nothing');
    assert.equal((await auditor.post(`${path}/confirm`)).statusCode, 404);
    assert.match(await act(path, 'confirm'), /The catalogue is imported/);
    assert.equal((await findProduct(world.ctx.db, 60_001))?.title, 'Product 60001');

    const second = await uploaded([product(60_001, { title: 'Tea', faces: [100] }), product(60_002)]);
    const changes = (await catalogue.post(`${second}/changes`)).body;
    assert.match(changes, /60001[;,]Tea[;,]title[;,]Product 60001[;,]Tea/);
    assert.match(changes, /faces_kopecks[;,]"?\[10000, ?20000\]"?[;,]\[10000\]/);
    assert.doesNotMatch(changes, /60002/);
    await world.ctx.db.query(`update products set brief = 'new' where id = 60001`);
    assert.match(await act(second, 'confirm'), /catalogue has changed since the check/);
    assert.equal((await findProduct(world.ctx.db, 60_001))?.title, 'Product 60001', 'nothing is done');
    assert.match(await act(second, 'again'), /waits for a decision/);
    assert.match(await act(second, 'confirm'), /The catalogue is imported/);
    assert.equal((await findProduct(world.ctx.db, 60_001))?.title, 'Tea');
    const { rows } = await world.ctx.db.query<{ act: string }>(
      `select act from audit where act like 'catalogue.%' order by seq`,
    );
    assert.equal(rows.filter((row) => row.act === 'catalogue.imported').length, 2);
    const kept = await world.ctx.db.query(`select from catalogue_imports where bytes is not null`);
    assert.equal(kept.rows.length, 0, 'what is over is not kept');
  });

  test('taken numbers are refused, and others are given if that is wanted', async () => {
    const { id } = await world.product({ scheme: 'platform', title: 'Своё' });
    const path = await uploaded([product(id)]);
    assert.match((await catalogue.get(path)).body, /Other products have numbers of the file[\s\S]*Своё/);
    assert.match(await act(path, 'again', { taken: 'renumber' }), /Under new numbers/);
    assert.match(await act(path, 'confirm'), /The catalogue is imported/);
    assert.equal((await findProduct(world.ctx.db, id))?.title, 'Своё');
  });

  test('wrong fields come as a file; what is no catalogue, and too many, are refused', async () => {
    const wrong = await uploaded([product(60_010, { faces: [-1] }), product(60_011, { title: '' })]);
    assert.match((await catalogue.get(wrong)).body, /errors: 2/);
    const file = (await catalogue.post(`${wrong}/wrong`)).body;
    assert.match(file, /#1 \(id 60010\)[;,]faces\.0/);
    assert.match(file, /#2 \(id 60011\)[;,]title/);
    assert.equal((await catalogue.post(`${wrong}/changes`)).statusCode, 404);
    const late = await catalogue.post(`${wrong}/confirm`);
    assert.equal(late.statusCode, 303);
    assert.match((await catalogue.get(await uploaded('{"a":'))).body, /not JSON/);
    assert.equal((await catalogue.post('/o/imports')).statusCode, 422);
    const open = [];
    for (let number = 0; number < 10; number++) open.push(await send([product(60_020)]));
    assert.equal((await send([])).statusCode, 422);
    await world.settle();
    const [first] = open.map(({ headers }) => String(headers.location).split('?')[0] ?? '');
    assert.match(await act(first ?? '', 'discard'), /discarded/);
    assert.equal((await send([product(60_020)])).statusCode, 303);
    await world.settle();
  });
});
