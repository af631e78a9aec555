import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setClient } from '../../src/clients/set-client.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { transaction, type Database } from '../../src/platform/database/database.ts';
import { digestKindNames, digestKinds } from '../../src/suppliers/alerts/digest-kinds.ts';
import { measureFailures } from '../../src/suppliers/alerts/measure-failures.ts';
import { raiseDigest } from '../../src/suppliers/alerts/raise-digests.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { minutes, operator, settings, shopMail, told } from './told-digests.ts';

const letterOver = 'Устранено: Письма не уходят';

const firstCell = ({ ctx }: TestWorld): Database => (everyCell(ctx)[0] ?? ctx).db;

/** A message that was tried in vain and waits for its next try, after the whole of a test. */
async function insertDue(world: TestWorld, channel: 'sms'): Promise<void> {
  const now = world.clock.now();
  await firstCell(world).query(
    `insert into deliveries (client_id, request_id, channel, kind, round, address, testmode, state, due_at, attempts, last_error)
     values (1, 5, $1, 'receipt', 1, '79160000000', false, 'due', $2, 2, 'no provider takes it')`,
    [channel, new Date(now.getTime() + 10 * 86_400_000)],
  );
}

async function failingOrders(world: TestWorld, count: number) {
  const client = await world.client();
  await transaction(world.cellOf(client).db, (tx) =>
    setClient(tx, client.id, { contactMail: shopMail, language: 'en' }),
  );
  const product = await world.product({ scheme: 'platform' });
  world.mail.refuseWith(550);
  for (let order = 0; order < count; order += 1)
    await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  world.mail.refuseWith(0);
  return { client, product };
}

test('permanently refused letters are reported in one mail to the operator and one to their client', async () => {
  await using world = await testWorld(settings);
  const { client, product } = await failingOrders(world, 12);
  const stranger = await world.client();
  await transaction(world.cellOf(stranger).db, (tx) =>
    setClient(tx, stranger.id, { contactMail: 'it@other.example' }),
  );
  await minutes(world, 2);
  assert.deepEqual(told(world), [
    `${shopMail}: Letters were not delivered: 12`,
    `${operator}: Письма не доставлены: 12`,
  ]);
  for (const letter of world.mail.letters.slice(-2)) {
    assert.match(letter.text ?? '', /^- 35\d{5} · smtp 550$/m);
    assert.equal(letter.text?.match(/^- 35/gm)?.length, 10);
    assert.doesNotMatch(`${letter.text} ${String(letter.html)}`, /anna|mail\.example/);
  }
  // Further failures within the hour are reported together at its end.
  world.mail.refuseWith(550);
  for (let order = 0; order < 3; order += 1) {
    await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
    await world.settle();
  }
  world.mail.refuseWith(0);
  await minutes(world, 10);
  assert.equal(told(world).length, 2);
  await minutes(world, 60);
  assert.deepEqual(
    told(world).filter((line) => line.endsWith(': 3')),
    [`${shopMail}: Letters were not delivered: 3`, `${operator}: Письма не доставлены: 3`],
  );
  await minutes(world, 600);
  assert.equal(told(world).length, 4, 'told once');
});

test('an outage of the mail server is reported when it is over', async () => {
  await using world = await testWorld(settings);
  const client = await world.client();
  const { db } = world.cellOf(client);
  const product = await world.product({ scheme: 'platform' });
  await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  await db.query(
    `update deliveries set state = 'due', due_at = $1, last_error = 'mail server not reached', sent_at = null`,
    [new Date(world.clock.now().getTime() + 3_600_000)],
  );
  await minutes(world, 1);
  assert.deepEqual(told(world), [], 'it may be over in a moment');
  await minutes(world, 11);
  assert.deepEqual(told(world), [`${operator}: Письма не уходят: 1`]);
  const stuck = await measureFailures(world.ctx, world.clock.now());
  assert.equal(stuck.find(({ kind }) => kind === 'letters-stuck')?.amount, 1);
  const metrics = await fetch(`${world.baseUrl}/metrics`, {
    headers: { authorization: 'Bearer operator-token' },
  });
  assert.match(await metrics.text(), /^facevalue_failures\{kind="letters-stuck"\} 1$/m);
  await minutes(world, 30);
  assert.equal(told(world).length, 1);
  await minutes(world, 60);
  assert.equal(
    (await measureFailures(world.ctx, world.clock.now())).find(({ kind }) => kind === 'letters-stuck')
      ?.amount,
    0,
  );
  assert.deepEqual(told(world), [`${operator}: Письма не уходят: 1`, `${operator}: ${letterOver}`]);
  const over = world.mail.letters.find(({ subject }) => subject === letterOver);
  assert.match(over?.text ?? '', /Это длилось с \d\d\.?.* до .* \(Москва\)/);
  await minutes(world, 600);
  assert.equal(told(world).length, 2, 'that is told once too');
});

test('a problem that ended before its report is not reported', async () => {
  await using world = await testWorld(settings);
  await insertDue(world, 'sms');
  await minutes(world, 1);
  await firstCell(world).query(`update deliveries set state = 'dropped'`);
  await minutes(world, 15);
  assert.deepEqual(told(world), []);
});

test('an outage of the SMS providers is reported, and so is its end', async () => {
  await using world = await testWorld(settings);
  await insertDue(world, 'sms');
  await minutes(world, 1);
  await minutes(world, 11);
  assert.deepEqual(told(world), [`${operator}: СМС не уходят: 1`]);
  assert.match(world.mail.letters.at(-1)?.text ?? '', /^- 1 · no provider takes it$/m);
  await firstCell(world).query(`update deliveries set state = 'dropped'`);
  await minutes(world, 1);
  assert.deepEqual(told(world), [`${operator}: СМС не уходят: 1`, `${operator}: Устранено: СМС не уходят`]);
});

test('a refused activation letter and an unclear reply are reported', async () => {
  await using world = await testWorld(settings);
  const client = await world.client();
  const product = await world.product({ activationScheme: 'letter', facesRoubles: [500] });
  await world.pool(product, 500, [{ number: '7700000001', pin: '', inactive: true }]);
  await client.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  // The letter goes on Monday at noon.
  world.mail.refuseWith(550);
  const failed = async (): Promise<number> =>
    (await world.ctx.db.query(`select from letters_to_people where state = 'failed'`)).rows.length;
  for (let hour = 0; hour < 3 * 24 && (await failed()) === 0; hour += 6) await minutes(world, 360);
  world.mail.refuseWith(0);
  await world.ctx.db.query(
    `with mail as (
       insert into mails (message_id, content_hash, sender, subject, received_at, read_at)
       values ('<1@supplier.example>', '', 'a@supplier.example', '', $1, $1) returning id)
     insert into mail_decisions (mail_id, part, decision, supplier_id, letter_id) select id, 0, 'unclear', $2, 1 from mail`,
    [world.clock.now(), product.supplierId],
  );
  await minutes(world, 2);
  await minutes(world, 1500);
  const [refused, unclear] = ['Письма об активации не доставлены', 'Ответы об активации не поняты'];
  assert.deepEqual(
    told(world).filter((line) => line.includes(refused) || line.includes(unclear)),
    [`${operator}: ${unclear}: 1`, `${operator}: ${refused}: 1`].toSorted(),
  );
  const digests = world.mail.letters.filter(({ to }) => [to].flat()[0]?.text === operator);
  for (const { text } of digests) assert.doesNotMatch(text ?? '', /7700000001/);
});

test('a failed final test is reported to the operator', async () => {
  await using world = await testWorld(settings);
  const { supplierId } = await world.product({ scheme: 'api' });
  await world.ctx.db.query(`update suppliers set tested_at = $2, test_green = false where id = $1`, [
    supplierId,
    world.clock.now(),
  ]);
  await minutes(world, 2);
  assert.deepEqual(told(world), [`${operator}: Финальный тест не пройден: 1`]);
  assert.match(world.mail.letters.at(-1)?.text ?? '', new RegExp(`^- .* · ${supplierId}$`, 'm'));
});

test('sixteen concurrent processes send one report', async () => {
  await using world = await testWorld(settings);
  await failingOrders(world, 1);
  world.clock.forward('2 min');
  const to = { address: operator, language: 'ru' } as const;
  await Promise.all(
    Array.from({ length: 16 }, () =>
      transaction(world.ctx.db, (db) =>
        raiseDigest({ db, cells: world.ctx.cells }, 'letters-failed', to, world.clock.now()),
      ),
    ),
  );
  await world.settle();
  assert.equal(told(world).length, 2);
});

test('an unconfirmed activation letter is reported after its reminder', async () => {
  await using world = await testWorld(settings);
  const client = await world.client();
  const product = await world.product({ activationScheme: 'letter', facesRoubles: [500] });
  const [code] = await world.pool(product, 500, [{ number: '7700000001', pin: '', inactive: true }]);
  assert.ok(code !== undefined);
  await client.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  // The letter goes on Monday at noon, its reminder a day later.
  for (let hour = 0; hour < 6 * 24; hour += 6) await minutes(world, 360);
  assert.deepEqual(
    told(world).filter((line) => line.startsWith(operator)),
    [`${operator}: Активацию никто не подтвердил: 1`, `${operator}: Активацию никто не подтвердил: 1`],
    'on two days',
  );
  const letter = world.mail.letters.findLast(({ subject }) => subject?.startsWith('Активацию'));
  assert.doesNotMatch(letter?.text ?? '', /7700000001/);
});

test('an undelivered text, a quarantined call and a silent supplier are reported', async () => {
  await using world = await testWorld(settings);
  const db = firstCell(world);
  const now = world.clock.now();
  const { supplierId, id: productId } = await world.product();
  await db.query(
    `insert into deliveries (client_id, request_id, channel, kind, round, address, testmode, state, due_at, sent_at,
       report, reported_at, report_details)
     values (1, 5, 'sms', 'receipt', 1, '79160000000', false, 'sent', $1, $1, 'undelivered', $1, 'UNDELIV')`,
    [now],
  );
  const later = new Date(now.getTime() + 10 * 86_400_000);
  await db.query(
    `insert into exchanges (supplier_id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, due_at,
       deadline_at, created_at, ended_at, attempts)
     values ($1, 'issue', 1, 6, $2, 50000, gen_random_uuid(), 'quarantined', $3, $4, $3, $3, 1),
            ($1, 'issue', 1, 7, $2, 50000, gen_random_uuid(), 'due', $4, $4, $3, null, 3)`,
    [supplierId, productId, now, later],
  );
  await minutes(world, 2);
  await minutes(world, 15);
  await minutes(world, 15);
  assert.deepEqual(told(world), [
    `${operator}: Вызовы поставщиков попали в карантин: 1`,
    `${operator}: Поставщики не отвечают: 1`,
    `${operator}: СМС не доставлены: 1`,
  ]);
  assert.match(
    world.mail.letters.find(({ subject }) => subject?.startsWith('СМС'))?.text ?? '',
    /^- 5 · UNDELIV$/m,
  );
});

test('every kind of digest can be measured, also on an empty installation', async () => {
  await using world = await testWorld();
  const measured = await measureFailures(world.ctx, world.clock.now());
  assert.deepEqual(
    measured.map(({ kind }) => kind).toSorted(),
    digestKindNames.filter((kind) => digestKinds[kind].is !== 'recovery').toSorted(),
  );
  assert.ok(measured.every(({ amount }) => amount === 0));
});
