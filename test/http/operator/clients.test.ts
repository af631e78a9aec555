import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findListedClient } from '../../../src/clients/list-clients.ts';
import { findBalance } from '../../../src/ledger/balance.ts';
import { operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('clients, for the operator', () => {
  let world: TestWorld;
  let admin: Visitor;
  let support: Visitor;

  before(async () => {
    world = await testWorld();
    admin = await visitor(world, operator, 'admin');
    support = await visitor(world, operator, 'support');
  });
  after(() => world[Symbol.asyncDispose]());

  const terms = {
    name: 'Клуб «Северный»',
    registered: '2026-01-15',
    discount: '3,5',
    credit: '50 000',
    language: 'en',
    contactMail: 'ops@club.example',
    callbackUrl: 'https://club.example/callback?key=secret',
    callbackFormat: 'json',
    networks: '203.0.113.0/24',
    on: 'yes',
    delayed: 'yes',
  };

  const actsOf = async (clientId: number): Promise<{ act: string; before: string; after: string }[]> => {
    const { rows } = await world.home.db.query<{ act: string; before: string; after: string }>(
      `select act, before, after from audit where side = 'client' and party_id = $1 order by seq`,
      [clientId],
    );
    return rows;
  };

  async function addOne(name: string): Promise<number> {
    const made = await admin.post('/o/clients/new', { ...terms, name });
    assert.equal(made.statusCode, 200, made.body);
    return Number(/\/o\/clients\/(\d+)/.exec(made.body)?.[1]);
  }

  test('a client is added with its terms; its secrets are shown this once', async () => {
    const made = await admin.post('/o/clients/new', terms);
    assert.equal(made.body.match(/<pre data-secret>/g)?.length, 2);
    const id = Number(/\/o\/clients\/(\d+)/.exec(made.body)?.[1]);
    const client = await findListedClient(world.home.db, id, world.clock.now());
    assert.equal(client?.discountBasisPoints, 350);
    assert.deepEqual(client.allowedNetworks, ['203.0.113.0/24']);
    assert.equal(client.registeredAt.toISOString(), '2026-01-14T21:00:00.000Z');
    assert.equal((await findBalance(world.home.db, id))?.creditKopecks, 5_000_000);
    const page = await admin.get(`/o/clients/${id}`);
    assert.equal(page.statusCode, 200);
    assert.doesNotMatch(page.body, /data-secret|key=secret/);
    assert.match((await admin.get('/o/clients?q=северный')).body, new RegExp(`/o/clients/${id}\\?`));
  });

  test('a change is kept with what was before, and says so when nothing changed', async () => {
    const id = await addOne('Магазин у моста');
    const ask = { ...terms, name: 'Магазин у моста', discount: '-2', on: '' };
    assert.equal((await admin.post(`/o/clients/${id}/edit`, ask)).statusCode, 303);
    const [, changed] = await actsOf(id);
    assert.equal(changed?.act, 'client.changed');
    assert.deepEqual(JSON.parse(changed.before), { discountBasisPoints: 350, switchedOn: true });
    assert.deepEqual(JSON.parse(changed.after), { discountBasisPoints: -200, switchedOn: false });
    await admin.post(`/o/clients/${id}/edit`, ask);
    assert.equal((await actsOf(id)).length, 2);
  });

  test('a wrong field is named, what was typed stays, and nothing is changed', async () => {
    const id = await addOne('Три поросёнка');
    for (const [field, value] of [
      ['name', ' '],
      ['registered', '2031-01-01'],
      ['discount', '100'],
      ['discount', '1.234'],
      ['credit', '-5'],
      ['credit', '99999999999999'],
      ['contactMail', 'nobody'],
      ['callbackUrl', 'ftp://club.example'],
      ['callbackUrl', 'https://user:pass@club.example/'],
      ['callbackUrl', `https://club.example/${'x'.repeat(2048)}`],
      ['networks', 'everywhere'],
      ['networks', `10.0.0.1,${' '.repeat(19_989)}10.0.0.123`],
    ] as const) {
      for (const path of [`/o/clients/${id}/edit`, '/o/clients/new']) {
        const answer = await admin.post(path, { ...terms, name: 'Другое имя', [field]: value });
        assert.equal(answer.statusCode, 422, `${path} ${field}=${value}`);
        assert.match(answer.body, new RegExp(`href="#${field}"`), `${field}=${value}`);
      }
    }
    for (const several of [
      { name: '', discount: 'much', credit: '-5' },
      { name: '', registered: '2031-01-01', callbackUrl: 'nowhere', networks: 'everywhere' },
    ]) {
      const { body } = await admin.post('/o/clients/new', { ...terms, ...several });
      assert.deepEqual(
        [...body.matchAll(/<li><a href="#(\w+)"/g)].map(([, field]) => field),
        Object.keys(several),
        'all of them at once',
      );
    }
    assert.equal((await actsOf(id)).length, 1);
    assert.doesNotMatch((await admin.get('/o/clients')).body, /Другое имя/);
  });

  test('keys are made and revoked by whoever has just proved to be there', async () => {
    const id = await addOne('Ключи');
    const rotated = await admin.post(`/o/clients/${id}/keys`, { overlap: '72' });
    assert.match(rotated.body, /<pre data-secret>/);
    assert.equal((await admin.post(`/o/clients/${id}/keys/retire`, { version: '1' })).statusCode, 303);
    assert.equal((await admin.post(`/o/clients/${id}/keys/retire`, { version: '1' })).statusCode, 404);
    assert.match((await admin.post(`/o/clients/${id}/secret`)).body, /whsec_/);
    const late = await visitor(world, operator, 'admin');
    world.clock.forward('11 min');
    for (const act of ['keys', 'secret']) {
      const asked = await late.post(`/o/clients/${id}/${act}`);
      assert.match(String(asked.headers.location), /^\/in\/second/, act);
    }
    await world.home.db.query(`update sessions set stepped_up_at = $1`, [world.clock.now()]);
    const acts = (await actsOf(id)).map(({ act }) => act);
    assert.deepEqual(acts, ['client.added', 'keys.rotated', 'keys.retired', 'keys.callback-secret-replaced']);
  });

  test('its owner is invited, once', async () => {
    const id = await addOne('Приглашённые');
    const email = 'owner@club.example';
    assert.equal((await admin.post(`/o/clients/${id}/invite`, { email: 'nobody' })).statusCode, 422);
    assert.equal((await admin.post(`/o/clients/${id}/invite`, { email })).statusCode, 303);
    assert.equal((await admin.post(`/o/clients/${id}/invite`, { email })).statusCode, 422);
    assert.match((await admin.get(`/o/clients/${id}`)).body, /Invited: owner@club.example/);
    await world.settle();
  });

  test('support reads what finance may not change, and sees no money', async () => {
    const id = await addOne('Чтение');
    const page = await support.get(`/o/clients/${id}`);
    assert.equal(page.statusCode, 200);
    assert.doesNotMatch(page.body, /Credit line|<form method="post" action="\/o\/clients/);
    for (const act of ['edit', 'keys', 'keys/retire', 'secret', 'invite', 'test'])
      assert.equal((await support.post(`/o/clients/${id}/${act}`, terms)).statusCode, 404, act);
    assert.equal((await support.post('/o/clients/new', terms)).statusCode, 404);
    assert.equal((await actsOf(id)).length, 1);
  });
});
