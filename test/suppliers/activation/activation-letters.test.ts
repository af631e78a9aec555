import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction } from '../../../src/platform/database/database.ts';
import { makeLettersNow } from '../../../src/suppliers/activation/make-letters.ts';
import { activationWorld, attachedTable, employee, linkIn, press } from './activation-world.ts';

const saturdayNoon = '2026-11-21T12:00:00+03:00';
const friday = '2026-11-20T11:00:00+03:00';

test('activation letters go out on the next workday at noon, and their link confirms the codes', async () => {
  await using place = await activationWorld({}, {}, saturdayNoon);
  const { world, shop } = place;
  const [first = 0, second = 0] = await place.sell(2);
  assert.equal(place.lettersTo(employee).length, 0);
  assert.equal(place.lettersTo('anna+0@mail.example').length, 0, 'not before activation');
  assert.equal((await shop.error('getCode', { queue_id: first })).code, 1208);
  assert.equal((await shop.error('getCertificate', { queue_id: first })).code, 1208);

  world.clock.forward('47 h');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 0, 'not on a weekend, not before noon on Monday');
  world.clock.forward('1 h');
  await world.settle();
  const [letter] = place.lettersTo(employee);
  assert.ok(letter);
  assert.deepEqual(
    (await attachedTable(letter)).map(([row, number, face, validity]) => [row, number, face, validity]),
    place.codes.slice(0, 2).map(({ number }, index) => [index + 1, number, 500, 'бессрочно']),
  );
  const status = await shop.getStatus(first);
  assert.ok(letter.text?.includes(`${String(status['order_id'])}-${first}`));
  assert.ok(String(letter.html).includes(place.codes[1]?.number ?? '?'));

  const path = linkIn(letter);
  const page = await fetch(`${world.baseUrl}${path}`);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const text = await page.text();
  for (const { number } of place.codes) assert.ok(!text.includes(number), 'numbers are masked');
  assert.equal((await shop.error('getCode', { queue_id: first })).code, 1208, 'looking changes nothing');

  assert.match(await press(world, path, [['confirm', 'ticked']]), /Отметьте строки/);
  assert.match(
    await press(world, path, [
      ['confirm', 'ticked'],
      ['row', '2'],
    ]),
    /Подтверждено строк: 1/,
  );
  await world.settle();
  assert.equal((await shop.getCode(second)).code, place.codes[1]?.number);
  assert.equal(place.lettersTo('anna+1@mail.example').length, 1);
  assert.equal(place.lettersTo('anna+0@mail.example').length, 0);
  assert.match(await press(world, path, [['confirm', 'all']]), /Подтверждено строк: 1/);
  assert.match(await press(world, path, [['confirm', 'all']]), /раньше/);
  await world.settle();
  assert.equal((await shop.getCode(first)).code, place.codes[0]?.number);
  assert.equal(place.lettersTo('anna+0@mail.example').length, 1);

  world.clock.forward('10 d');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 1, 'no reminder, and no code twice');
});

test('the gift page hides the number until the supplier has activated it', async () => {
  await using place = await activationWorld();
  const { shop } = place;
  const [order = 0] = await place.sell(1);
  const link = (await shop.getLinks(order)).download_url ?? '';
  const closed = await (await fetch(link)).text();
  assert.match(closed, /Магазин активирует сертификат/);
  assert.ok(!closed.includes('<form'));
  const refused = await fetch(link, { method: 'POST', body: new URLSearchParams() });
  assert.equal(refused.status, 409);
  assert.ok(!(await refused.text()).includes(place.codes[0]?.number ?? '?'));
  assert.equal((await fetch(`${link}/pdf`, { method: 'POST', body: new URLSearchParams() })).status, 409);
});

test('the certificate is delivered before its activation if so agreed', async () => {
  await using place = await activationWorld({ deliverBeforeActivation: true });
  const [order = 0] = await place.sell(1);
  assert.equal(place.lettersTo('anna+0@mail.example').length, 1);
  assert.equal((await place.shop.getCode(order)).code, place.codes[0]?.number);
  place.world.clock.forward('2 d');
  await place.world.settle();
  assert.equal(place.lettersTo(employee).length, 1, 'and asked for all the same');
});

test('a reminder lists the unconfirmed rows, avoids the weekend, and ends with the reply', async () => {
  await using place = await activationWorld({}, {}, friday);
  const { world } = place;
  await place.sell(3);
  world.clock.forward('1 h');
  await world.settle();
  const [letter] = place.lettersTo(employee);
  assert.ok(letter);
  await press(world, linkIn(letter), [
    ['confirm', 'ticked'],
    ['row', '1'],
  ]);
  world.clock.forward('2 d');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 1, 'the weekend is left in peace');
  world.clock.forward('1 d');
  await world.settle();
  const [, reminder] = place.lettersTo(employee);
  assert.match(reminder?.subject ?? '', /^Напоминание/);
  assert.deepEqual(
    (await attachedTable(reminder ?? letter)).map(([row, number]) => [row, number]),
    [
      [2, place.codes[1]?.number],
      [3, place.codes[2]?.number],
    ],
  );
  await press(world, linkIn(letter), [['confirm', 'all']]);
  world.clock.forward('10 d');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 2);
});

test('nothing is sent on holidays, and cron, language and addresses are the supplier’s own', async () => {
  await using place = await activationWorld({}, {}, friday);
  const { world } = place;
  await place.schedule({
    addresses: [employee, 'second@supplier.example'],
    language: 'en',
    cron: '30 9 * * 1-5',
    holidays: ['2026-11-23'],
  });
  await place.sell(1);
  world.clock.forward('3 d');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 0, 'Monday is a holiday');
  world.clock.forward('22 h');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 0, 'Tuesday at nine');
  world.clock.forward('30 min');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 1);
  const [letter] = place.lettersTo('second@supplier.example');
  assert.match(letter?.subject ?? '', /Please activate/);
});

test('a confirmation link ends after a month, and an unknown one leads nowhere', async () => {
  await using place = await activationWorld();
  const { world } = place;
  await place.sell(1);
  world.clock.forward('2 d');
  await world.settle();
  const [letter] = place.lettersTo(employee);
  assert.ok(letter);
  world.clock.forward('31 d');
  await world.settle();
  const confirm = { method: 'POST', body: new URLSearchParams({ confirm: 'all' }) };
  assert.equal((await fetch(`${world.baseUrl}${linkIn(letter)}`, confirm)).status, 410);
  assert.equal((await fetch(`${world.baseUrl}/activation/${'A'.repeat(22)}`, confirm)).status, 404);
  assert.equal((await fetch(`${world.baseUrl}/activation/nothing`)).status, 404);
  const { rows } = await world
    .cellOf(place.shop)
    .db.query(`select from codes where state = 'sold' and active`);
  assert.equal(rows.length, 0);
});

test('an outage of the mail server loses no letter', async () => {
  await using place = await activationWorld();
  const { world } = place;
  await place.sell(1);
  world.mail.refuseWith(451);
  world.clock.forward('2 d');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 0);
  world.mail.refuseWith(0);
  world.clock.forward('2 min');
  await world.settle();
  assert.equal(place.lettersTo(employee).length, 1);
});

test('sales committed while letters are made are in exactly one letter', async () => {
  await using place = await activationWorld({}, {}, friday);
  const { world } = place;
  await place.sell(2);
  const make = () =>
    transaction(world.ctx.db, (tx) =>
      makeLettersNow({ ...world.ctx, db: tx }, place.product.supplierId, world.clock.now()),
    );
  await Promise.all([make(), place.sell(8), make(), make()]);
  await make();
  const { rows } = await world.cellOf(place.shop).db.query<{ codes: number; asked: number }>(
    `select (select count(*) from codes where state = 'sold') as codes,
       (select count(distinct code_id) from activation_rows) as asked`,
  );
  assert.deepEqual(rows, [{ codes: 10, asked: 10 }]);
  await world.settle();
});
