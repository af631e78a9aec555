/** Whoever was taken out of a team by mistake gets the access back for some days, as it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideGuardedAct } from '../../src/acts/guarded/decide.ts';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell, type PersonPrincipal } from '../../src/people/access/principal.ts';
import { checkChains, listActs } from '../../src/people/audit/check-chain.ts';
import { createPeoplePruner } from '../../src/people/letters/prune-people.ts';
import { principalOf } from '../../src/people/sessions/session.ts';
import { listMembers, removeMember } from '../../src/people/team/members.ts';
import { removeAllMembers } from '../../src/people/team/remove-all-members.ts';
import { giveBack } from '../../src/people/team/give-back.ts';
import { listRemoved } from '../../src/people/team/removed-members.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { isIn, newPerson, sessionOf } from '../support/people-world.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const clientParty = async (world: TestWorld) =>
  ({ side: 'client', partyId: (await world.client()).id }) as const;

const at = async (world: TestWorld, person: { cookie: string }): Promise<PersonPrincipal> => {
  const principal = principalOf(await sessionOf(world, person));
  assert.ok(principal !== null);
  return { ...principal, isWhole: true, steppedUpAt: world.clock.now() };
};

test('a removed member is a member again for 14 days, once, in its role; its sessions stay ended', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  const owner = await at(world, await newPerson(world, party, 'owner'));
  const [viewer, anna, late] = [
    await newPerson(world, party, 'viewer'),
    await newPerson(world, party, 'finance'),
    await newPerson(world, party, 'developer'),
  ];
  const looks = await at(world, viewer);
  const [annaId, lateId] = [(await at(world, anna)).personId, (await at(world, late)).personId];
  const stranger = await at(world, await newPerson(world, await clientParty(world), 'owner'));
  const now = world.clock.now();
  for (const personId of [annaId, lateId]) await removeMember(db, keyring, owner, { party, personId }, now);
  const back = async (by: PersonPrincipal, personId = annaId) =>
    (await giveBack(db, keyring, by, { party, personId }, world.clock.now())).is;

  assert.deepEqual([await back(looks), await back(stranger)], ['missing', 'missing']);
  world.clock.forward('13 d');
  assert.deepEqual((await listRemoved(db, party, world.clock.now())).map(({ role }) => role).toSorted(), [
    'developer',
    'finance',
  ]);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => back(owner)));
  assert.deepEqual(outcomes.toSorted(), ['given-back', 'missing', 'missing', 'missing', 'missing']);
  const member = (await listMembers(db, party)).find(({ personId }) => personId === annaId);
  assert.equal(member?.role, 'finance');
  assert.equal(await isIn(world, anna.cookie), false);
  const [act] = await listActs(db, party, { limit: 1 });
  assert.deepEqual([act?.act, act?.after], ['team.given-back', `{"role":"finance","email":"${anna.email}"}`]);
  assert.deepEqual((await checkChains(db, keyring)).broken, []);

  world.clock.forward('1 d');
  assert.equal(await back(owner, lateId), 'missing', 'too late');
  await createPeoplePruner({ db, clock: world.clock }).round();
  const { rows } = await db.query(`select from removed_members`);
  assert.equal(rows.length, 0, 'forgotten');
});

test('removing and giving back at once never hinder each other; of a party that left nobody comes back', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  await newPerson(world, party, 'owner');
  const { personId } = await at(world, await newPerson(world, party, 'viewer'));
  const member = { party, personId };
  const now = world.clock.now();
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      [removeMember, giveBack, removeMember, giveBack].map((act) => act(db, keyring, fromShell, member, now)),
    );
  await removeMember(db, keyring, fromShell, member, now);
  assert.equal((await listRemoved(db, party, now)).length, 1);
  await transaction(db, (tx) => removeAllMembers(tx, party, now));
  assert.equal((await giveBack(db, keyring, fromShell, member, now)).is, 'missing');
});

test('with four eyes a second person gives an operator its access back, who counts as whom as before', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const now = world.clock.now();
  const [eve, boris, anna] = [
    await at(world, await newPerson(world)),
    await at(world, await newPerson(world)),
    await at(world, await newPerson(world)),
  ];
  const member = { party: operator, personId: anna.personId };
  await db.query(`update memberships set brought_by_id = $2 where person_id = $1`, [
    anna.personId,
    eve.personId,
  ]);
  await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 0 }, now);
  assert.equal((await removeMember(db, keyring, eve, member, now)).is, 'removed');
  const asked = await giveBack(db, keyring, eve, member, now);
  assert.ok(asked.is === 'waits', asked.is);
  assert.equal((await listMembers(db, operator)).length, 2);
  const decide = async (by: PersonPrincipal) =>
    (await decideGuardedAct(world.ctx, by, { id: asked.approvalId, approve: true }, now)).is;
  assert.equal(await decide(eve), 'own');
  assert.equal(await decide(boris), 'done');
  const back = (await listMembers(db, operator)).find(({ personId }) => personId === anna.personId);
  assert.deepEqual([back?.role, back?.isConfirmed], ['admin', false]);
});
