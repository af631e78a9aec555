import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decideGuardedAct } from '../../src/acts/guarded/decide.ts';
import { changeTerms } from '../../src/acts/guarded/client-terms.ts';
import { operator } from '../../src/people/access/party.ts';
import type { PersonPrincipal } from '../../src/people/access/principal.ts';
import { checkChains } from '../../src/people/audit/check-chain.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { json, run } from './run-commands.ts';

const admin = (personId: number): PersonPrincipal => ({
  is: 'person',
  personId,
  name: `Оператор ${personId}`,
  ...operator,
  role: 'admin',
  isWhole: true,
  // Whenever the test runs, the proof is fresh.
  steppedUpAt: new Date('2100-01-01T00:00:00Z'),
});

let world: MigratedDatabase;
let clientId: string;

before(async () => {
  world = await migratedDatabase();
  const added = await json(world, 'client', 'add', '--name', 'Клуб', '--test-mode', 'on');
  clientId = String((added['client'] as { id: number }).id);
  await json(world, 'approval', 'policy', '--on', '--above', '1000');
});
after(() => world[Symbol.asyncDispose]());

const decide = (id: number, by = 7, approve = true) =>
  decideGuardedAct(world, admin(by), { id, approve }, world.now);

interface Shown {
  credit: number;
  test_mode: boolean;
  switched_on: boolean;
  discount_percent: number;
}

async function shown(): Promise<Shown> {
  const { credit, test_mode, switched_on, discount_percent } = (
    (await json(world, 'client', 'show', clientId)) as { client: Shown }
  ).client;
  return { credit, test_mode, switched_on, discount_percent };
}

/** Runs `client set` of which something must wait; answers the approvals that it waits for. */
async function waits(...args: string[]): Promise<number[]> {
  const ran = await run(world, ['client', 'set', clientId, ...args, '--json']);
  assert.equal(ran.code, 1, ran.out + ran.err);
  const { error } = JSON.parse(ran.out) as { error: { why: string; approval: number; approvals?: number[] } };
  assert.equal(error.why, 'needs-approval');
  return error.approvals ?? [error.approval];
}

const atFirst = { credit: 0, test_mode: true, switched_on: true, discount_percent: 0 };

test('a higher credit and going live wait for somebody else; what lowers a risk, and other terms, are in force at once', async () => {
  const asked = await waits('--credit', '50000', '--test-mode', 'off', '--discount', '5');
  assert.deepEqual(await shown(), atFirst);
  assert.equal((await decide(asked[2] ?? 0)).is, 'done');
  assert.deepEqual(await shown(), { ...atFirst, discount_percent: 5 });
  await json(world, 'client', 'set', clientId, '--discount', '4');
  assert.deepEqual(await shown(), { ...atFirst, discount_percent: 4 }, 'one person may lower the discount');
  assert.deepEqual(await waits('--credit', '50000'), [asked[1]], 'asked again, it is the same');
  const own = await run(world, ['approval', 'approve', String(asked[0])]);
  assert.match(own.err, /You requested this yourself/);
  assert.deepEqual(await shown(), { ...atFirst, discount_percent: 4 });

  const both = await Promise.all([decide(asked[0] ?? 0, 7), decide(asked[0] ?? 0, 8)]);
  assert.deepEqual(both.map(({ is }) => is).toSorted(), ['done', 'missing'], 'two decide at once');
  assert.equal((await decide(asked[1] ?? 0)).is, 'done');
  const live = { credit: 50_000, test_mode: false, switched_on: true, discount_percent: 4 };
  assert.deepEqual(await shown(), live);
  const { rows } = await world.db.query(
    `select from audit where side = 'client' and party_id = $1 and act in ('client.live')`,
    [Number(clientId)],
  );
  assert.equal(rows.length, 1, 'it went live once');

  await json(world, 'client', 'set', clientId, '--credit', '1000', '--off');
  assert.deepEqual(await shown(), { ...live, credit: 1000, switched_on: false }, 'one person stops it alone');
  const [again] = await waits('--on');
  assert.equal((await shown()).switched_on, false);
  assert.equal((await decide(again ?? 0, 7, false)).is, 'refused');
  assert.equal((await shown()).switched_on, false);
});

test('up to the limit of the rule one person decides about credit, however often it is raised', async () => {
  await json(world, 'client', 'set', clientId, '--credit', '0');
  await json(world, 'client', 'set', clientId, '--credit', '600');
  await json(world, 'client', 'set', clientId, '--credit', '1000');
  const [id] = await waits('--credit', '1000.01');
  await json(world, 'client', 'set', clientId, '--credit', '900');
  assert.deepEqual(await decide(id ?? 0), { is: 'not-done', reason: { is: 'other-credit' } });
  assert.equal((await shown()).credit, 900, 'who agreed had seen another credit');
});

test('whoever may not change clients asks for nothing, and wrong terms change nothing', async () => {
  const support = { ...admin(9), role: 'support' } as const;
  const ask = (creditKopecks: number) => ({
    clientId: Number(clientId),
    terms: { creditKopecks, name: 'Х' },
  });
  const missing = { changed: { is: 'missing' }, waiting: [] };
  assert.deepEqual(await changeTerms(world, support, ask(9_000_000), world.now), missing);
  const wrong = { changed: { is: 'wrong', field: 'credit' }, waiting: [] };
  assert.deepEqual(await changeTerms(world, admin(9), ask(-1), world.now), wrong);
  const { client } = (await json(world, 'client', 'show', clientId)) as { client: { name: string } };
  assert.equal(client.name, 'Клуб');
});

test('a client that is added with credit is in test mode and without it until somebody else agrees', async () => {
  const added = await json(world, 'client', 'add', '--name', 'Новый', '--credit', '9000');
  const { id } = added['client'] as { id: number };
  const show = async () => ((await json(world, 'client', 'show', String(id))) as { client: Shown }).client;
  const atFirstShown = await show();
  assert.deepEqual([atFirstShown.credit, atFirstShown.test_mode], [0, true]);
  const approvals = added['approvals'] as number[];
  assert.equal(approvals.length, 2);
  for (const approval of approvals) assert.equal((await decide(approval)).is, 'done');
  const now = await show();
  assert.deepEqual([now.credit, now.test_mode], [9000, false]);
  assert.deepEqual((await checkChains(world.db, world.keyring)).broken, []);
});
