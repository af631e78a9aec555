import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorOf, fromShell } from '../../src/people/access/principal.ts';
import { checkChain, checkChains, listActs } from '../../src/people/audit/check-chain.ts';
import { recordAct } from '../../src/people/audit/record-act.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { migratedDatabase, testConnections, type MigratedDatabase } from '../support/migrated-database.ts';

const client = (partyId: number) => ({ side: 'client', partyId }) as const;

const act = (world: MigratedDatabase, partyId: number, number: number) =>
  transaction(world.db, (tx) =>
    recordAct(
      tx,
      world.keyring,
      {
        party: client(partyId),
        by: actorOf(fromShell),
        act: 'test.done',
        about: `thing ${number}`,
        after: { number, text: 'Ёлка «у дома»' },
      },
      new Date(world.now.getTime() + number),
    ),
  );

const check = (world: MigratedDatabase) => checkChains(world.db, world.keyring);

test('concurrent acts over several chains make complete chains without gaps', async () => {
  await using world = await migratedDatabase();
  const numbers = Array.from({ length: 90 }, (_, number) => number).values();
  const actInTurn = async (): Promise<void> => {
    for (const number of numbers) await act(world, 1 + (number % 3), number);
  };
  await Promise.all(Array.from({ length: testConnections }, actInTurn));
  assert.deepEqual(await check(world), { chains: 3, rows: 90, broken: [] });
  const last = await listActs(world.db, client(1), { limit: 1000 });
  assert.deepEqual(
    last.map(({ seq }) => seq),
    Array.from({ length: 30 }, (_, index) => 30 - index),
  );
});

test('an act that is rolled back leaves no gap', async () => {
  await using world = await migratedDatabase();
  await act(world, 1, 1);
  await assert.rejects(
    transaction(world.db, async (tx) => {
      await recordAct(
        tx,
        world.keyring,
        { party: client(1), by: actorOf(fromShell), act: 'test.done', about: '' },
        world.now,
      );
      throw new Error('undone');
    }),
    /undone/,
  );
  await act(world, 1, 2);
  assert.deepEqual(await checkChain(world.db, world.keyring, client(1)), { is: 'whole', rows: 2 });
});

const tamperings = {
  'a changed field': [`update audit set after = '{"number":0}' where seq = 3`, 3],
  'an act that moved in time by a millisecond': [
    `update audit set at = at + interval '1 ms' where seq = 3`,
    3,
  ],
  'a text that moved from one field to the next': [
    `update audit set act = act || left(about, 1), about = substr(about, 2) where seq = 3`,
    3,
  ],
  'a row taken out of the middle': [`delete from audit where seq = 3`, 3],
  'a row taken from the end': [`delete from audit where seq = 5`, 5],
  'two rows that changed places': [
    `update audit set seq = case seq when 2 then 103 else 102 end where seq in (2, 3);
     update audit set seq = seq - 100 where seq > 100`,
    2,
  ],
  'a row put in at the end': [
    `insert into audit select side, party_id, 6, at, actor, actor_name, act, about, before, after, hash
     from audit where seq = 5`,
    6,
  ],
  'another head': [`update audit_heads set hash = sha256('x')`, 5],
} as const;

for (const [name, [statement, seq]] of Object.entries(tamperings)) {
  test(`the check finds ${name}`, async () => {
    await using world = await migratedDatabase();
    for (let number = 1; number <= 5; number += 1) await act(world, 1, number);
    assert.deepEqual((await check(world)).broken, []);
    for (const one of statement.split(';')) await world.db.query(one);
    assert.deepEqual((await check(world)).broken, [{ ...client(1), seq }]);
  });
}

test('a row recomputed without the key breaks the chain', async () => {
  await using world = await migratedDatabase();
  for (let number = 1; number <= 3; number += 1) await act(world, 1, number);
  // As if the hashes were plain ones, of the row's own text.
  await world.db.query(
    `update audit set after = '{}', hash = sha256(convert_to(act || about, 'UTF8')) where seq = 2`,
  );
  assert.deepEqual((await check(world)).broken, [{ ...client(1), seq: 2 }]);
});
