import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecondStep } from '../../src/people/factors/second-step.ts';
import { removeFactors, renewCodes } from '../../src/people/factors/enrol.ts';
import { endSession, listSessions, revokeSession } from '../../src/people/sessions/end-sessions.ts';
import { findSession, principalOf } from '../../src/people/sessions/session.ts';
import { may } from '../../src/people/access/principal.ts';
import { operator } from '../../src/people/access/party.ts';
import { createSignIn, wrongOfAccount, wrongOfNetwork } from '../../src/people/sign-in/sign-in.ts';
import { checkChains } from '../../src/people/audit/check-chain.ts';
import { testWorld, worldWithFullPasswords, type TestWorld } from '../support/test-world.ts';
import {
  codeOf,
  device,
  isIn,
  newPerson,
  password,
  sessionOf,
  type TestPerson,
} from '../support/people-world.ts';

const howMany = (outcomes: { is: string }[], is: string): number =>
  outcomes.filter((one) => one.is === is).length;

const elsewhere = (number: number) => ({ ...device, address: `198.51.100.${number}` });

/** Past the first step. */
async function firstStep(world: TestWorld, { email }: TestPerson, from = device): Promise<string> {
  const outcome = await createSignIn(world.ctx).signIn(
    { login: email, password, ...from },
    world.clock.now(),
  );
  return outcome.is === 'signed-in' ? outcome.cookie : assert.fail(outcome.is);
}

test('of 200 concurrent wrong passwords at two processes, five are checked; from another network the person can sign in', async () => {
  await using world = await testWorld();
  const { email } = await newPerson(world);
  const processes = [createSignIn(world.ctx), createSignIn(world.ctx)];
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (processes[index % 2] ?? assert.fail()).signIn(
        { login: index % 3 ? email : ` ${email.toUpperCase()} `, password: `wrong ${index}`, ...device },
        world.clock.now(),
      ),
    ),
  );
  assert.equal(howMany(outcomes, 'wrong'), wrongOfAccount.tries);
  assert.equal(howMany(outcomes, 'refused'), 200 - wrongOfAccount.tries);
  const [one] = processes;
  const right = { login: email, password };
  assert.equal((await one?.signIn({ ...right, ...device }, world.clock.now()))?.is, 'refused');
  assert.equal((await one?.signIn({ ...right, ...elsewhere(1) }, world.clock.now()))?.is, 'signed-in');
});

test('wrong passwords are limited per network over all accounts', async () => {
  await using world = await testWorld();
  const signIn = createSignIn(world.ctx);
  const outcomes = [];
  for (let tried = 0; tried < wrongOfNetwork.tries + 3; tried += 1) {
    outcomes.push(
      await signIn.signIn(
        { login: `nobody-${tried}@people.example`, password, ...device },
        world.clock.now(),
      ),
    );
  }
  assert.equal(howMany(outcomes, 'wrong'), wrongOfNetwork.tries);
});

/** Of processor time, which does not grow while others are busy. */
const median = (times: number[]): number => times.toSorted((one, two) => one - two)[times.length >> 1] ?? 0;

test('known and unknown addresses cost the same hashing', async () => {
  await using world = await worldWithFullPasswords();
  const { email } = await newPerson(world);
  const signIn = createSignIn(world.ctx);
  const medians = [];
  for (const [place, typed] of [email, 'nobody@people.example', 'no address at all'].entries()) {
    const times: number[] = [];
    for (let tried = 0; tried < 12; tried += 1) {
      const start = process.cpuUsage();
      const from = { address: `203.0.${place}.${tried >> 1}`, agent: '' };
      assert.equal(
        (await signIn.signIn({ login: typed, password: 'wrong', ...from }, world.clock.now())).is,
        'wrong',
      );
      times.push(process.cpuUsage(start).user);
    }
    medians.push(median(times));
  }
  // Without the hashing an answer would take a tenth of the time.
  for (const time of medians) assert.ok(time > (medians[0] ?? 0) / 3, medians.join(', '));
});

test('the password opens only the second step, and the second step makes a new token', async () => {
  await using world = await testWorld();
  const person = await newPerson(world);
  const cookie = await firstStep(world, person);
  const session = await sessionOf(world, { cookie });
  assert.equal(session.owes, 'second-step');
  const principal = principalOf(session) ?? assert.fail('no principal');
  assert.ok(!may(principal, 'team.read', operator));
  const { db, keyring } = world.home;
  assert.equal((await removeFactors({ db, keyring }, session, world.clock.now())).is, 'step-up');
  assert.equal((await renewCodes({ db, keyring }, session, world.clock.now())).is, 'step-up');

  const proven = await createSecondStep(world.ctx).byCode(
    session,
    { code: codeOf(world, person), address: device.address },
    world.clock.now(),
  );
  assert.ok(proven.is === 'proven', proven.is);
  assert.equal(await isIn(world, cookie), false, 'the token of the weaker session is invalid');
  const whole = await sessionOf(world, proven);
  assert.equal(whole.owes, 'nothing');
  assert.ok(may(principalOf(whole) ?? assert.fail(), 'team.read', operator));
});

test('a code of the authenticator works once, also for concurrent uses', async () => {
  await using world = await testWorld();
  const person = await newPerson(world);
  const steps = createSecondStep(world.ctx);
  const sessions = [];
  for (let count = 0; count < 8; count += 1) {
    sessions.push(await sessionOf(world, { cookie: await firstStep(world, person, elsewhere(count)) }));
  }
  const code = codeOf(world, person);
  const outcomes = await Promise.all(
    sessions.map((session, index) =>
      steps.byCode(session, { code, address: elsewhere(index).address }, world.clock.now()),
    ),
  );
  assert.deepEqual([howMany(outcomes, 'proven'), howMany(outcomes, 'wrong')], [1, 7]);
  const late = await sessionOf(world, { cookie: await firstStep(world, person, elsewhere(20)) });
  const again = await steps.byCode(late, { code, address: device.address }, world.clock.now());
  assert.equal(again.is, 'wrong', 'seen over a shoulder, a moment later');
});

test('five wrong codes end the session, also if they come at once', async () => {
  await using world = await testWorld();
  const person = await newPerson(world);
  const cookie = await firstStep(world, person);
  const session = await sessionOf(world, { cookie });
  const steps = createSecondStep(world.ctx);
  const guess = (index: number) =>
    steps.byCode(
      session,
      { code: String(index).padStart(6, '0'), address: device.address },
      world.clock.now(),
    );
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)));
  // The fifth is told, as all that come after it, that the session is over.
  assert.deepEqual([howMany(outcomes, 'wrong'), howMany(outcomes, 'ended')], [4, 36]);
  assert.equal(await isIn(world, cookie), false);
  const right = { code: codeOf(world, person), address: device.address };
  assert.equal((await steps.byCode(session, right, world.clock.now())).is, 'ended');
});

test('each recovery code works once, in any notation, and new ones replace the old', async () => {
  await using world = await testWorld();
  const person = await newPerson(world);
  assert.equal(new Set(person.recoveryCodes).size, 10);
  const steps = createSecondStep(world.ctx);
  const [first = '', second = ''] = person.recoveryCodes;
  const use = async (code: string) => {
    const session = await sessionOf(world, { cookie: await firstStep(world, person) });
    return steps.byCode(session, { code, address: device.address }, world.clock.now());
  };
  const used = await use(` ${first.replace('-', '').toLowerCase()} `);
  assert.ok(used.is === 'proven' && used.byRecoveryCode);
  assert.equal((await use(first)).is, 'wrong');
  const { db, keyring } = world.home;
  const renewed = await renewCodes({ db, keyring }, await sessionOf(world, used), world.clock.now());
  assert.ok(renewed.is === 'renewed');
  assert.equal((await use(second)).is, 'wrong');
  assert.equal((await use(renewed.recoveryCodes[9] ?? '')).is, 'proven');
  await world.settle();
});

test('a new password ends every other session, also one begun meanwhile with the old password', async () => {
  await using world = await testWorld();
  const person = await newPerson(world);
  const other = await firstStep(world, person);
  const signIn = createSignIn(world.ctx);
  const session = await sessionOf(world, person);
  const change = (old: string, chosen: string) =>
    signIn.changePassword(session, { old, chosen, address: device.address }, world.clock.now());
  assert.equal((await change('something else', 'пять жёлтых птиц летят')).is, 'wrong');
  assert.equal((await change(password, 'короткий')).is, 'weak');
  assert.equal((await change(password, `${person.email}12`)).is, 'weak');
  const [changed, ...cameIn] = await Promise.all([
    change(password, 'пять жёлтых птиц летят'),
    ...Array.from({ length: 10 }, (_, index) =>
      signIn.signIn({ login: person.email, password, ...elsewhere(index) }, world.clock.now()),
    ),
  ]);
  assert.ok(changed.is === 'chosen', changed.is);
  assert.deepEqual([await isIn(world, changed.cookie), await isIn(world, other)], [true, false]);
  assert.equal(await isIn(world, person.cookie), false, 'a new token here too');
  const { rows } = await world.home.db.query(`select from sessions`);
  assert.equal(rows.length, 1, `of ${howMany(cameIn, 'signed-in')} that came in`);
  await world.settle();
  assert.match(world.mail.letters.at(-1)?.subject ?? '', /Пароль изменён/);
  assert.deepEqual((await checkChains(world.home.db, world.ctx.keyring)).broken, []);
});

test('persons list and revoke their own sessions, and no others', async () => {
  await using world = await testWorld();
  const person = await newPerson(world);
  const stranger = await sessionOf(world, await newPerson(world));
  const other = await firstStep(world, person, { address: '192.0.2.9', agent: 'Phone' });
  const session = await sessionOf(world, person);
  const listed = await listSessions(world.ctx, session, world.clock.now());
  assert.deepEqual(
    listed.map(({ agent, isThis, strength }) => [agent, isThis, strength]),
    [
      ['Phone', false, 'password'],
      [device.agent, true, 'second-factor'],
    ],
  );
  const [phone] = listed;
  assert.equal(await revokeSession(world.home.db, stranger.personId, phone?.id ?? 0), false);
  assert.ok(await isIn(world, other));
  assert.equal(await revokeSession(world.home.db, session.personId, phone?.id ?? 0), true);
  assert.equal(await isIn(world, other), false);
  await endSession(world.home.db, session);
  assert.equal(await isIn(world, person.cookie), false);
});

test('a session ends after twelve hours, and earlier without use: an operator after half an hour, others after the time of the settings', async () => {
  await using world = await testWorld({ FACEVALUE_IDLE_MINUTES: '45' });
  const client = await world.client();
  const party = { side: 'client', partyId: client.id } as const;
  const [member, idle] = [
    await newPerson(world, party, 'viewer', { factor: false }),
    await newPerson(world, party, 'viewer', { factor: false }),
  ];
  const operatorPerson = await newPerson(world);
  for (let minutes = 0; minutes < 60; minutes += 20) {
    world.clock.forward('20 min');
    assert.ok(await isIn(world, operatorPerson.cookie), 'in use');
    assert.ok(await isIn(world, member.cookie), 'in use');
  }
  assert.equal(await isIn(world, idle.cookie), false);
  world.clock.forward('31 min');
  assert.equal(await isIn(world, operatorPerson.cookie), false);
  for (let minutes = 91; minutes < 720; minutes += 30) {
    assert.ok(await isIn(world, member.cookie), `after ${minutes} minutes`);
    world.clock.forward('30 min');
  }
  assert.equal(await isIn(world, member.cookie), false);
});

test('a person has at most twenty open sessions', async () => {
  await using world = await testWorld();
  const person = await newPerson(world);
  const signIn = createSignIn(world.ctx);
  for (let count = 0; count < 25; count += 1) {
    world.clock.forward('1 s');
    const from = { login: person.email, password, ...elsewhere(count) };
    assert.equal((await signIn.signIn(from, world.clock.now())).is, 'signed-in');
  }
  const { rows } = await world.home.db.query(`select from sessions`);
  assert.equal(rows.length, 20);
});

test('an invalid cookie finds no session', async () => {
  await using world = await testWorld();
  const { cookie } = await newPerson(world);
  for (const wrong of [
    '',
    'x',
    `${cookie}x`,
    cookie.replace(/^\d+/, '9'),
    `${cookie.split('.')[0]}.`,
    '1.'.padEnd(45, 'a'),
  ]) {
    assert.equal(await findSession(world.ctx, wrong, world.clock.now()), null, wrong);
  }
});

test('a second factor that the role requires cannot be removed', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const party = { side: 'client', partyId: client.id } as const;
  const { db, keyring } = world.home;
  const owner = await newPerson(world, party, 'owner');
  const refused = await removeFactors({ db, keyring }, await sessionOf(world, owner), world.clock.now());
  assert.equal(refused.is, 'needed');
  const viewer = await newPerson(world, party, 'viewer', { factor: false });
  assert.equal((await sessionOf(world, viewer)).owes, 'nothing', 'no link, no money: the password is enough');
});
