/** A flood of sign-ins from one prefix, or from many, keeps out nobody on a device that has signed in before; who guesses is told of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignIn, wrongOfAccount, type SignIn } from '../../src/people/sign-in/sign-in.ts';
import { createTillSignIn } from '../../src/people/tills/till-sign-in.ts';
import { addTillUser } from '../../src/people/tills/till-users.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { device, newPerson, password } from '../support/people-world.ts';
import { testWorld, worldWithFullPasswords, type TestWorld } from '../support/test-world.ts';
import { minutes, settings, told } from '../suppliers/told-digests.ts';

const from = (address: string) => ({ ...device, address });

/** Two persons and two tills that have signed in on their devices, in these networks. */
async function knownOnes(world: TestWorld, persons: SignIn, addresses: readonly string[]) {
  const { supplierId } = await world.product({ scheme: 'platform' });
  const tills = createTillSignIn(world.ctx);
  const now = world.clock.now();
  const again: (() => Promise<{ is: string }>)[] = [];
  // One after the other: the letter of an invitation is sent by whichever of them settles first.
  for (const [at, address] of addresses.entries()) {
    if (at % 2 === 0) {
      const { email } = await newPerson(world);
      const first = await persons.signIn({ login: email, password, ...from('203.0.113.9') }, now);
      assert.ok(first.is === 'signed-in');
      const ask = { login: email, password, knownBy: first.device, ...from(address) };
      again.push(() => persons.signIn(ask, world.clock.now()));
      continue;
    }
    const user = { supplierId, name: `kassa-${at}` };
    const added = await transaction(world.home.db, (tx) =>
      addTillUser(tx, world.ctx.keyring, fromShell, user, now),
    );
    assert.ok(added.is === 'added');
    const login = `${user.name}@${supplierId}`;
    const first = await tills.signIn({ login, password: added.password, ...from('203.0.113.9') }, now);
    assert.ok(first.is === 'signed-in');
    const ask = { login, password: added.password, knownBy: first.device, ...from(address) };
    again.push(() => tills.signIn(ask, world.clock.now()));
  }
  return again;
}

/** Wrong passwords of many accounts, each lane one after the other, from all over these prefixes. */
async function flood(
  world: TestWorld,
  signIn: SignIn,
  { prefixes, lanes, triesOfLane }: Record<'prefixes' | 'lanes' | 'triesOfLane', number>,
): Promise<void> {
  const guess = async (lane: number): Promise<void> => {
    for (let at = 0; at < triesOfLane; at += 1) {
      const address = `2001:db8:${(lane % prefixes) + 1}:${(lane * triesOfLane + at).toString(16)}::1`;
      const ask = { login: `a${lane}-${at}@people.example`, password: 'wrong', ...from(address) };
      // What becomes of them is their own matter: wrong, refused, or too many.
      await signIn.signIn(ask, world.clock.now()).catch(() => null);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => guess(lane)));
}

test('beside a flood from one /48, twelve honest sign-ins succeed, eight of them from the same prefix', async () => {
  await using world = await testWorld();
  const within = Array.from({ length: 8 }, (_, at) => `2001:db8:1:ff0${at}::7`);
  // One process: each keeps a few tries in hand.
  const signIn = createSignIn(world.ctx);
  const known = await knownOnes(world, signIn, within);
  const { email } = await newPerson(world);
  const honest = (): Promise<{ is: string }[]> =>
    Promise.all([
      ...known.map((again) => again()),
      ...[1, 2, 3, 4].map((at) =>
        signIn.signIn({ login: email, password, ...from(`198.51.100.${at}`) }, world.clock.now()),
      ),
    ]);
  const all = Array.from({ length: 12 }, () => 'signed-in');
  const flooding = flood(world, signIn, { prefixes: 1, lanes: 30, triesOfLane: 20 });
  assert.deepEqual(
    (await honest()).map(({ is }) => is),
    all,
  );
  await flooding;
  const stranger = await signIn.signIn(
    { login: email, password, ...from('2001:db8:1:fff0::1') },
    world.clock.now(),
  );
  assert.equal(stranger.is, 'refused', 'the tries of the prefix are used up');
  assert.deepEqual(
    (await honest()).map(({ is }) => is),
    all,
  );
});

test('a flood from many prefixes takes all places, but those who are known come first', async () => {
  await using world = await worldWithFullPasswords();
  const signIn = createSignIn(world.ctx);
  const addresses = ['2001:db8:1:ffff::7', '2001:db8:2:ffff::7', '192.0.2.4', '192.0.2.5'];
  const known = await knownOnes(world, signIn, addresses);
  const flooding = flood(world, signIn, { prefixes: 8, lanes: 200, triesOfLane: 1 });
  const honest = await Promise.all(known.map((again) => again()));
  assert.deepEqual(
    honest.map(({ is }) => is),
    Array.from({ length: 4 }, () => 'signed-in'),
  );
  await flooding;
});

test('a device is known for its own accounts alone, and guesses on it are limited too', async () => {
  await using world = await testWorld();
  const [one, other] = [await newPerson(world), await newPerson(world)];
  const signIn = createSignIn(world.ctx);
  const now = () => world.clock.now();
  const first = await signIn.signIn({ login: one.email, password, ...device }, now());
  assert.ok(first.is === 'signed-in');
  const tries = async (email: string, knownBy: string, count: number): Promise<string[]> => {
    const ends: string[] = [];
    for (let at = 0; at < count; at += 1)
      ends.push(
        (await signIn.signIn({ login: email, password: 'wrong', knownBy, ...from('2001:db8::1') }, now())).is,
      );
    return ends;
  };
  const limit = wrongOfAccount.tries;
  assert.equal((await tries(other.email, first.device, limit + 1)).at(-1), 'refused', 'by the network');
  assert.equal((await tries(one.email, first.device, limit + 1)).at(-1), 'refused', 'by the device');
  for (const forged of [
    first.device.replace(/^\d+/, '9999999999'),
    `${first.device.slice(0, -1)}${first.device.endsWith('A') ? 'B' : 'A'}`,
    '~'.repeat(3000),
    '',
  ])
    assert.equal((await tries(other.email, forged, 1))[0], 'refused', forged.slice(0, 80));
  const both = await signIn.signIn({ login: other.email, password, knownBy: first.device, ...device }, now());
  assert.ok(both.is === 'signed-in');
  world.clock.forward('1 h');
  for (const { email } of [one, other]) {
    const again = await signIn.signIn({ login: email, password, knownBy: both.device, ...device }, now());
    assert.equal(again.is, 'signed-in');
  }
  world.clock.forward('181 d');
  const { email } = one;
  await tries(email, '', limit);
  const late = await signIn.signIn(
    { login: email, password, knownBy: both.device, ...from('2001:db8::1') },
    now(),
  );
  assert.equal(late.is, 'refused', 'it was known for half a year');
});

test('whose account is guessed at from all over a prefix is told to the leads, by metric and on the first page', async () => {
  await using world = await testWorld({ ...settings, FACEVALUE_OPERATOR_TOKEN: 'operator-token' });
  const lead = await newPerson(world);
  const auditor = await newPerson(world, { side: 'operator', partyId: 0 }, 'auditor');
  await minutes(world, 2);
  const signIn = createSignIn(world.ctx);
  const guess = (email: string, address: string) =>
    signIn.signIn({ login: email, password: 'wrong', ...from(address) }, world.clock.now());
  for (let at = 0; at < wrongOfAccount.tries * 8 + 3; at += 1)
    for (const email of [auditor.email, 'nobody@people.example'])
      await guess(email, `2001:db8:1:${at.toString(16)}::1`);
  const { rows } = await world.ctx.db.query<{ network: string }>(`select network from guessed_accounts`);
  assert.deepEqual(
    rows,
    [{ network: '2001:db8:1::/48' }],
    'one row, and none of an account that does not exist',
  );
  await minutes(world, 3);
  const letters = world.mail.letters.filter(({ subject }) => subject?.includes('Подбирают пароли'));
  const readers = letters.map(({ to }) => JSON.stringify(to));
  assert.ok(
    readers.some((to) => to.includes(lead.email)),
    JSON.stringify(told(world)),
  );
  assert.ok(!readers.some((to) => to.includes(auditor.email)), 'an auditor is no lead');
  assert.match(letters[0]?.text ?? '', /Анна 2 · 2001:db8:1::\/48/);
  const metrics = await fetch(`${world.baseUrl}/metrics`, {
    headers: { authorization: 'Bearer operator-token' },
  });
  assert.match(await metrics.text(), /^facevalue_failures\{kind="accounts-guessed"\} 1$/m);
  const page = await fetch(`${world.baseUrl}/o`, {
    headers: { cookie: `facevalue-session=${lead.cookie}`, 'accept-language': 'en', accept: 'text/html' },
  });
  assert.match(await page.text(), /Passwords or codes are being guessed: 1[^]*2001:db8:1::\/48/);
});

test('a few guesses from each of many networks are told of too, and lock nobody out', async () => {
  await using world = await testWorld();
  const { email } = await newPerson(world);
  const signIn = createSignIn(world.ctx);
  for (let at = 0; at < 105; at += 1)
    await signIn.signIn(
      { login: email, password: 'wrong', ...from(`2001:db8:${at.toString(16)}::1`) },
      world.clock.now(),
    );
  const { rows } = await world.ctx.db.query<{ network: string }>(`select network from guessed_accounts`);
  assert.deepEqual(rows, [{ network: '' }]);
  assert.equal(
    (await signIn.signIn({ login: email, password, ...from('192.0.2.1') }, world.clock.now())).is,
    'signed-in',
  );
});
