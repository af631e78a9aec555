/** Suppliers are asked in one letter to activate what was sold in all cells, and confirm its rows wherever they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmActivation } from '../../src/orders/activate-sold-codes.ts';
import { operator } from '../../src/people/access/party.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { counted } from '../../src/platform/cells/merge.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { findLetter, listLetters, listRows } from '../../src/suppliers/activation/find-letter.ts';
import { makeLettersNow } from '../../src/suppliers/activation/make-letters.ts';
import {
  activationWorld,
  attachedTable,
  employee,
  linkIn,
  press,
} from '../suppliers/activation/activation-world.ts';
import { imapServer } from '../support/imap-server.ts';
import { visitor } from '../support/pages-of.ts';
import type { TestClient } from '../support/test-client.ts';

const cells = { FACEVALUE_TEST_CELLS: '3' };

/** Two codes sold in each of three cells. */
async function soldInCells(settings: Record<string, string> = {}) {
  const place = await activationWorld({}, { ...cells, ...settings });
  const { world, shop, product } = place;
  const shops: TestClient[] = [shop, await world.client(), await world.client()];
  const ids: [TestClient, number][] = [];
  for (const one of shops)
    for (const uuid of ['first', 'second'])
      ids.push([
        one,
        await one.makeOrder({ uuid, product_id: product.id, face: 500, email_to: 'anna@mail.example' }),
      ]);
  await world.settle();
  const active = (): Promise<number> =>
    counted(world.ctx, async ({ db }) => {
      const { rows } = await db.query<{ active: number }>(
        `select count(*) as active from codes where state = 'sold' and active`,
      );
      return rows[0]?.active ?? 0;
    });
  const asked = async (): Promise<number[]> => {
    const found = await Promise.all(
      everyCell(world.ctx).map(({ db }) => db.query<{ row: number }>(`select row from activation_rows`)),
    );
    return found.flatMap(({ rows }) => rows.map(({ row }) => row)).toSorted((one, other) => one - other);
  };
  return { ...place, ids, active, asked, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const six = [1, 2, 3, 4, 5, 6];

test('one letter tells what was sold in all cells, and its link confirms the rows in each of them', async () => {
  await using place = await soldInCells();
  const { world, ids } = place;
  world.clock.forward('2 d');
  await world.settle();
  const letters = place.lettersTo(employee);
  assert.equal(letters.length, 1);
  const [letter = assert.fail()] = letters;
  assert.deepEqual(
    (await attachedTable(letter)).map(([row]) => row),
    six,
  );
  const link = linkIn(letter);
  const some: [string, string][] = [
    ['confirm', 'ticked'],
    ['row', '2'],
    ['row', '3'],
  ];
  assert.match(await press(world, link, some), /Подтверждено строк: 2/);
  assert.equal(await place.active(), 2);
  const ask = { supplierId: null, all: false, limit: 10 };
  const [line] = await listLetters(world.ctx, ask);
  assert.deepEqual([line?.rows, line?.confirmed], [6, 2]);
  assert.match(await press(world, link, [['confirm', 'all']]), /Подтверждено строк: 4/);
  assert.deepEqual(await listLetters(world.ctx, ask), [], 'it is answered');
  await world.settle();
  for (const [shop, id] of ids) assert.ok((await shop.getCode(id)).code);
  assert.equal(place.lettersTo('anna@mail.example').length, 6);
  world.clock.forward('10 d');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 1, 'no reminder, and no code twice');
});

for (const point of [1, 2, 3])
  test(`killed after ${point} of three cells, the letter is made whole by the next`, async () => {
    await using place = await soldInCells();
    const { world, product, asked } = place;
    let passed = 0;
    const crashPoint = (name: CrashPointName) => {
      passed += name === 'activation-letters:cell-asked' ? 1 : 0;
      if (passed === point) throw new Error('killed');
    };
    const now = world.clock.now();
    await assert.rejects(makeLettersNow({ ...world.ctx, crashPoint }, product.supplierId, now), /killed/);
    assert.deepEqual(await asked(), six.slice(0, 2 * point));
    const made = await makeLettersNow(world.ctx, product.supplierId, now);
    assert.deepEqual(made, { letters: 1, codes: 6 });
    assert.deepEqual(await asked(), six);
    await world.settle();
    const letters = place.lettersTo(employee);
    assert.equal(letters.length, 1);
    assert.deepEqual(
      (await attachedTable(letters[0] ?? assert.fail())).map(([row]) => row),
      six,
    );
  });

test('a reply by mail confirms rows and numbers of all cells', async () => {
  const mailbox = await imapServer();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => mailbox.close());
  const settings = { FACEVALUE_IMAP_URL: mailbox.url, FACEVALUE_MAILBOX_ADDRESS: 'codes@facevalue.example' };
  const place = stack.use(await soldInCells(settings));
  const { world } = place;
  world.clock.forward('2 d');
  await world.settle();
  const [letter = assert.fail()] = place.lettersTo(employee);
  const table = await attachedTable(letter);
  const reply = async (text: string): Promise<void> => {
    const { messageId: inReplyTo = '' } = letter;
    await mailbox.receive({ from: employee, to: 'codes@facevalue.example', subject: 'Re', inReplyTo, text });
    await world.settle();
  };
  await reply(`1\n${String(table[2]?.[1])}\n${String(table[5]?.[1])}`);
  assert.equal(await place.active(), 3);
  await reply('Готово');
  assert.equal(await place.active(), 6);
});

test('whoever confirms a letter that was broken off between cells ends it', async () => {
  await using place = await soldInCells();
  const { world, product } = place;
  const made = await makeLettersNow(world.ctx, product.supplierId, world.clock.now());
  assert.ok(made !== 'no-schedule' && made.letters === 1);
  const { rows } = await world.ctx.db.query<{ id: number }>(`select id from activation_letters`);
  const key = { supplierId: product.supplierId, letterId: rows[0]?.id ?? 0 };
  const confirmation = { ...key, rows: null, by: 'operator' as const };
  const broken = world.ctx.cells.map((one) => (one.cell === 3 ? { ...one, db: world.ctx.db } : one));
  await assert.rejects(
    confirmActivation({ db: world.ctx.db, cells: broken }, confirmation, world.clock.now()),
    /activation_rows/,
  );
  const open = async () => (await listRows(world.ctx, key)).filter((row) => row.confirmedAt === null).length;
  assert.equal((await findLetter(world.ctx.db, key.letterId))?.answeredAt, null);
  const left = await open();
  assert.equal(left, 2, 'the rows of the third cell');
  assert.equal(await confirmActivation(world.ctx, confirmation, world.clock.now()), left);
  assert.notEqual((await findLetter(world.ctx.db, key.letterId))?.answeredAt, null);
  await world.settle();
});

test('the pages of the operator and of the supplier show and confirm rows of all cells', async () => {
  await using place = await soldInCells();
  const { world, product } = place;
  world.clock.forward('2 d');
  await world.settle();
  const admin = await visitor(world, operator, 'admin');
  assert.match((await admin.get('/o/activation')).body, /0 of 6/);
  const { rows } = await world.ctx.db.query<{ id: number }>(`select id from activation_letters`);
  const id = rows[0]?.id ?? 0;
  assert.equal((await admin.get(`/o/activation/${id}`)).statusCode, 200);
  assert.equal(
    (await admin.post(`/o/activation/${id}/confirm`, { confirm: 'ticked', row: '4' })).statusCode,
    303,
  );
  assert.equal((await admin.post(`/o/activation/${id}/again`, {})).statusCode, 303);
  const manager = await visitor(world, { side: 'supplier', partyId: product.supplierId }, 'manager');
  assert.match((await manager.get('/s/activation')).body, /1 of 6/);
  assert.equal((await manager.post(`/s/activation/${id}`, { confirm: 'all' })).statusCode, 303);
  assert.equal(await place.active(), 6);
  const { rows: acts } = await world.ctx.db.query<{ after: string }>(
    `select after from audit where act = 'activation.confirmed' order by seq`,
  );
  assert.deepEqual(
    acts.map(({ after }) => after),
    ['{"rows":1}', '{"rows":5}'],
  );
  await world.settle();
});
