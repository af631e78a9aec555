import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operator, type Party } from '../../../src/people/access/party.ts';
import { findTemplate } from '../../../src/certificates/templates/list-templates.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const green = JSON.stringify({
  facevalue_template: 1,
  colours: { light: { accent: '#14532d' } },
  letter: { ru: { subject: 'Подарок для {{ recipient }}' } },
});

const partyOf = (partyId: number): Party => ({ side: 'supplier', partyId });

describe('looks of a product, before and after they are in force', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let auditor: Visitor;
  let manager: Visitor;
  let stranger: Visitor;
  let id: number;
  let supplierId: number;

  before(async () => {
    world = await testWorld();
    ({ id, supplierId } = await world.product({ scheme: 'platform', title: 'Вечер у камина' }));
    const other = await world.product({ scheme: 'platform' });
    catalogue = await visitor(world, operator, 'catalogue');
    auditor = await visitor(world, operator, 'auditor');
    manager = await visitor(world, partyOf(supplierId), 'manager');
    stranger = await visitor(world, partyOf(other.supplierId), 'manager');
  });
  after(() => world[Symbol.asyncDispose]());

  const path = (): string => `/o/products/${id}/templates`;
  const ours = (): string => `/s/templates/${id}`;

  /** `d1` */
  async function draft(template: string, note = ''): Promise<string> {
    const saved = await catalogue.post(`${path()}/drafts`, { template, note });
    assert.equal(saved.statusCode, 303, saved.body);
    return /of=(d\d+)/.exec(String(saved.headers.location))?.[1] ?? assert.fail('no draft');
  }

  test('a draft is seen, talked about, agreed to and put in force; until then nothing changes', async () => {
    const name = await draft(green, 'spring');
    assert.equal(await findTemplate(world.home.db, { productId: id, version: null }), null);
    const shown = await catalogue.get(`${path()}?of=${name}&beside=current&to=ru&part=letter`);
    assert.equal(shown.statusCode, 200);
    assert.match(shown.body, /Подарок для Анна/);
    assert.match(String(shown.headers['content-security-policy']), /frame-src 'self'/);
    assert.match(shown.body, /class="phone" src="[^"]*of=current/);
    assert.match(shown.body, /parts: \d, characters: \d+/);
    const look = await catalogue.get(`${path()}/look?of=${name}&lang=en`);
    assert.match(look.body, /#14532d/);
    assert.doesNotMatch((await catalogue.get(`${path()}/look?lang=en`)).body, /#14532d/);
    assert.equal(look.headers['x-frame-options'], 'SAMEORIGIN');
    assert.match(String(look.headers['content-security-policy']), /frame-ancestors 'self'/);
    const letter = await manager.get(`${ours()}/letter?of=${name}&lang=ru`);
    assert.match(letter.body, /Вечер у камина/);
    assert.match(String(letter.headers['content-security-policy']), /default-src 'none'.*sandbox/);

    const pdf = await catalogue.get(`${path()}/pdf?of=${name}&lang=ru`);
    assert.equal(pdf.headers['content-type'], 'application/pdf');
    assert.match(String(pdf.headers['content-disposition']), /attachment; filename="sample-\d+-ru\.pdf"/);
    assert.equal(pdf.rawPayload.subarray(0, 5).toString('latin1'), '%PDF-');

    const said = await manager.post(`${ours()}/comments`, { look: name, text: 'Темнее,\nпожалуйста' });
    assert.equal(said.statusCode, 303);
    assert.match((await catalogue.get(path())).body, /Темнее,\nпожалуйста/);
    assert.equal((await manager.post(`${ours()}/comments`, { look: name, text: ' ' })).statusCode, 422);
    assert.equal((await manager.post(`${ours()}/comments`, { look: 'd999', text: 'x' })).statusCode, 404);
    assert.equal((await manager.post(`${ours()}/agree`, { look: name })).statusCode, 303);
    assert.match((await catalogue.get(path())).body, /agreed by the supplier/);
    assert.equal((await auditor.post(`${path()}/use`, { look: name })).statusCode, 404);
    assert.equal((await catalogue.post(`${path()}/use`, { look: name })).statusCode, 303);
    const inForce = await findTemplate(world.home.db, { productId: id, version: null });
    assert.deepEqual([inForce?.version, inForce?.note], [2, 'spring']);
    await catalogue.post(`${path()}/use`, { look: name });
    assert.equal((await findTemplate(world.home.db, { productId: id, version: null }))?.version, 2, 'once');

    assert.equal((await catalogue.post(`${path()}/use`, { look: 'v1' })).statusCode, 303);
    const again = await findTemplate(world.home.db, { productId: id, version: null });
    assert.deepEqual([again?.version, again?.template], [3, null]);
    const { rows } = await world.home.db.query<{ act: string }>(
      `select act from audit where side = 'supplier' and party_id = $1 and act like 'template.%' order by seq`,
      [supplierId],
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['template.drafted', 'template.commented', 'template.agreed', 'template.set', 'template.set'],
    );
  });

  test('a wrong template says each place, a discarded draft is over, and strangers see nothing', async () => {
    const wrong = await catalogue.post(`${path()}/drafts`, { template: '{"facevalue_template": 1, "x": 2}' });
    assert.equal(wrong.statusCode, 422);
    assert.match(wrong.body, /1:28 x is not known here/);
    const name = await draft('');
    for (const url of [
      ours(),
      `${ours()}/look`,
      `${ours()}/pdf`,
      `${ours()}/letter?of=${name}`,
      '/s/templates/999999',
    ])
      assert.equal((await stranger.get(url)).statusCode, 404, url);
    for (const [act, form] of [
      ['agree', { look: name }],
      ['comments', { look: name, text: 'x' }],
    ] as const)
      assert.equal((await stranger.post(`${ours()}/${act}`, form)).statusCode, 404, act);
    assert.equal((await catalogue.post(`${path()}/discard`, { look: name })).statusCode, 303);
    await manager.post(`${ours()}/agree`, { look: name });
    const { rows } = await world.home.db.query(
      `select from template_drafts where agreed_at is not null and version is null`,
    );
    assert.equal(rows.length, 0, 'nobody agrees to what is over');
    assert.equal((await catalogue.get(`${path()}?of=d999`)).statusCode, 404);
    for (let number = 0; number < 20; number++) await draft('');
    assert.equal((await catalogue.post(`${path()}/drafts`, { template: '' })).statusCode, 422);
  });
});
