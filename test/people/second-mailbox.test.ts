/** Somebody whom the asker invited is no second person until a third one confirms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideGuardedAct } from '../../src/acts/guarded/decide.ts';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell, type PersonPrincipal } from '../../src/people/access/principal.ts';
import { principalOf } from '../../src/people/sessions/session.ts';
import { acceptAsNew } from '../../src/people/team/accept-invitation.ts';
import { confirmMember } from '../../src/people/team/confirm-member.ts';
import { invite } from '../../src/people/team/invite.ts';
import { device, linkTo, newPerson, password, sessionOf, tokenIn } from '../support/people-world.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const at = async (world: TestWorld, person: { cookie: string }): Promise<PersonPrincipal> => {
  const principal = principalOf(await sessionOf(world, person));
  assert.ok(principal !== null);
  return { ...principal, isWhole: true, steppedUpAt: world.clock.now() };
};

/** Invites by a person, and answers who came. */
async function brought(world: TestWorld, by: PersonPrincipal, email: string): Promise<PersonPrincipal> {
  const { db, keyring } = world.ctx;
  const ask = { party: operator, email, role: 'admin', language: 'en' as const };
  const invited = await invite(db, keyring, by, ask, world.clock.now());
  return comes(world, invited.is, email);
}

async function comes(world: TestWorld, is: string, email: string): Promise<PersonPrincipal> {
  assert.equal(is, 'invited');
  await world.settle();
  const token = tokenIn(linkTo(world, email, '/invite/'));
  const accepted = await acceptAsNew(
    world.ctx,
    { token, name: email, password, ...device },
    world.clock.now(),
  );
  assert.ok(accepted.is === 'accepted', accepted.is);
  return at(world, accepted);
}

test('a second mailbox neither approves nor asks for its person, until a third person confirms it', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const now = world.clock.now();
  const eve = await at(world, await newPerson(world));
  const boris = await at(world, await newPerson(world));
  const one = await brought(world, eve, 'one@evil.example');
  const two = await brought(world, one, 'two@evil.example');
  await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 0 }, now);
  let above = 0;
  /** Asks for a looser rule; each time for another, so that nobody finds what another one has asked for. */
  const off = async (by: PersonPrincipal): Promise<number> => {
    const asked = await setFourEyes({ db, keyring }, by, { on: false, aboveKopecks: (above += 1) }, now);
    assert.ok(asked.is === 'waits');
    return asked.approvalId;
  };
  const decide = async (by: PersonPrincipal, id: number) =>
    (await decideGuardedAct(world.ctx, by, { id, approve: true }, now)).is;

  for (const [asker, decider] of [
    [eve, one],
    [one, eve],
    [eve, two],
    [one, two],
  ] as const)
    assert.equal(await decide(decider, await off(asker)), 'unconfirmed');
  for (const by of [eve, one, two])
    assert.equal((await confirmMember(db, keyring, by, one.personId, now)).is, 'same-side');
  assert.equal((await confirmMember(db, keyring, boris, one.personId, now)).is, 'confirmed');
  // Whom the confirmed one has brought counts as that one.
  assert.equal(await decide(two, await off(one)), 'unconfirmed');
  assert.equal(await decide(one, await off(eve)), 'done');
});

test('with four eyes an invitation waits, and whoever comes by it is confirmed by the one who approved', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const now = world.clock.now();
  const eve = await at(world, await newPerson(world));
  const boris = await at(world, await newPerson(world));
  await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 0 }, now);
  const ask = { party: operator, email: 'anna@people.example', role: 'admin', language: 'en' as const };
  const waits = await invite(db, keyring, eve, ask, now);
  assert.ok(waits.is === 'waits', waits.is);
  await world.settle();
  assert.ok(!JSON.stringify(world.mail.letters).includes('anna@people.example'));
  const decided = await decideGuardedAct(world.ctx, boris, { id: waits.approvalId, approve: true }, now);
  assert.equal(decided.is, 'done');
  const anna = await comes(world, 'invited', 'anna@people.example');
  assert.equal((await confirmMember(db, keyring, boris, anna.personId, now)).is, 'unchanged');
  await world.settle();
  const told = world.mail.letters.filter(({ subject }) => (subject ?? '').includes('руководитель команды'));
  assert.ok(told.length >= 2, 'administrators are told of a new one');
  const asked = await setFourEyes(world.ctx, eve, { on: false, aboveKopecks: 0 }, now);
  assert.ok(asked.is === 'waits');
  assert.equal(
    (await decideGuardedAct(world.ctx, anna, { id: asked.approvalId, approve: true }, now)).is,
    'done',
  );
});
