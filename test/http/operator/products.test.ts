import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findProduct } from '../../../src/catalog/find-product.ts';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { choiceProduct } from '../../support/choice-things.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('products, for the operator', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let support: Visitor;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    support = await visitor(world, operator, 'support');
  });
  after(() => world[Symbol.asyncDispose]());

  const stored = async (id: number) =>
    (await findProduct(world.home.db, id)) ?? assert.fail('there is no product');

  /** The form as the page shows it, with changes. */
  async function formOf(id: number): Promise<Record<string, string>> {
    const { validity, images, ...product } = await stored(id);
    const plain = Object.fromEntries(
      Object.entries(product).filter(([, value]) => typeof value === 'string') as [string, string][],
    );
    return {
      ...plain,
      image: images.large,
      validity: validity.is,
      minValidityDays: String(product.minValidityDays),
    };
  }

  test('certificates may be used in parts where they are redeemed here', async () => {
    for (const scheme of ['platform', 'pool'] as const) {
      const { id } = await world.product({ scheme });
      const path = `/o/products/${id}`;
      assert.equal((await stored(id)).inParts, false, 'off by default');
      const saved = await catalogue.post(path, { ...(await formOf(id)), inParts: 'yes' });
      assert.equal(saved.statusCode, scheme === 'platform' ? 303 : 422, saved.body);
      assert.equal((await stored(id)).inParts, scheme === 'platform');
      if (scheme === 'pool')
        assert.match(saved.body, /id="inParts-error">Only certificates that are redeemed here/);
      assert.equal((await catalogue.post(path, await formOf(id))).statusCode, 303);
      assert.equal((await stored(id)).inParts, false);
    }
  });

  test('how much of a choice certificate its link alone exchanges is set where there is one', async () => {
    const { id } = await choiceProduct(world, {});
    const path = `/o/products/${id}`;
    assert.match((await catalogue.get(path)).body, /name="confirmAbove"[^>]*value="3000"/);
    const save = async (confirmAbove: string) =>
      catalogue.post(path, { ...(await formOf(id)), confirmAbove });
    for (const [typed, kopecks] of [
      ['0', 0],
      ['1 500,50', 150_050],
      ['', null],
    ] as const) {
      assert.equal((await save(typed)).statusCode, 303, typed);
      assert.equal((await stored(id)).confirmAboveKopecks, kopecks);
    }
    const wrong = await save('much');
    assert.equal(wrong.statusCode, 422);
    assert.match(wrong.body, /id="confirmAbove-error">A sum in roubles, or empty/);
    const plain = await world.product({ scheme: 'platform' });
    assert.doesNotMatch((await catalogue.get(`/o/products/${plain.id}`)).body, /confirmAbove/);
    assert.equal((await catalogue.post(`/o/products/${plain.id}`, await formOf(plain.id))).statusCode, 303);
    assert.equal((await stored(plain.id)).confirmAboveKopecks, 300_000, 'as it was');
  });

  test('a product is added, changed, taken off sale and put back', async () => {
    const { supplierId } = await world.product();
    const added = await catalogue.post(`/o/suppliers/${supplierId}/products`, {
      title: 'Чай на двоих',
      brand: 'Самовар',
      scheme: 'platform',
      faces: '500,1000',
    });
    assert.equal(added.statusCode, 303, added.body);
    const path = String(added.headers.location).split('?')[0] ?? '';
    const id = Number(path.split('/').at(-1));
    assert.equal((await stored(id)).switchedOn, true);
    const form = await formOf(id);
    const changed = {
      ...form,
      title: 'Чай вдвоём',
      validity: 'days',
      validDays: '180',
      minValidityDays: '14',
    };
    assert.equal((await catalogue.post(path, changed)).statusCode, 303);
    const edited = await stored(id);
    assert.deepEqual(
      [edited.title, edited.validity, edited.minValidityDays],
      ['Чай вдвоём', { is: 'days', days: 180 }, 14],
    );
    const auditor = await visitor(world, operator, 'auditor');
    assert.match(
      (await auditor.get(`/o/audit?side=supplier&id=${supplierId}`)).body,
      /<dt>Days that a certificate must still be valid/,
      'the audit names a field as the form does',
    );
    for (const validUntil of ['never', '2031-01-01 or later']) {
      const wrong = await catalogue.post(path, { ...changed, validity: 'fixed', validUntil });
      assert.equal(wrong.statusCode, 422);
      assert.match(wrong.body, /Choose the last day/);
    }
    const unknown = await catalogue.post(path, {
      ...changed,
      title: '',
      validDays: '1e3',
      categories: '2147483648',
    });
    assert.equal(unknown.statusCode, 422, 'no category has such a number');
    assert.match(unknown.body, /#title.*#validDays.*#categories/);
    const longCode = 'x'.repeat(300);
    const unusual = { ...changed, minValidityDays: '', code: longCode };
    assert.equal((await catalogue.post(path, unusual)).statusCode, 303);
    const { code, minValidityDays } = await stored(id);
    assert.deepEqual([code, minValidityDays], [longCode, 0]);
    assert.equal((await catalogue.post(path, { ...changed, activationScheme: 'letter' })).statusCode, 422);

    assert.equal(
      (await catalogue.post(`${path}/faces`, { faces: '3000', free: '100-5000/50' })).statusCode,
      303,
    );
    assert.equal((await catalogue.post(`${path}/faces`, { faces: 'many' })).statusCode, 422);
    assert.equal((await catalogue.post(`${path}/faces/off`, { face: '50000' })).statusCode, 303);
    const { faces, faceMaxKopecks } = await stored(id);
    assert.deepEqual(
      faces.filter(({ switchedOn }) => switchedOn).map(({ faceKopecks }) => faceKopecks),
      [0, 100_000, 300_000],
    );
    assert.equal(faceMaxKopecks, 500_000);

    assert.equal((await catalogue.post(`${path}/off`)).statusCode, 303);
    assert.equal((await stored(id)).switchedOn, false);
    const { db, keyring } = world.home;
    await setFourEyes({ db, keyring }, fromShell, { on: true, aboveKopecks: 0 }, world.clock.now());
    assert.equal((await catalogue.post(`${path}/on`)).statusCode, 303);
    assert.equal((await stored(id)).switchedOn, false, 'somebody else has to agree');
    assert.equal((await support.post(`${path}/off`)).statusCode, 404);
    const { rows } = await db.query<{ act: string }>(
      `select act from audit where side = 'supplier' and party_id = $1 order by seq`,
      [supplierId],
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      [
        'product.added',
        'product.changed',
        'product.changed',
        'product.faces-on',
        'product.faces-off',
        'product.changed',
      ],
    );
    assert.match((await support.get(`/o/products?supplier=${supplierId}`)).body, /Чай вдвоём/);
  });

  test('its look is seen as the recipient sees it, and a template is checked before it is used', async () => {
    const product = await world.product({ scheme: 'platform', title: 'Вечер у камина' });
    const path = `/o/products/${product.id}`;
    const look = await catalogue.get(`${path}/templates/look?lang=ru`);
    assert.equal(look.statusCode, 200);
    assert.match(look.body, /Вечер у камина/);
    assert.match((await catalogue.get(`${path}/templates/look?lang=en&opened=1`)).body, /lang="en"/);
    assert.equal((await catalogue.get('/o/products/999999/templates/look')).statusCode, 404);
    const bad = await catalogue.post(`${path}/template`, { template: '{"facevalue_template": 1, "x": 2}' });
    assert.equal(bad.statusCode, 422);
    const good = { template: '{"facevalue_template": 1}', note: 'new year' };
    assert.equal((await catalogue.post(`${path}/template`, good)).statusCode, 303);
    assert.match((await catalogue.get(path)).body, /new year/);
    assert.equal((await support.post(`${path}/template`, good)).statusCode, 404);
  });
});
