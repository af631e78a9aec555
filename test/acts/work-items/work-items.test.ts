import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resendsADay } from '../../../src/messaging/queue/resend.ts';
import { clientParty, operator } from '../../../src/people/access/party.ts';
import { fromShell, type PersonPrincipal } from '../../../src/people/access/principal.ts';
import { removeMember } from '../../../src/people/team/members.ts';
import { settleItems } from '../../../src/acts/work-items/settle-items.ts';
import { takeItems } from '../../../src/acts/work-items/take-items.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { sessionOf } from '../../support/people-world.ts';
import { waitingWorld, type WaitingWorld } from './waiting-world.ts';

/** The newest line of the audit with this act. */
async function told({ world }: WaitingWorld, act: string) {
  const { rows } = await world.home.db.query<{ about: string; name: string; after: string }>(
    `select about, actor_name as name, after from audit where act = $1 order by seq desc limit 1`,
    [act],
  );
  return rows[0] && { ...rows[0], after: JSON.parse(rows[0].after) as Record<string, unknown> };
}

const principalOf = async ({ world }: WaitingWorld, one: Visitor): Promise<PersonPrincipal> => ({
  is: 'person',
  ...(await sessionOf(world, one.person)),
  name: one.person.email,
  side: 'operator',
  partyId: 0,
  role: 'support',
  isWhole: true,
  steppedUpAt: null,
});

/** Everything of a kind that has waited since an earlier day. */
const older = (kind: string, who: Visitor, day = '2026-11-23') =>
  who.post(`/o/work/${kind}/settle-older`, { older: day, olderBecause: 'agreed by phone' });

/** As a page shows them: nobody had them. */
const ticked = ({ world }: WaitingWorld, id: number, holder = 0) => ({
  item: `${id}.${holder}`,
  seen: String(world.clock.now().getTime()),
});

test('what is settled no longer waits, and the audit says who and why; what fails again waits again', async () => {
  await using o = await waitingWorld();
  const { world } = o;
  const [letter, other] = [await o.failLetter(), await o.returnLetter()];
  const support = await visitor(world, operator, 'support');
  const auditor = await visitor(world, operator, 'auditor');
  const settle = '/o/work/letters/settle';
  const reason = 'the recipient got it by phone';
  assert.equal((await auditor.post(settle, { ...ticked(o, letter), because: reason })).statusCode, 404);
  assert.match((await support.post(settle, { ...ticked(o, letter), because: ' ' })).body, /Write why/);
  assert.match((await support.post(settle, { because: reason })).body, /Tick what/);
  assert.deepEqual(await o.counts(['letters']), { letters: 2 });
  assert.equal((await support.post(settle, { ...ticked(o, letter), because: reason })).statusCode, 303);
  assert.deepEqual(await o.counts(['letters']), { letters: 1 });
  const act = await told(o, 'work.settled');
  assert.deepEqual(act?.about, 'waiting letters');
  assert.deepEqual(act?.after, { reason, count: 1, items: [letter] });
  const { rows } = await world
    .cellOf({ id: letter })
    .db.query(`select settled_because as because from deliveries where request_id = $1`, [letter]);
  assert.deepEqual(rows, [{ because: reason }]);
  const list = (await support.get('/o/letters')).body;
  assert.ok(!list.includes(`/o/orders/${letter}`) && list.includes(`/o/orders/${other}`));
  world.clock.forward('1 h');
  await o.failAgain(letter);
  assert.deepEqual(await o.counts(['letters']), { letters: 2 });
  // The page was made before: what has failed since is not settled by it.
  const earlier = { item: `${letter}.0`, seen: String(world.clock.now().getTime() - 60_000) };
  await support.post(settle, { ...earlier, because: reason });
  assert.deepEqual(await o.counts(['letters']), { letters: 2 });
});

test('each kind is settled by its own right, all older ones at once', async () => {
  await using o = await waitingWorld();
  const { world, shop } = o;
  await o.giveUpCallback();
  await o.announce();
  await o.unclearReply(await o.remindSupplier());
  world.clock.forward('3 d');
  const late = await o.giveUpCallback();
  const kinds = ['callbacks', 'top-ups', 'activation', 'replies'] as const;
  assert.deepEqual(await o.counts(kinds), { callbacks: 2, 'top-ups': 1, activation: 1, replies: 1 });
  const owner = await visitor(world, clientParty(shop.id), 'owner');
  assert.match((await owner.get('/c')).body, /never accepted: 2/);
  const people = {
    support: await visitor(world, operator, 'support'),
    finance: await visitor(world, operator, 'finance'),
  };
  assert.equal((await older('top-ups', people.support)).statusCode, 404);
  assert.equal((await older('callbacks', people.finance)).statusCode, 404);
  assert.equal((await older('callbacks', people.support, '2026-12-24')).statusCode, 422);
  assert.equal((await older('callbacks', people.support)).statusCode, 303);
  assert.equal((await older('activation', people.support)).statusCode, 303);
  assert.equal((await older('replies', people.support)).statusCode, 303);
  assert.equal((await older('top-ups', people.finance)).statusCode, 303);
  assert.deepEqual(await o.counts(kinds), { callbacks: 1 });
  assert.match((await owner.get('/c')).body, /never accepted: 1/);
  assert.match((await people.support.get('/o/work/callbacks')).body, new RegExp(`/o/orders/${late}`));
  assert.match((await owner.get('/c/money/top-up')).body, /no longer expected/);
  const status = await shop.call('getTopUpLimit', {});
  assert.equal((status.data as { waiting: number }).waiting, 0);
});

test('put off until a day it is hidden, and comes back as that day begins in Moscow', async () => {
  await using o = await waitingWorld();
  const { world } = o;
  const letter = await o.failLetter();
  const support = await visitor(world, operator, 'support');
  const putOff = (until: string) => support.post('/o/work/letters/put-off', { ...ticked(o, letter), until });
  for (const day of ['2026-11-21', '2026-02-30', '2028-01-01', 'tomorrow', ''])
    assert.equal((await putOff(day)).statusCode, 422, day);
  assert.equal((await putOff('2026-11-23')).statusCode, 303);
  assert.deepEqual(await o.counts(['letters']), {});
  assert.deepEqual((await told(o, 'work.put-off'))?.after, { items: [letter], putOffUntil: '2026-11-23' });
  assert.match((await support.get('/o/work/letters?which=put-off')).body, new RegExp(`/o/orders/${letter}`));
  // Noon of the 21st: 35 hours and 59 minutes later it is one minute to the 23rd.
  world.clock.forward('2159 min');
  assert.deepEqual(await o.counts(['letters']), {});
  world.clock.forward('1 min');
  assert.deepEqual(await o.counts(['letters']), { letters: 1 });
  await putOff('2026-11-30');
  assert.equal((await support.post('/o/work/letters/back', ticked(o, letter))).statusCode, 303);
  assert.deepEqual(await o.counts(['letters']), { letters: 1 });
  await putOff('2026-11-30');
  world.clock.forward('1 h');
  await o.failAgain(letter);
  assert.deepEqual(await o.counts(['letters']), { letters: 1 }, 'what fails once more is back at once');
});

test('of two who take one item at once one has it, and the other hears who', async () => {
  await using o = await waitingWorld();
  const { world } = o;
  const letter = await o.failLetter();
  const [mila, ivan] = [await visitor(world, operator, 'support'), await visitor(world, operator, 'support')];
  const people = await Promise.all([mila, ivan].map((one) => principalOf(o, one)));
  const ask = {
    kind: 'letters',
    items: [{ item: letter, holderId: null }],
    seen: world.clock.now(),
  } as const;
  const ends = await Promise.all(people.map((who) => takeItems(world.ctx, who, ask, world.clock.now())));
  const won = ends.findIndex((end) => end.is === 'changed' && end.items.length === 1);
  const [winner, lost] = [people[won], ends[1 - won]];
  assert.deepEqual(
    lost?.is === 'changed' && { items: lost.items, kept: lost.kept.map(({ personId }) => personId) },
    { items: [], kept: [winner?.personId] },
  );
  const loser = won === 0 ? ivan : mila;
  await loser.post('/o/work/letters/take', ticked(o, letter));
  assert.match((await loser.get('/o/work/letters')).body, /Others are on it already/);
  assert.equal((await world.home.db.query(`select from audit where act = 'work.taken'`)).rowCount, 1);
});

test('it is given to another one of the team, never to one who may not, and is free when its holder leaves', async () => {
  await using o = await waitingWorld();
  const { world } = o;
  const letter = await o.failLetter();
  const [mila, ivan] = [await visitor(world, operator, 'support'), await visitor(world, operator, 'admin')];
  const auditor = await visitor(world, operator, 'auditor');
  const [m, i, a] = await Promise.all(
    [mila, ivan, auditor].map(async (one) => (await principalOf(o, one)).personId),
  );
  const give = (to: number | undefined, holder = 0) =>
    mila.post('/o/work/letters/give', { ...ticked(o, letter, holder), to: String(to) });
  assert.equal((await give(a)).statusCode, 422);
  assert.equal((await give(i)).statusCode, 303);
  assert.match((await mila.get('/o')).body, / is on it/);
  assert.match((await ivan.get('/o')).body, /you are on it/);
  // The page was made before: it shows that nobody has it.
  await give(m);
  assert.match((await ivan.get('/o')).body, /you are on it/);
  assert.equal((await auditor.post('/o/work/letters/take', ticked(o, letter))).statusCode, 404);
  const { keyring } = world.ctx;
  await removeMember(
    world.home.db,
    keyring,
    fromShell,
    { party: operator, personId: i ?? 0 },
    world.clock.now(),
  );
  assert.doesNotMatch((await mila.get('/o')).body, / is on it/);
  assert.equal((await give(i)).statusCode, 422);
  await mila.post('/o/work/letters/take', ticked(o, letter));
  assert.match((await mila.get('/o')).body, /you are on it/);
  world.clock.forward('1 h');
  await o.failAgain(letter);
  assert.doesNotMatch((await mila.get('/o')).body, /you are on it/, 'it was taken for another failure');
});

test('what is settled by a command says so too, and nothing is settled twice', async () => {
  await using o = await waitingWorld();
  const { world } = o;
  const callback = await o.giveUpCallback();
  const ask = { kind: 'callbacks', ids: [callback], until: world.clock.now(), because: 'seen' } as const;
  const both = await Promise.all([1, 2].map(() => settleItems(world.ctx, fromShell, ask, world.clock.now())));
  assert.deepEqual(
    both.map((one) => (one.is === 'settled' ? one.count : Number.NaN)).toSorted((one, other) => one - other),
    [0, 1],
  );
  assert.match((await told(o, 'work.settled'))?.name ?? '', /command/);
});

test('a client’s people say themselves that no repeat is needed, and it can still be sent again', async () => {
  await using o = await waitingWorld();
  const { world, shop } = o;
  const callback = await o.giveUpCallback();
  const owner = await visitor(world, clientParty(shop.id), 'owner');
  const viewer = await visitor(world, clientParty(shop.id), 'viewer');
  const because = 'the old shop is closed';
  assert.equal((await viewer.post('/c/callbacks/settle', { because })).statusCode, 404);
  assert.equal((await owner.post('/c/callbacks/settle', { because: '' })).statusCode, 422);
  assert.equal((await owner.post('/c/callbacks/settle', { because })).statusCode, 303);
  assert.match((await owner.get('/c')).body, /callbacks are accepted or settled/);
  assert.deepEqual(await o.counts(['callbacks']), {});
  assert.match((await owner.get(`/c/callbacks/${callback}`)).body, /not accepted[^]*No repeat is needed/);
  const support = await visitor(world, operator, 'support');
  assert.match((await support.get(`/o/callbacks/${callback}`)).body, new RegExp(because));
  assert.deepEqual((await told(o, 'callbacks.settled'))?.after, { reason: because, count: 1 });
  await owner.post(`/c/callbacks/${callback}/replay`);
  await world.settle();
  assert.doesNotMatch((await owner.get(`/c/callbacks/${callback}`)).body, /No repeat is needed/);
});

test('what is ticked is sent again after a look at it, and whatever cannot be sent is named and goes on waiting', async () => {
  await using o = await waitingWorld();
  const { world } = o;
  const [letter, other] = [await o.failLetter(), await o.returnLetter()];
  const support = await visitor(world, operator, 'support');
  const auditor = await visitor(world, operator, 'auditor');
  const again = '/o/work/letters/again';
  assert.equal((await auditor.post(again, ticked(o, letter))).statusCode, 404);
  assert.match((await support.send(again)).body, /Tick what/);
  assert.match((await support.send(again, ticked(o, 999_999))).body, /waits no more/);
  const asked = (await support.send(again, ticked(o, letter))).body;
  assert.match(asked, /Send again: 1\?/);
  assert.ok(asked.includes('Лавка') && asked.includes(String(letter)) && !asked.includes(String(other)));
  assert.deepEqual(await o.counts(['letters']), { letters: 2 }, 'nothing is done yet');
  const before = world.mail.letters.length;
  const send = async () => {
    assert.equal((await support.post(again, ticked(o, letter))).statusCode, 303);
    world.clock.forward('1 s');
    await world.settle();
  };
  await send();
  assert.deepEqual(await o.counts(['letters']), { letters: 1 });
  assert.equal(world.mail.letters.length, before + 1);
  const comesBack = () =>
    world.cellOf({ id: letter }).db.query(
      `update deliveries set report = 'undelivered', reported_at = $1, report_details = '5.1.1'
         where request_id = $2 and state = 'sent'`,
      [world.clock.now(), letter],
    );
  for (let sent = 1; sent < resendsADay.operator; sent += 1) {
    world.clock.forward('2 min');
    await comesBack();
    await send();
  }
  world.clock.forward('2 min');
  await comesBack();
  const refused = await support.post(again, ticked(o, letter));
  const said = (await support.get(String(refused.headers['location']))).body;
  assert.match(said, new RegExp(`Being sent again: 0\\. ${letter}: This order has reached today`));
  assert.deepEqual(await o.counts(['letters']), { letters: 2 });
});

test('callbacks that were given up are sent again together', async () => {
  await using o = await waitingWorld();
  const [one, other] = [await o.giveUpCallback(), await o.giveUpCallback()];
  const support = await visitor(o.world, operator, 'support');
  for (const id of [one, other])
    assert.equal((await support.post('/o/work/callbacks/again', ticked(o, id))).statusCode, 303);
  assert.deepEqual(await o.counts(['callbacks']), {});
  assert.equal((await told(o, 'callbacks.replayed'))?.about, `request ${other}`);
  await o.world.settle();
});
