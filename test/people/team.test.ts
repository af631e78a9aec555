import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromShell, type PersonPrincipal } from '../../src/people/access/principal.ts';
import { checkChains, listActs } from '../../src/people/audit/check-chain.ts';
import { switchMembership } from '../../src/people/sessions/change-session.ts';
import { principalOf } from '../../src/people/sessions/session.ts';
import { acceptAsKnown, acceptAsNew } from '../../src/people/team/accept-invitation.ts';
import { askAgain } from '../../src/people/team/ask-again.ts';
import { ofInvitation, openInvitation } from '../../src/people/team/invitation.ts';
import { invite, listInvitations, resendInvitation, revokeInvitation } from '../../src/people/team/invite.ts';
import { changeRole, listMembers, removeMember } from '../../src/people/team/members.ts';
import { requireFactor } from '../../src/people/team/policy.ts';
import {
  device,
  inviteTo,
  isIn,
  linkTo,
  newPerson,
  password,
  sessionOf,
  tokenIn,
  type TestPerson,
} from '../support/people-world.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const clientParty = async (world: TestWorld) =>
  ({ side: 'client', partyId: (await world.client()).id }) as const;

async function principalIn(world: TestWorld, person: TestPerson): Promise<PersonPrincipal> {
  return principalOf(await sessionOf(world, person)) ?? assert.fail('belongs nowhere');
}

test('an invitation link works once, also for concurrent uses; opening it changes nothing', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const token = await inviteTo(world, await clientParty(world), 'viewer', 'boris@people.example');
  for (let scan = 0; scan < 3; scan += 1) {
    assert.equal((await openInvitation(db, keyring, token, world.clock.now())).is, 'open');
  }
  const ask = { token, name: 'Борис', password, ...device };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => acceptAsNew(ofInvitation(world.ctx, token), ask, world.clock.now())),
  );
  const accepted = outcomes.filter((one) => one.status === 'fulfilled' && one.value.is === 'accepted');
  assert.equal(accepted.length, 1);
  const { rows } = await db.query(`select from memberships`);
  assert.equal(rows.length, 1);
  assert.equal((await openInvitation(db, keyring, token, world.clock.now())).is, 'ended');
});

test('two concurrent invitations of one address make one person; the other waits for that person to sign in', async () => {
  await using world = await testWorld();
  const [one, other] = [await clientParty(world), await clientParty(world)];
  const email = 'boris@people.example';
  const tokens = [
    await inviteTo(world, one, 'viewer', email),
    await inviteTo(world, other, 'viewer', email),
  ] as const;
  const now = world.clock.now();
  const accept = (token: string) =>
    acceptAsNew(ofInvitation(world.ctx, token), { token, name: 'Борис', password, ...device }, now);
  const outcomes = await Promise.all(tokens.map(accept));
  assert.deepEqual(outcomes.map(({ is }) => is).toSorted(), ['accepted', 'sign-in-first']);
  const late = tokens[outcomes.findIndex(({ is }) => is === 'sign-in-first')] ?? '';
  const [accepted] = outcomes.filter((outcome) => outcome.is === 'accepted');
  assert.ok(accepted);
  const session = await sessionOf(world, accepted);
  const again = await Promise.all(
    [1, 2].map(() => acceptAsKnown(ofInvitation(world.ctx, late), session, late, now)),
  );
  const [first, second] = again.map(({ is }) => is).toSorted();
  assert.equal(first, 'accepted');
  // By the time it looks, the other one finds either its session taken or the invitation ended.
  assert.match(second ?? '', /^(?:sign-in-first|not-open)$/);
  assert.deepEqual((await checkChains(world.home.db, world.ctx.keyring)).broken, []);
});

test('a new invitation can be requested after expiry; the inviter gets a letter, once a day', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  const inviter = await newPerson(world, party, 'owner');
  const second = await newPerson(world, party, 'owner');
  const ask = { party, email: 'boris@people.example', role: 'viewer', language: 'ru' as const };
  const principal = await principalIn(world, inviter);
  await invite(db, keyring, principal, ask, world.clock.now());
  await world.settle();
  const token = tokenIn(linkTo(world, ask.email, '/invite/'));
  const asks = async (): Promise<string[]> => {
    const before = world.mail.letters.length;
    await askAgain(db, keyring, token, world.clock.now());
    await world.settle();
    return world.mail.letters.slice(before).map(({ to }) => JSON.stringify(to));
  };
  assert.equal((await askAgain(db, keyring, token, world.clock.now())).is, 'not-expired');
  assert.equal((await askAgain(db, keyring, 'c1-1-1-x', world.clock.now())).is, 'not-expired');
  world.clock.forward('7 d');
  const [first, ...others] = await asks();
  assert.match(first ?? '', new RegExp(inviter.email));
  assert.deepEqual(others, []);
  assert.match(world.mail.letters.at(-1)?.text ?? '', /boris[^]*\/team/);
  assert.deepEqual(await asks(), [], 'the same day');
  world.clock.forward('24 h');
  await removeMember(db, keyring, fromShell, { party, personId: principal.personId }, world.clock.now());
  const [left, ...rest] = await asks();
  assert.match(left ?? '', new RegExp(second.email), 'of who has left, the other one');
  assert.deepEqual(rest, []);
});

test('an invitation link ends after seven days, by a newer letter or by revocation; a forged one is unknown', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  const email = 'boris@people.example';
  const first = await inviteTo(world, party, 'viewer', email);
  const is = async (token: string): Promise<string> =>
    (await openInvitation(db, keyring, token, world.clock.now())).is;
  const [{ id } = { id: 0 }] = await listInvitations(db, party, world.clock.now());
  world.clock.forward('7 d');
  assert.equal(await is(first), 'expired');
  assert.equal((await listInvitations(db, party, world.clock.now()))[0]?.status, 'expired');
  await resendInvitation(db, keyring, fromShell, { party, id }, world.clock.now());
  await world.settle();
  const second = tokenIn(linkTo(world, email, '/invite/'));
  assert.deepEqual([await is(first), await is(second)], ['ended', 'open']);
  const raised = second.replace(/-1-2-/, '-1-3-');
  for (const forged of [`${second.slice(0, -1)}_`, raised, second.replace(/^c/, 's'), 'x', '']) {
    assert.equal(forged === second ? 'unknown' : await is(forged), 'unknown', forged);
  }
  await revokeInvitation(db, keyring, fromShell, { party, id }, world.clock.now());
  assert.equal(await is(second), 'ended');
  const gone = await acceptAsNew(
    world.ctx,
    { token: second, name: 'Б', password, ...device },
    world.clock.now(),
  );
  assert.equal(gone.is, 'not-open');
});

test('inviting and revoking sends no letters without end', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  const ask = (email: string) => ({ party, email, role: 'viewer', language: 'ru' as const });
  const again = async (email: string): Promise<string> => {
    const invited = await invite(db, keyring, fromShell, ask(email), world.clock.now());
    if (invited.is === 'invited')
      await revokeInvitation(db, keyring, fromShell, { party, id: invited.invitation.id }, world.clock.now());
    return invited.is;
  };
  const toOne = [];
  for (let times = 0; times < 7; times += 1) toOne.push(await again('victim@people.example'));
  assert.equal(toOne.filter((is) => is === 'invited').length, 5);
  assert.equal(toOne.at(-1), 'too-many');
  const toMany = [];
  for (let times = 0; times < 100; times += 1) toMany.push(await again(`victim-${times}@people.example`));
  assert.equal(toMany.filter((is) => is === 'invited').length, 95);
  world.clock.forward('25 h');
  assert.equal(await again('victim@people.example'), 'invited');
  await world.settle();
});

test('an invitation is accepted only under its own address', async () => {
  await using world = await testWorld();
  const party = await clientParty(world);
  const [anna, boris] = [await newPerson(world), await newPerson(world)];
  const token = await inviteTo(world, party, 'owner', boris.email);
  const now = world.clock.now();
  assert.equal(
    (await acceptAsKnown(ofInvitation(world.ctx, token), await sessionOf(world, anna), token, now)).is,
    'sign-in-first',
  );
  const asNew = { token, name: 'Чужой', password, ...device };
  assert.equal(
    (await acceptAsNew(ofInvitation(world.ctx, token), asNew, now)).is,
    'sign-in-first',
    'not by another password',
  );
  const accepted = await acceptAsKnown(
    ofInvitation(world.ctx, token),
    await sessionOf(world, boris),
    token,
    now,
  );
  assert.ok(accepted.is === 'accepted');
  assert.equal(await isIn(world, boris.cookie), false, 'a new token at the switch');
  const here = await sessionOf(world, accepted);
  assert.deepEqual([here.membership?.side, here.membership?.role], ['client', 'owner']);
  const foreign = (await sessionOf(world, anna)).membership?.id ?? 0;
  assert.equal(await switchMembership(world.home.db, here, foreign, now), null);
});

test("of two owners who remove each other's role at once, one stays owner", async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  const owners = [await newPerson(world, party, 'owner'), await newPerson(world, party, 'owner')] as const;
  const principals = [await principalIn(world, owners[0]), await principalIn(world, owners[1])] as const;
  const demote = (by: 0 | 1) =>
    changeRole(
      db,
      keyring,
      principals[by],
      { party, personId: principals[by === 0 ? 1 : 0].personId, role: 'viewer' },
      world.clock.now(),
    );
  const outcomes = await Promise.all([demote(0), demote(1)]);
  assert.deepEqual(outcomes.map(({ is }) => is).toSorted(), ['changed', 'last-lead']);
  const left = (await listMembers(db, party)).filter(({ role }) => role === 'owner');
  assert.equal(left.length, 1);
  assert.deepEqual((await checkChains(db, keyring)).broken, []);
});

test('losing a role or a membership ends the access everywhere at once, and is recorded', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  const owner = await newPerson(world, party, 'owner');
  const [one, other] = [await newPerson(world, party, 'developer'), await newPerson(world, party, 'viewer')];
  const principal = await principalIn(world, owner);
  const idOf = async (person: TestPerson) => (await sessionOf(world, person)).personId;
  const [oneId, otherId] = [await idOf(one), await idOf(other)];
  const now = world.clock.now();
  const changed = await changeRole(db, keyring, principal, { party, personId: oneId, role: 'finance' }, now);
  const removed = await removeMember(db, keyring, principal, { party, personId: otherId }, now);
  assert.deepEqual([changed.is, removed.is], ['changed', 'removed']);
  assert.deepEqual([await isIn(world, one.cookie), await isIn(world, other.cookie)], [false, false]);
  const [last, before] = await listActs(db, party, { limit: 2 });
  assert.deepEqual([last?.act, last?.before], ['team.removed', '{"role":"viewer"}']);
  assert.deepEqual(
    [before?.act, before?.actorName, before?.before, before?.after],
    [
      'team.role-changed',
      principal.name,
      '{"role":"developer"}',
      `{"role":"finance","email":"${one.email}"}`,
    ],
  );
});

test('members of another party are not found, whatever the role', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const [mine, theirs] = [await clientParty(world), await clientParty(world)];
  const owner = await newPerson(world, mine, 'owner');
  const stranger = await sessionOf(world, await newPerson(world, theirs, 'owner'));
  await inviteTo(world, theirs, 'viewer', 'late@people.example');
  const [invitation] = await listInvitations(db, theirs, world.clock.now());
  const principal = await principalIn(world, owner);
  const now = world.clock.now();
  for (const party of [mine, theirs]) {
    const member = { party, personId: stranger.personId };
    const invited = { party, id: (invitation?.id ?? 0) + (party === mine ? 1000 : 0) };
    assert.equal(
      (await changeRole(db, keyring, principal, { ...member, role: 'viewer' }, now)).is,
      'missing',
    );
    assert.equal((await removeMember(db, keyring, principal, member, now)).is, 'missing');
    assert.equal((await resendInvitation(db, keyring, principal, invited, now)).is, 'missing');
    assert.equal((await revokeInvitation(db, keyring, principal, invited, now)).is, 'missing');
  }
  const ask = { party: theirs, email: 'x@people.example', role: 'owner', language: 'ru' as const };
  assert.equal((await invite(db, keyring, principal, ask, now)).is, 'forbidden');
  const viewer = await principalIn(world, await newPerson(world, mine, 'viewer', { factor: false }));
  assert.equal((await invite(db, keyring, viewer, { ...ask, party: mine }, now)).is, 'forbidden');
});

test('requiring a second factor of everybody takes effect at once', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const party = await clientParty(world);
  const owner = await newPerson(world, party, 'owner');
  const viewer = await newPerson(world, party, 'viewer', { factor: false });
  assert.equal((await sessionOf(world, viewer)).owes, 'nothing');
  const principal = await principalIn(world, owner);
  await requireFactor(db, keyring, principal, { party, everybody: true }, world.clock.now());
  assert.equal((await sessionOf(world, viewer)).owes, 'enrolment');
});
