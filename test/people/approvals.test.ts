import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { operator } from '../../src/people/access/party.ts';
import type { PersonPrincipal } from '../../src/people/access/principal.ts';
import { askApproval, decideApproval, listApprovals } from '../../src/people/approvals/approvals.ts';
import { checkChains } from '../../src/people/audit/check-chain.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';

const longEnoughMs = 500;

const person = (personId: number, role = 'admin'): PersonPrincipal => ({
  is: 'person',
  personId,
  name: `Person ${personId}`,
  ...operator,
  role,
  isWhole: true,
  // Whenever the test runs, the proof is fresh.
  steppedUpAt: new Date('2100-01-01T00:00:00Z'),
});

function approvals(world: MigratedDatabase) {
  const done: unknown[] = [];
  const execute = {
    'test.do': (_tx: unknown, { payload }: { payload: unknown }) => {
      done.push(payload);
      return Promise.resolve({ is: 'done' as const });
    },
  };
  return {
    done,
    ask: async (payload: object = { sum: 5 }) => {
      const ask = { party: operator, act: 'test.do', payload };
      const asked = await askApproval(world.db, world.keyring, person(1), ask, world.now);
      assert.ok(asked.is === 'asked' || asked.is === 'waits');
      return asked;
    },
    decide: (id: number, by: PersonPrincipal, approve = true, now = world.now) =>
      decideApproval(world.db, world.keyring, by, { party: operator, id, approve, execute }, now),
  };
}

test('of five concurrent approvals one succeeds, and never that of the requester', async () => {
  await using world = await migratedDatabase();
  const { ask, decide, done } = approvals(world);
  const { id } = await ask();
  assert.equal((await decide(id, person(1))).is, 'own');
  assert.equal((await decide(id, person(2, 'support'))).is, 'missing', 'no right to decide');
  const outcomes = await Promise.all([2, 3, 4, 5, 6].map((personId) => decide(id, person(personId))));
  assert.equal(outcomes.filter(({ is }) => is === 'done').length, 1);
  assert.deepEqual(done, [{ sum: 5 }]);
  assert.deepEqual((await checkChains(world.db, world.keyring)).broken, []);
});

test('a request that was changed, is too old or was refused is not carried out', async () => {
  await using world = await migratedDatabase();
  const { ask, decide, done } = approvals(world);
  const [changed, old, refused] = [await ask(), await ask({ sum: 6 }), await ask({ sum: 7 })];
  await world.db.query(`update approvals set payload = '{"sum":5000}' where id = $1`, [changed.id]);
  assert.equal((await decide(changed.id, person(2))).is, 'tampered');
  const dayAfter = new Date(world.now.getTime() + 24 * 3600_000);
  assert.equal((await decide(old.id, person(2), true, dayAfter)).is, 'missing');
  assert.equal((await decide(refused.id, person(2), false)).is, 'refused');
  assert.equal((await decide(refused.id, person(3))).is, 'missing');
  assert.deepEqual(done, []);
  assert.equal((await listApprovals(world.db, operator, dayAfter)).length, 0);
});

test('of equal requests at the same moment one is made', async () => {
  await using world = await migratedDatabase();
  const ask = { party: operator, act: 'test.do', payload: { sum: 5 } };
  const asked = await transaction(world.db, async (tx) => {
    const first = await askApproval(tx, world.keyring, person(1), ask, world.now);
    const second = askApproval(world.db, world.keyring, person(1), ask, world.now);
    // Without a lock the second one would be done by now.
    await Promise.race([second, setTimeout(longEnoughMs)]);
    return { first, second };
  });
  assert.deepEqual(asked.first, { is: 'asked', id: 1 });
  assert.deepEqual(await asked.second, { is: 'waits', id: 1 });
  assert.equal((await listApprovals(world.db, operator, world.now)).length, 1);
});

test('the table refuses a decision by the requester', async () => {
  await using world = await migratedDatabase();
  const { id } = await approvals(world).ask();
  await assert.rejects(
    world.db.query(
      `update approvals set state = 'done', decided_by = asked_by, decided_name = '', decided_at = asked_at where id = $1`,
      [id],
    ),
    /four_eyes/,
  );
});

test('whoever decides proves first to be there', async () => {
  await using world = await migratedDatabase();
  const { ask, decide, done } = approvals(world);
  const { id } = await ask();
  assert.equal((await decide(id, { ...person(2), steppedUpAt: null })).is, 'step-up');
  assert.deepEqual(done, []);
  assert.equal((await decide(id, person(2))).is, 'done');
});
