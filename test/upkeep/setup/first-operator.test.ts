import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { checkChain } from '../../../src/people/audit/check-chain.ts';
import { becomeOperator } from '../../../src/people/first-operator/become-operator.ts';
import { inviteFirstOperator } from '../../../src/people/first-operator/invite-first.ts';
import { makeSetupLink } from '../../../src/people/first-operator/setup-link.ts';
import { acceptAsNew } from '../../../src/people/team/accept-invitation.ts';
import { confirmKeyBackup } from '../../../src/upkeep/setup/key-backup.ts';
import { device, linkTo, newPerson, password, sessionOf, tokenIn } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const anna = { name: 'Анна', email: 'anna@gifts.example', password, ...device };

async function linkOf(world: TestWorld, email: string | null = null): Promise<string> {
  const { db, keyring } = world.home;
  const made = await makeSetupLink(db, keyring, fromShell, { email, language: 'ru' }, world.clock.now());
  return made.is === 'made' ? made.token : assert.fail(made.is);
}

const become = (world: TestWorld, traits: Partial<typeof anna> & { token: string }) =>
  becomeOperator(world.ctx, { ...anna, ...traits }, world.clock.now());

const admins = async (world: TestWorld): Promise<string[]> => {
  const { rows } = await world.home.db.query<{ email: string }>(
    `select p.email from memberships m join persons p on p.id = m.person_id
     where m.side = 'operator' and m.role = 'admin' order by 1`,
  );
  return rows.map(({ email }) => email);
};

test('the link makes one operator, once, and is nowhere in the database', async () => {
  await using world = await testWorld();
  const token = await linkOf(world);
  const { rows } = await world.home.db.query(`select l::text as row from setup_links l`);
  assert.ok(!JSON.stringify(rows).includes(token));
  assert.equal((await become(world, { token: `${token.slice(1)}A` })).is, 'not-open');
  assert.equal((await become(world, { token, password: 'short' })).is, 'weak');
  assert.equal((await become(world, { token, email: 'nowhere' })).is, 'bad-email');
  assert.equal((await become(world, { token, name: ' ' })).is, 'bad-name');
  const became = await become(world, { token });
  assert.ok(became.is === 'became', became.is);
  const session = await sessionOf(world, became);
  assert.equal(session.membership?.role, 'admin');
  assert.equal(session.owes, 'enrolment', 'a password alone opens nothing');
  assert.equal((await become(world, { token, email: 'eve@gifts.example' })).is, 'not-open');
  const { db, keyring } = world.home;
  const again = await makeSetupLink(
    db,
    keyring,
    fromShell,
    { email: null, language: 'ru' },
    world.clock.now(),
  );
  assert.equal(again.is, 'operator-exists');
  assert.deepEqual(await admins(world), ['anna@gifts.example']);
  assert.ok((await checkChain(db, keyring, operator)).is === 'whole');
});

test('a link is over after an hour, by the next link, and for another address', async () => {
  await using world = await testWorld();
  const first = await linkOf(world);
  const second = await linkOf(world);
  assert.equal((await become(world, { token: first })).is, 'not-open');
  world.clock.forward('61 min');
  assert.equal((await become(world, { token: second })).is, 'not-open');
  const own = await linkOf(world, 'Anna@Gifts.example');
  assert.equal((await become(world, { token: own, email: 'eve@gifts.example' })).is, 'other-email');
  assert.equal((await become(world, { token: own })).is, 'became');
});

test('of twenty who use the link at once, one becomes the operator', async () => {
  await using world = await testWorld();
  const token = await linkOf(world);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_empty, index) => become(world, { token, email: `p${index}@gifts.example` })),
  );
  assert.equal(outcomes.filter(({ is }) => is === 'became').length, 1);
  assert.equal(outcomes.filter(({ is }) => is === 'not-open').length, 19);
  assert.equal((await admins(world)).length, 1);
});

test('a link that is made while another is used leaves one operator and no valid link', async () => {
  await using world = await testWorld();
  const token = await linkOf(world);
  const { db, keyring } = world.home;
  const makeAgain = () =>
    makeSetupLink(db, keyring, fromShell, { email: null, language: 'ru' }, world.clock.now());
  const [became, ...made] = await Promise.all([
    become(world, { token }),
    ...Array.from({ length: 10 }, makeAgain),
  ]);
  const last = made.findLast((one) => one.is === 'made');
  if (became.is === 'became') {
    for (const one of made) {
      if (one.is === 'made')
        assert.equal((await become(world, { token: one.token, email: 'eve@gifts.example' })).is, 'not-open');
    }
  } else assert.ok(last, 'the link was ended by a newer one');
  assert.equal((await admins(world)).length, became.is === 'became' ? 1 : 0);
});

test('the page takes the token from a form of ours alone, and is gone with the first operator', async () => {
  await using world = await testWorld();
  const token = await linkOf(world);
  const page = await world.server.inject({ url: '/setup?lang=en', headers: { accept: 'text/html' } });
  assert.equal(page.statusCode, 200);
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.match(page.body, /Become the administrator/);
  const post = (fields: Record<string, string>, site = 'same-origin') =>
    world.server.inject({
      method: 'POST',
      url: '/setup?lang=en',
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': site,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const form = { token, email: anna.email, name: anna.name, chosen: password, repeat: password };
  assert.equal((await post(form, 'cross-site')).statusCode, 403);
  const wrong = await post({ ...form, token: 'guess' });
  assert.equal(wrong.statusCode, 422);
  assert.match(wrong.body, /This link is not valid/);
  const differ = await post({ ...form, repeat: 'other' });
  assert.equal(differ.statusCode, 422);
  assert.match(differ.body, /value="Анна"/);
  assert.ok(!differ.body.includes(password));
  const done = await post(form);
  assert.equal(done.statusCode, 303);
  assert.match(String(done.headers['set-cookie']), /facevalue-session=/);
  assert.equal((await post(form)).statusCode, 404);
  assert.equal(
    (await world.server.inject({ url: '/setup', headers: { accept: 'text/html' } })).statusCode,
    404,
  );
});

test('an installation set up by its environment writes one letter to its first operator', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const start = () =>
    inviteFirstOperator(
      db,
      keyring,
      { email: 'Anna@gifts.example', language: 'en' as const },
      world.clock.now(),
    );
  const outcomes = await Promise.all([start(), start(), start()]);
  assert.deepEqual(outcomes.toSorted(), ['invited', 'invited-before', 'invited-before']);
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
  assert.equal(await start(), 'invited-before');
  world.clock.forward('8 d');
  assert.equal(await start(), 'invited', 'the first letter has expired');
  await world.settle();
  const token = tokenIn(linkTo(world, 'anna@gifts.example', '/invite/'));
  const accepted = await acceptAsNew(
    world.ctx,
    { token, name: 'Anna', password, ...device },
    world.clock.now(),
  );
  assert.equal(accepted.is, 'accepted');
  assert.equal(await start(), 'operator-exists');
  assert.deepEqual(await admins(world), ['anna@gifts.example']);
});

test('the first administrator is led to the first order by steps that tick themselves', async () => {
  await using world = await testWorld({ FACEVALUE_BASE_URL: 'http://127.0.0.1:9' });
  const { cookie } = await newPerson(world);
  const ask = (method: 'GET' | 'POST', url: string) =>
    world.server.inject({
      method,
      url: `${url}?lang=en`,
      headers: {
        cookie: `facevalue-session=${cookie}`,
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
  const nextStep = async (): Promise<string> => {
    const page = await ask('GET', '/o/start');
    assert.equal(page.statusCode, 200);
    return /state note">next<\/span><\/span><b>([^<]+)/.exec(page.body)?.[1] ?? '';
  };
  assert.equal(await nextStep(), 'Settings are checked');
  assert.equal((await ask('POST', '/o/start/check')).statusCode, 303);
  const { body } = await ask('GET', '/o/start');
  assert.match(body, /fsync is off/, 'what is wrong with the test’s database');
  await world.home.db.query(`update setup_checks set state = 'note' where state = 'wrong'`);
  assert.equal(await nextStep(), 'The master key is on paper');
  const { db, keyring, config } = world.home;
  const typed = config.masterKey.toString('base64');
  await confirmKeyBackup(db, keyring, fromShell, { typed, config }, world.clock.now());
  await ask('POST', '/o/start/check');
  await world.home.db.query(`update setup_checks set state = 'note' where state = 'wrong'`);
  assert.equal(await nextStep(), 'There is a supplier', 'letters went out already');
  const product = await world.product();
  assert.equal(await nextStep(), 'There are codes');
  await world.pool(product, 500, 1);
  assert.equal(await nextStep(), 'There is a client');
  const shop = await world.client();
  assert.equal(await nextStep(), 'A test order is issued');
  await shop.makeOrder({ product_id: product.id, face: 500, uuid: 'first' });
  await world.settle();
  assert.match((await ask('GET', '/o/start')).body, /The first order is issued/);
});
