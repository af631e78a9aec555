import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const order = {
  face: 1000,
  uuid: '6f1c1d4e-8a50-4b8e-9f6e-2f2d5c3b1a00',
  email_from: 'ivan@shop.example',
  email_to: 'anna@mail.example',
  from: 'Иван & Ко',
  to: 'Анна <3',
  text: 'С днём рождения!\nТвой Иван 🎁',
  code: 'BIRTHDAY_26',
  comment: 'отдел «Кадры»',
  external_id: 'hr/42',
};

test('an order becomes a certificate: letter, gift page, callback, code, PDF and link', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  const codes = await world.pool(coffee, 1000, 3);

  const id = await shop.makeOrder({ product_id: coffee.id, ...order });
  assert.equal((await shop.getStatus(id))['status'], 'processing');
  assert.equal(await shop.getBalance(), 99_000);
  await world.settle();

  const { order_id: orderId, link, ...status } = await shop.getStatus(id);
  assert.deepEqual(status, {
    status: 'ok',
    id,
    product_id: coffee.id,
    face: 1000,
    balance: null,
    sum: 1000,
    expire_date: null,
    code: order.code,
    comment: order.comment,
    external_id: order.external_id,
    testmode: 0,
    delivery: [
      {
        channel: 'email',
        kind: 'certificate',
        to: 'a•••@mail.example',
        state: 'sent',
        at: '2026-11-21 12:00:00',
      },
    ],
  });
  assert.ok(Number.isInteger(orderId) && orderId !== id);

  const [letter, ...otherLetters] = world.mail.letters;
  assert.equal(otherLetters.length, 0);
  const letterText = letter?.text ?? '';
  for (const phrase of [order.from, order.to, 'Твой Иван 🎁', 'Кофейня «Зерно»', String(link)])
    assert.ok(letterText.includes(phrase), `the letter lacks «${phrase}»:\n${letterText}`);
  assert.ok(
    !`${letterText}${letter?.html}`.includes(codes[0]?.number ?? ''),
    'the code stays out of the letter',
  );
  assert.equal([letter?.to].flat()[0]?.text, order.email_to);

  const sealed = await fetch(String(link));
  assert.equal(sealed.status, 200);
  const sealedPage = await sealed.text();
  assert.ok(!codes.some(({ number, pin }) => sealedPage.includes(number) || sealedPage.includes(`>${pin}<`)));
  assert.equal(await readings(world), 0, 'a GET opens nothing');
  const opened = await fetch(String(link), { method: 'POST' });
  assert.equal(opened.headers.get('cache-control'), 'no-store');
  const openedPage = (await opened.text()).replaceAll(/<[^>]*>|\s/g, '');
  assert.ok(openedPage.includes(codes[0]?.number ?? '—') && openedPage.includes(codes[0]?.pin ?? '—'));
  assert.equal(await readings(world), 1);

  const [told, ...repeats] = shop.told(id);
  assert.deepEqual(repeats, []);
  assert.deepEqual(told, {
    ...told,
    status: 'ok',
    error: null,
    path: '/callback',
    data: {
      id: String(id),
      uuid: order.uuid,
      order_id: String(orderId),
      product_id: String(coffee.id),
      face: '1000',
      sum: '1000',
      code: order.code,
      comment: order.comment,
      external_id: order.external_id,
      gift_page_url: link,
    },
  });

  assert.deepEqual(await shop.getLinks(id), { download_url: link, exchange_url: null });
  const code = await shop.getCode(id);
  assert.deepEqual([code.code, code.pin, code.expire_date], [codes[0]?.number, codes[0]?.pin, null]);
  assert.equal((await shop.getCertificate(id)).subarray(0, 5).toString(), '%PDF-');
  assert.equal(await readings(world), 3, 'page, API and PDF are on record');
});

async function readings(world: TestWorld): Promise<number> {
  const { rowCount } = await world.home.db.query(`select from code_readings`);
  return rowCount ?? 0;
}

test('a JSON callback has numbers, null and unchanged Cyrillic text', async () => {
  await using world = await testWorld();
  const shop = await world.client({ callbackFormat: 'json' });
  const coffee = await world.product({ scheme: 'platform' });
  const id = await shop.makeOrder({ product_id: coffee.id, ...order, delivery_type: 'link' });
  await world.settle();
  const { order_id: orderId, link } = await shop.getStatus(id);
  assert.deepEqual(JSON.parse(shop.told(id)[0]?.body ?? ''), {
    status: 'ok',
    data: {
      id,
      uuid: order.uuid,
      order_id: orderId,
      product_id: coffee.id,
      face: 1000,
      sum: 1000,
      code: order.code,
      comment: order.comment,
      external_id: order.external_id,
      gift_page_url: link,
    },
  });
});

test("an order's own callback address is used, and without an address no callback is sent", async () => {
  await using world = await testWorld();
  const coffee = await world.product({ scheme: 'platform' });
  const quiet = await world.client({ callbackUrl: null });
  const own = `${world.callbacks.url}/own?order=7&x=я`;
  const told = await quiet.makeOrder({ product_id: coffee.id, face: 500, callback: own });
  const untold = await quiet.makeOrder({ product_id: coffee.id, face: 500 });
  await world.settle();
  assert.deepEqual(
    quiet.told(told).map(({ path }) => path),
    ['/callback/own?order=7&x=%D1%8F'],
  );
  assert.deepEqual(quiet.told(untold), []);
  assert.equal((await quiet.getStatus(untold))['status'], 'ok');
});

test('only e-mail orders with an address have a letter', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  const ask = { product_id: coffee.id, face: 500 };
  for (const delivery of ['link', 'download', 'code'])
    await shop.makeOrder({ ...ask, email_to: 'anna@mail.example', delivery_type: delivery });
  await shop.makeOrder(ask);
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
  await shop.makeOrder({ ...ask, email_to: 'anna@mail.example' });
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
});

test('the letters of a product have the code if it is so set', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const book = await world.product({ codeInLetter: true });
  const [code] = await world.pool(book, 500, 1);
  await shop.makeOrder({ product_id: book.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  const text = world.mail.letters[0]?.text?.replaceAll(/[^\S\n]/g, '') ?? '';
  assert.ok(text.includes(code?.number ?? '—') && text.includes(code?.pin ?? '—'), text);
});

test('an unreachable mail server is tried again', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  world.mail.refuseWith(451);
  await shop.makeOrder({ product_id: coffee.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
  world.mail.refuseWith(0);
  world.clock.forward('1 min');
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
});

test('a client cannot see the requests of another', async () => {
  await using world = await testWorld();
  const [one, other] = [await world.client(), await world.client()];
  const coffee = await world.product({ scheme: 'platform' });
  const id = await one.makeOrder({ product_id: coffee.id, face: 500 });
  await world.settle();
  assert.equal((await other.error('getStatus', { id })).code, 1201);
  for (const cmd of ['getCode', 'getLinks', 'getCertificate'])
    assert.equal((await other.error(cmd, { queue_id: id })).code, 1201);
});
