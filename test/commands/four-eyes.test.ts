import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decideGuardedAct } from '../../src/acts/guarded/decide.ts';
import { operator } from '../../src/people/access/party.ts';
import type { PersonPrincipal } from '../../src/people/access/principal.ts';
import { findApproval } from '../../src/people/approvals/approvals.ts';
import { checkChains, listActs } from '../../src/people/audit/check-chain.ts';
import { addProduct } from '../support/arrange.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { folder, json, run } from './run-commands.ts';

const colleague: PersonPrincipal = {
  is: 'person',
  personId: 7,
  name: 'Анна',
  ...operator,
  role: 'admin',
  isWhole: true,
  // Whenever the test runs, the proof is fresh.
  steppedUpAt: new Date('2100-01-01T00:00:00Z'),
};

const decide = ({ db, keyring, now }: MigratedDatabase, id: number, approve = true) =>
  decideGuardedAct({ db, cells: [], keyring }, colleague, { id, approve }, now);

/** Runs a command that must wait; answers the approval that it waits for. */
async function waits(world: MigratedDatabase, ...args: string[]): Promise<number> {
  const ran = await run(world, [...args, '--json']);
  assert.equal(ran.code, 1, ran.out + ran.err);
  const { error } = JSON.parse(ran.out) as { error: { why: string; approval: number } };
  assert.equal(error.why, 'needs-approval');
  return error.approval;
}

test('with four eyes, codes, adapters and large bookings wait for a colleague and are done exactly as asked', async () => {
  await using world = await migratedDatabase();
  const { db, keyring } = world;
  const { client } = await json(world, 'client', 'add', '--name', 'Клуб');
  const clientId = String((client as { id: number }).id);
  const place = { db, keyring, now: () => world.now };
  const { id: productId, supplierId } = await addProduct(place);
  const funds = async (): Promise<number> => {
    const { rows } = await db.query<{ kopecks: number }>(
      `select balance_kopecks as kopecks from accounts where client_id = $1 and name = 'funds'`,
      [Number(clientId)],
    );
    return (rows[0]?.kopecks ?? 0) / 100;
  };
  const stock = async (): Promise<number> => {
    const { rows } = await db.query<{ free: number }>(
      `select coalesce(sum(free), 0)::int as free from stock`,
    );
    return rows[0]?.free ?? 0;
  };
  const codes = join(folder, 'codes.csv');
  writeFileSync(codes, 'Номер;Номинал\nAAAA-1111;500\nAAAA-2222;500\n');
  const topUp = (sum: string, reference: string): string[] => [
    'client',
    'top-up',
    clientId,
    sum,
    '--reference',
    reference,
  ];

  await json(world, ...topUp('9000', 'alone'));
  assert.equal(await funds(), 9000, 'a single operator decides alone');
  await json(world, 'approval', 'policy', '--on', '--above', '1000');
  await json(world, ...topUp('1000', 'small'));
  assert.equal(await funds(), 10_000);

  const money = await waits(world, ...topUp('5000', 'large'));
  assert.equal(await waits(world, ...topUp('5000', 'large')), money, 'asked again, it is the same');
  const load = await waits(world, 'pool', 'import', codes, '--product', String(productId));
  const asked = await findApproval(db, operator, load, world.now);
  assert.deepEqual(
    (JSON.parse(asked?.payload ?? '{}') as { loads: unknown }).loads,
    {
      codes: 2,
      sumKopecks: 100_000,
      faces: [{ faceKopecks: 50_000, codes: 2, sumKopecks: 100_000, inactive: 0 }],
      leftOut: 0,
    },
    'whoever decides sees how many codes for how much',
  );
  writeFileSync(codes, 'Номер;Номинал\nEVIL-0001;500\n');
  const settings = join(folder, 'adapter.json');
  writeFileSync(
    settings,
    JSON.stringify({ supplierUrl: 'https://tea.example', auth: { kind: 'bearer', token: 'geheim' } }),
  );
  const setAdapter = ['supplier', 'adapter', String(supplierId), '--adapter', 'rest'];
  const adapter = await waits(world, ...setAdapter, '--settings', settings);
  const off = await waits(world, 'approval', 'policy', '--off');
  assert.deepEqual([await funds(), await stock()], [10_000, 0], 'nothing is done yet');
  const own = await run(world, ['approval', 'approve', String(money)]);
  assert.match(own.err, /You requested this yourself/);
  const listed = JSON.stringify(await json(world, 'approval', 'list'));
  assert.doesNotMatch(listed, /AAAA|geheim/, 'whoever decides reads no code and no secret');

  assert.equal((await decide(world, money)).is, 'done');
  assert.equal((await decide(world, load)).is, 'done');
  assert.equal((await decide(world, adapter)).is, 'done');
  assert.equal((await decide(world, off, false)).is, 'refused');
  assert.deepEqual(
    [await funds(), await stock()],
    [15_000, 2],
    'of the file as it was when it was asked for',
  );
  const { rows } = await db.query(`select from suppliers where id = $1 and adapter = 'rest'`, [supplierId]);
  assert.equal(rows.length, 1);
  const left = await db.query(`select from approvals where attachment is not null`);
  assert.equal(left.rows.length, 0, 'no file is kept after the decision');
  assert.equal((await decide(world, money)).is, 'missing');
  await waits(world, ...topUp('5001', 'still on'));

  const acts = (await listActs(db, operator, { limit: 50 })).map(({ act }) => act);
  for (const act of ['approval.asked', 'approval.done', 'approval.refused', 'four-eyes.set'])
    assert.ok(acts.includes(act), act);
  assert.deepEqual((await checkChains(db, keyring)).broken, []);
});

test('an approved act that can no longer be done changes nothing and gives the reason', async () => {
  await using world = await migratedDatabase();
  const { client } = await json(world, 'client', 'add', '--name', 'Клуб');
  await json(world, 'approval', 'policy', '--on');
  const topUp = ['client', 'top-up', String((client as { id: number }).id)];
  const first = await waits(world, ...topUp, '500', '--reference', 'one payment');
  const second = await waits(world, ...topUp, '600', '--reference', 'one payment');
  assert.equal((await decide(world, second)).is, 'done');
  assert.deepEqual(await decide(world, first), { is: 'not-done', reason: { is: 'other-amount' } });
  const { approvals } = await json(world, 'approval', 'list');
  assert.equal((approvals as unknown[]).length, 1);
});
