import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { createGiftPages } from '../../../src/http/gift-page/gift-pages.ts';
import { createServer } from '../../../src/http/server.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { wrongOfAccount, wrongOfNetwork } from '../../../src/people/sign-in/sign-in.ts';
import { addTillUser, removeTillUser } from '../../../src/people/tills/till-users.ts';
import { supplierCaller } from '../../support/supplier-caller.ts';
import { testWorld, worldWithFullPasswords, type TestWorld } from '../../support/test-world.ts';

const chosen = 'верный пароль кассы';
/** Each request says by itself where it comes from. */
const behindProxy = { FACEVALUE_TRUSTED_PROXIES: '127.0.0.1' };

async function till(world: TestWorld, name = 'kassa-1') {
  const { supplierId } = await world.product({ scheme: 'platform' });
  const added = await transaction(world.home.db, (tx) =>
    addTillUser(tx, world.ctx.keyring, fromShell, { supplierId, name }, world.clock.now()),
  );
  assert.ok(added.is === 'added');
  return { supplierId, name, ...added };
}

interface From {
  address?: string;
  baseUrl?: string;
  cookie?: string;
}

async function post(world: TestWorld, path: string, fields: Record<string, string>, from: From = {}) {
  const answer = await fetch(`${from.baseUrl ?? world.baseUrl}/till/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
      ...(from.address === undefined ? {} : { 'x-forwarded-for': from.address }),
      ...(from.cookie === undefined ? {} : { cookie: from.cookie }),
    },
    body: new URLSearchParams(fields),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: answer.status, cookie, headers: answer.headers, body: await answer.text() };
}

/** A second process of the installation. */
async function secondServer(world: TestWorld) {
  const parts = {
    giftPages: createGiftPages(world.ctx, {
      make: () => Promise.reject(new Error('no PDF here')),
    }),
    makePdf: () => Promise.reject(new Error('no PDF here')),
    makePaper: () => Promise.reject(new Error('no PDF here')),
  };
  const server = await createServer(world.ctx, parts);
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  return { baseUrl, [Symbol.asyncDispose]: () => server.close() };
}

const howMany = (answers: { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

test('of 200 concurrent wrong passwords at two processes, five are checked', async () => {
  await using world = await testWorld();
  await using other = await secondServer(world);
  const { login, password } = await till(world);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      post(world, 'sign-in', { login, password: `wrong ${index}` }, index % 2 ? {} : other),
    ),
  );
  assert.equal(howMany(answers, 403), wrongOfAccount.tries);
  assert.equal(howMany(answers, 429), 200 - wrongOfAccount.tries);
  assert.match(answers.find(({ status }) => status === 429)?.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal((await post(world, 'sign-in', { login, password }, other)).status, 429);
  world.clock.forward('15 min');
  assert.equal((await post(world, 'sign-in', { login, password })).status, 303);
});

test('wrong attempts from elsewhere do not lock an account', async () => {
  await using world = await testWorld(behindProxy);
  const { login, password } = await till(world);
  for (let network = 1; network <= 10; network += 1) {
    const from = { address: `198.51.100.${network}` };
    const answers = [];
    for (let tried = 0; tried <= wrongOfAccount.tries; tried += 1) {
      answers.push(await post(world, 'sign-in', { login, password: 'wrong' }, from));
    }
    assert.equal(answers.at(-1)?.status, 429);
  }
  assert.equal((await post(world, 'sign-in', { login, password }, { address: '203.0.113.7' })).status, 303);
});

test('wrong passwords are limited per network over all accounts, and IPv6 is counted by /64', async () => {
  await using world = await testWorld(behindProxy);
  const { login, password } = await till(world);
  let wrong = 0;
  for (let tried = 0; tried < wrongOfNetwork.tries + 5; tried += 1) {
    const from = { address: `2001:db8:1:2::${(tried + 1).toString(16)}` };
    const answer = await post(world, 'sign-in', { login: `kassa-${tried}@9`, password: 'x' }, from);
    if (answer.status === 403) wrong += 1;
  }
  assert.equal(wrong, wrongOfNetwork.tries);
  const near = await post(world, 'sign-in', { login, password }, { address: '2001:db8:1:2:ffff::1' });
  assert.equal(near.status, 429);
  const far = await post(world, 'sign-in', { login, password }, { address: '2001:db8:1:3::1' });
  assert.equal(far.status, 303);
});

/** Of processor time, which does not grow while others are busy. */
const median = (times: number[]): number => times.toSorted((one, two) => one - two)[times.length >> 1] ?? 0;

test('existing and unknown logins get the same answer', async () => {
  await using world = await worldWithFullPasswords(behindProxy);
  const { login } = await till(world);
  const seen = [];
  for (const [index, name] of [login, 'nobody@501', 'no login at all'].entries()) {
    const times: number[] = [];
    const answers: string[] = [];
    for (let tried = 0; tried < 12; tried += 1) {
      const start = process.cpuUsage();
      const from = { address: `203.0.${index}.${tried >> 1}` };
      const { status, body } = await post(world, 'sign-in', { login: name, password: 'wrong' }, from);
      times.push(process.cpuUsage(start).user);
      answers.push(`${status} ${hash('sha256', body.replace(`value="${name}"`, ''))}`);
    }
    seen.push({ answers, time: median(times) });
  }
  for (const { answers, time } of seen) {
    assert.deepEqual(answers, seen[0]?.answers);
    // Each costs the same hashing; without it an answer would take a tenth of the time.
    assert.ok(time > (seen[0]?.time ?? 0) / 3, `${time} µs, ${seen[0]?.time} µs`);
  }
});

test('a new password requires the old one, may not be a common one, and ends every other session', async () => {
  await using world = await testWorld();
  const { login, password } = await till(world);
  const [mine, elsewhere] = [
    (await post(world, 'sign-in', { login, password })).cookie,
    (await post(world, 'sign-in', { login, password })).cookie,
  ];
  const choose = (fields: Record<string, string>, cookie = mine) =>
    post(world, 'password', { old: password, password: chosen, repeat: chosen, ...fields }, { cookie });
  const twice = (text: string) => choose({ password: text, repeat: text });

  assert.match(
    await fetch(`${world.baseUrl}/till`, { headers: { cookie: mine, 'accept-language': 'en' } }).then(
      (page) => page.text(),
    ),
    /At least 12 characters/,
  );
  assert.equal((await choose({ old: 'something else' })).status, 403);
  assert.equal((await choose({ repeat: 'верный пароль кассы2' })).status, 422);
  assert.match((await twice('short one')).body, /fewer than 12/);
  for (const common of [
    'password1234',
    'йцукенгшщзхъ',
    'Qwerty123456!',
    'пароль123456',
    '111111111111',
    'zaq12wsxcde3',
  ]) {
    const refused = await twice(common);
    assert.equal(refused.status, 422, common);
    assert.match(refused.body, /among the first that are guessed/, common);
    assert.ok(!refused.body.includes(common));
  }
  assert.match((await twice(`${login}-kassa`)).body, /name of the till or the shop/);
  assert.match((await twice(`${password}!1`)).body, /of the old password/);

  const done = await twice(chosen);
  assert.equal(done.status, 303);
  const isIn = async (cookie: string): Promise<boolean> =>
    /name="number"/.test(await (await fetch(`${world.baseUrl}/till`, { headers: { cookie } })).text());
  assert.deepEqual([await isIn(done.cookie), await isIn(mine), await isIn(elsewhere)], [true, false, false]);
  assert.equal((await post(world, 'sign-in', { login, password })).status, 403);
  assert.equal((await post(world, 'sign-in', { login, password: chosen })).status, 303);
});

test('attempts at the old password are limited in the form that changes it', async () => {
  await using world = await testWorld();
  const { login, password } = await till(world);
  const { cookie } = await post(world, 'sign-in', { login, password });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      post(world, 'password', { old: `wrong ${index}`, password: chosen, repeat: chosen }, { cookie }),
    ),
  );
  assert.equal(howMany(answers, 403), wrongOfAccount.tries);
  assert.equal(howMany(answers, 429), 50 - wrongOfAccount.tries);
});

test('a session begun with a password that is being changed ends', async () => {
  await using world = await testWorld();
  const { login, password } = await till(world);
  const { cookie } = await post(world, 'sign-in', { login, password });
  const [changed, ...signedIn] = await Promise.all([
    post(world, 'password', { old: password, password: chosen, repeat: chosen }, { cookie }),
    ...Array.from({ length: 30 }, () => post(world, 'sign-in', { login, password })),
  ]);
  assert.equal(changed.status, 303);
  const { rows } = await world.home.db.query(`select from sessions`);
  assert.equal(rows.length, 1, `of ${howMany(signedIn, 303)} that came in`);
});

test('a removed user is unknown', async () => {
  await using world = await testWorld();
  const { login, password, supplierId, name } = await till(world);
  await transaction(world.home.db, (tx) =>
    removeTillUser(tx, world.ctx.keyring, fromShell, { supplierId, name }, world.clock.now()),
  );
  assert.equal((await post(world, 'sign-in', { login, password })).status, 403);
});

test('of 300 concurrent wrong passwords of a program thirty are checked, and of 500 unknown numbers 300', async () => {
  await using world = await testWorld();
  await using other = await secondServer(world);
  const { supplierId } = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, supplierId);
  const ask = (authorization: string, code: string, index: number) =>
    fetch(`${index % 2 ? world.baseUrl : other.baseUrl}/integration/v1/check`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ code }),
    });
  const numbers = await Promise.all(
    Array.from({ length: 500 }, (_, index) => ask(`Bearer ${caller.token}`, `X${index}`, index)),
  );
  const judged = howMany(numbers, 404);
  // A process may still hold some that the other one could have used.
  assert.ok(judged <= 300 && judged >= 270, String(judged));
  assert.equal(howMany(numbers, 429), 500 - judged);
  const passwords = await Promise.all(
    Array.from({ length: 300 }, (_, index) => ask(`Basic ${btoa(`kassa:${index}`)}`, 'X', index)),
  );
  assert.deepEqual([howMany(passwords, 401), howMany(passwords, 429)], [30, 270]);
});
