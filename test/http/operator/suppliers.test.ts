import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { readAgreement } from '../../../src/suppliers/set-agreement.ts';
import { exampleServer, token } from '../../suppliers/certify/example-server.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

/** Longer than a process remembers who proved to be what. */
const accessKeptMs = 1100;

const pathOf = (answer: { headers: Record<string, unknown> }): string =>
  String(answer.headers['location']).split('?')[0] ?? '';

describe('suppliers, for the operator', () => {
  let world: TestWorld;
  let admin: Visitor;
  let catalogue: Visitor;

  before(async () => {
    world = await testWorld();
    admin = await visitor(world, operator, 'admin');
    catalogue = await visitor(world, operator, 'catalogue');
  });
  after(() => world[Symbol.asyncDispose]());

  async function addOne(name: string): Promise<string> {
    const added = await catalogue.post('/o/suppliers/new', { name, contact: 'codes@tea.example' });
    assert.equal(added.statusCode, 303, added.body);
    return pathOf(added);
  }

  const actsOf = async (path: string): Promise<string[]> => {
    const { rows } = await world.home.db.query<{ act: string }>(
      `select act from audit where side = 'supplier' and party_id = $1 order by seq`,
      [Number(path.split('/').at(-1))],
    );
    return rows.map(({ act }) => act);
  };

  test('a supplier is added, changed and limited; each act is in its audit', async () => {
    const path = await addOne('Чайный дом');
    const twice = await catalogue.post('/o/suppliers/new', { name: 'Чайный дом', contact: '' });
    assert.equal(twice.statusCode, 422);
    assert.match(twice.body, /There is already a supplier with this name/);
    const bad = await catalogue.post(`${path}/company`, { name: 'Чайный дом', contact: 'nowhere' });
    assert.equal(bad.statusCode, 422);
    assert.match(bad.body, /value="nowhere"/);
    const company = { name: 'Чайный дом «Самовар»', contact: 'codes@samovar.example' };
    assert.equal((await catalogue.post(`${path}/company`, { ...company, language: 'en' })).statusCode, 303);
    assert.match((await catalogue.get(path)).body, /<option value="en" selected>English/);
    assert.equal((await catalogue.post(`${path}/company`, company)).statusCode, 303, 'the language stays');
    assert.match((await catalogue.get(path)).body, /<option value="en" selected>English/);
    const limits = { brand: 'Чайный дом', monthlyOrders: '1 000', monthlySum: '500000', lowAt: '10' };
    assert.equal((await catalogue.post(`${path}/brand`, limits)).statusCode, 303);
    assert.equal((await catalogue.post(`${path}/brand`, { ...limits, lowAt: '100' })).statusCode, 422);
    const schedule = {
      addresses: 'codes@samovar.example',
      cron: '0 9 * * 1',
      holidays: '2027-01-01',
      reminder: '48',
    };
    assert.equal((await catalogue.post(`${path}/schedule`, schedule)).statusCode, 303);
    assert.equal((await catalogue.post(`${path}/schedule`, { ...schedule, cron: 'often' })).statusCode, 422);
    const page = (await catalogue.get(path)).body;
    assert.match((await catalogue.get('/o/limits')).body, /1,000 \/ 1,000/);
    assert.match(page, /0 of 1,000/);
    assert.match(page, /0 9 \* \* 1/);
    assert.deepEqual(await actsOf(path), [
      'supplier.added',
      'supplier.changed',
      'brand.limited',
      'supplier.schedule-set',
    ]);
    assert.equal((await catalogue.get(`${path}/settings`)).statusCode, 404, 'settings are for admins');
    assert.match((await catalogue.get('/o/suppliers?q=самовар')).body, /Самовар/);
  });

  test('the adapter is set by a form of its own schema; a secret never comes back', async () => {
    await using example = await exampleServer();
    const product = await world.product({ scheme: 'api', title: 'По вызову' });
    const path = `/o/suppliers/${product.supplierId}`;
    const form = (await admin.get(`${path}/settings?adapter=rest&auth=bearer`)).body;
    assert.match(form, /name="auth\.token"/);
    assert.match(form, /name="supplierUrl"/);
    const typed = { adapter: 'rest', auth: 'bearer', idempotent: 'yes', timeout: '1500' };
    const wrong = await admin.post(`${path}/settings`, {
      ...typed,
      supplierUrl: 'nowhere',
      'auth.token': token,
    });
    assert.equal(wrong.statusCode, 422);
    assert.match(wrong.body, /supplierUrl/);
    assert.ok(!wrong.body.includes(token), 'a typed secret is not shown again');
    const right = { ...typed, supplierUrl: example.url };
    assert.equal((await admin.post(`${path}/settings`, { ...right, 'auth.token': token })).statusCode, 303);
    assert.equal((await admin.post(`${path}/settings`, { ...right, timeout: '2000' })).statusCode, 303);
    const agreement = await readAgreement(world.home.db, world.ctx.keyring, product.supplierId);
    assert.deepEqual(agreement?.settings, { supplierUrl: example.url, auth: { kind: 'bearer', token } });
    assert.equal(agreement.timeoutMs, 2000);
    assert.ok(!(await admin.get(`${path}/settings`)).body.includes(token));

    await admin.post('/o/approvals/policy', { on: 'yes', above: '0' });
    const elsewhere = { ...right, supplierUrl: 'https://elsewhere.example', timeout: '2000' };
    assert.equal(
      (await admin.post(`${path}/settings`, { ...elsewhere, 'auth.token': 'other-secret' })).statusCode,
      303,
    );
    const finance = await visitor(world, operator, 'finance');
    const list = (await finance.get('/o/approvals')).body;
    const one = /\/o\/approvals\/\d+(?=\?)/.exec(list)?.[0] ?? assert.fail('no approval');
    const asked = (await finance.get(one)).body;
    assert.match(asked, /https:\/\/elsewhere\.example <span class="state note">changed/);
    assert.match(asked, /set, not shown <span class="state note">changed/);
    assert.ok(!asked.includes('other-secret') && !asked.includes(token));
    assert.doesNotMatch((await catalogue.get(one)).body, /elsewhere\.example/, 'who does not decide');
    assert.equal((await finance.post(`${one}/reject`)).statusCode, 303);
    await admin.post('/o/approvals/policy', {});
    await world.home.db.query(`update party_policies set four_eyes = false`);

    const tried = await admin.post(`${path}/try`, { call: 'issue' });
    assert.equal(tried.statusCode, 200);
    assert.match(tried.body, /It worked/);
    assert.match(tried.body, /issueCertificate/);
    assert.ok(!tried.body.includes(token) && !/\b\d{16}\b/.test(tried.body), 'masked');

    const unsure = await admin.post(`${path}/certify`, { calls: '3' });
    assert.equal(unsure.statusCode, 422);
    const begun = await admin.post(`${path}/certify`, { confirm: 'yes', calls: '3' });
    assert.equal(begun.statusCode, 303);
    const run = pathOf(begun);
    assert.match((await admin.get(run)).body, /<progress/);
    await world.settle();
    const report = (await admin.get(run)).body;
    assert.match(report, /class="notice yes"/);
    const file = await admin.post(`${run}/report`);
    assert.match(String(file.headers['content-disposition']), /attachment/);
    assert.match(file.body, /<!doctype html/i);
    assert.match((await admin.get(path)).body, />passed</);
    assert.equal((await catalogue.post(`${path}/try`, { call: 'issue' })).statusCode, 404);
  });

  test('a token is shown once', async () => {
    const path = await addOne('Кофейня');
    const shown = await admin.post(`${path}/token`);
    assert.equal(shown.statusCode, 200);
    const secret = /fv_\d+_[\w-]{43}/.exec(shown.body)?.[0] ?? assert.fail('no token');
    assert.ok(!(await admin.get(path)).body.includes(secret));
    const networks = { networks: '203.0.113.0/24', format: 'csv', field: 'face', redeemsOwn: 'yes' };
    assert.equal((await admin.post(`${path}/access`, networks)).statusCode, 303);
    assert.equal((await admin.post(`${path}/access`, { ...networks, networks: 'home' })).statusCode, 422);
    assert.match((await admin.get(path)).body, /203\.0\.113\.0\/24/);
  });

  test('user and password of a program are set, shown once, replaced and removed', async () => {
    const [path, other] = [await addOne('Книги'), await addOne('Краски')];
    const wrong = await admin.post(`${path}/basic`, { basicUser: 'kassa:1' });
    assert.equal(wrong.statusCode, 422);
    assert.match(wrong.body, /value="kassa:1"/);
    const shown = await admin.post(`${path}/basic`, { basicUser: 'kassa' });
    assert.equal(shown.statusCode, 200);
    const password = /<pre data-secret>([\w-]+)</.exec(shown.body)?.[1] ?? assert.fail('no password');
    const enters = (pass: string) =>
      world.server
        .inject({
          url: '/integration/v1/used?from=2026-01-01T00:00:00Z',
          headers: { authorization: `Basic ${Buffer.from(`kassa:${pass}`).toString('base64')}` },
        })
        .then(({ statusCode }) => statusCode !== 401);
    assert.ok(await enters(password));
    assert.ok(!(await admin.get(path)).body.includes(password));
    assert.match((await admin.get(path)).body, /value="kassa"/);
    assert.equal((await admin.post(`${other}/basic`, { basicUser: 'kassa' })).statusCode, 422, 'taken');
    assert.equal((await catalogue.post(`${path}/basic`, { basicUser: 'kassa' })).statusCode, 404);
    await admin.post(`${path}/basic`, { basicUser: 'kassa' });
    await setTimeout(accessKeptMs);
    assert.ok(!(await enters(password)), 'replaced');
    world.clock.forward('11 min');
    const late = await admin.post(`${path}/basic/remove`);
    assert.match(String(late.headers.location), /^\/in\/second/);
    await world.home.db.query(`update sessions set stepped_up_at = $1`, [world.clock.now()]);
    assert.equal((await admin.post(`${path}/basic/remove`)).statusCode, 303);
    assert.deepEqual(await actsOf(path), ['supplier.added', ...Array<string>(3).fill('supplier.access-set')]);
    const { rows } = await world.home.db.query<{ text: string }>(`select before || after as text from audit`);
    assert.ok(!rows.some(({ text }) => text.includes(password)));
  });

  test('a letter about activation goes out now, whatever its schedule says', async () => {
    const product = await world.product({ activationScheme: 'letter' });
    const path = `/o/suppliers/${product.supplierId}`;
    const schedule = { addresses: 'anna@books.example', cron: '0 9 * * 1', holidays: '', reminder: '48' };
    assert.equal((await catalogue.post(`${path}/schedule`, schedule)).statusCode, 303);
    const ask = async (): Promise<string> => {
      assert.equal((await catalogue.post(`${path}/ask-activation`)).statusCode, 303);
      return (await catalogue.get(path)).body;
    };
    assert.match(await ask(), /There is nothing to write about/);
    const client = await world.client();
    await world.pool(product, 500, [{ number: 'BOOK-1', pin: '', inactive: true }]);
    await client.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    assert.match(await ask(), /A letter is on its way, codes: 1/);
    assert.equal((await actsOf(path)).at(-1), 'activation.asked');
    const support = await visitor(world, operator, 'support');
    assert.equal((await support.post(`${path}/ask-activation`)).statusCode, 404);
  });

  test('while four eyes are on, letters with sold codes go to another mailbox only when a second person agrees', async () => {
    const product = await world.product({ activationScheme: 'letter' });
    const path = `/o/suppliers/${product.supplierId}`;
    const other = await addOne('Чайник');
    const schedule = { addresses: 'anna@books.example', cron: '0 9 * * 1', holidays: '', reminder: '48' };
    const { db, keyring } = world.home;
    const addressesOf = async (): Promise<string[]> => {
      const { rows } = await db.query<{ addresses: string[] }>(
        `select addresses from activation_schedules where supplier_id = $1`,
        [product.supplierId],
      );
      return rows[0]?.addresses ?? [];
    };
    assert.equal((await catalogue.post(`${path}/schedule`, schedule)).statusCode, 303);
    const setRule = (on: boolean) =>
      setFourEyes({ db, keyring }, fromShell, { on, aboveKopecks: 0 }, world.clock.now());
    await setRule(true);
    const evil = { ...schedule, addresses: 'anna@books.example, eve@evil.example' };
    const waits = await catalogue.post(`${path}/schedule`, evil);
    assert.match(pathOf(waits), /^\/o\/approvals\/\d+$/);
    assert.deepEqual(await addressesOf(), ['anna@books.example']);
    assert.match((await admin.get(pathOf(waits))).body, /eve@evil\.example/);
    assert.equal(
      pathOf(await catalogue.post(`${path}/schedule`, { ...schedule, cron: '0 10 * * 1' })),
      path,
      'the time is nobody else’s',
    );
    const contact = { name: 'Чайник', contact: 'eve@evil.example' };
    assert.match(pathOf(await catalogue.post(`${other}/company`, contact)), /^\/o\/approvals\//);
    assert.equal(
      pathOf(await catalogue.post(`${other}/company`, { ...contact, contact: 'codes@tea.example' })),
      other,
    );
    assert.equal((await admin.post(`${pathOf(waits)}/approve`)).statusCode, 303);
    assert.equal(pathOf(await catalogue.post(`${path}/schedule`, evil)), path);
    assert.deepEqual(await addressesOf(), ['anna@books.example', 'eve@evil.example']);
    await setRule(false);
  });
});
