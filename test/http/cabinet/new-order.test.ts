/** A new order on a page: products by picture and filters, several recipients at once, those of earlier orders, one more like this. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addCategory } from '../../../src/catalog/set-category.ts';
import { writeBulkAloneTo } from '../../../src/people/approvals/bulk-alone-to.ts';
import { clientParty } from '../../../src/people/access/party.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import type { TestProduct } from '../../support/arrange.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const path = '/c/orders/new';

describe('a new order on a page', () => {
  let world: TestWorld;
  let shop: TestClient;
  let other: TestClient;
  let owner: Visitor;
  let made: TestProduct;
  let pooled: TestProduct;

  before(async () => {
    world = await testWorld();
    shop = await world.client({ name: 'Лавка' });
    other = await world.client({ name: 'Ларёк' });
    await addCategory(world.ctx.db, 7, { title: 'Еда', titleEn: 'Food' });
    await addCategory(world.ctx.db, 8, { title: 'Книги', titleEn: 'Books' });
    made = await world.product({ scheme: 'platform', title: 'Листва', categories: [7] });
    pooled = await world.product({ title: 'Пекарня', categories: [7], facesRoubles: [700, 900] });
    await world.pool(pooled, 700, 2);
    await world.product({ title: 'Чернила', categories: [8], facesRoubles: [700] });
    await world.settle();
    owner = await visitor(world, clientParty(shop.id), 'owner');
  });
  after(async () => {
    await world.settle();
    await world[Symbol.asyncDispose]();
  });

  const titlesOn = async (url: string): Promise<string[]> => {
    const { body } = await owner.get(url);
    return [...body.matchAll(/<li>(?:<span class="picture">|<img)[^]*?<h2>([^<]+)/g)].map(
      ([, title]) => title ?? '',
    );
  };
  const ordersOf = async (
    client: TestClient,
  ): Promise<{ email_to: string; to_phone: string; recipient_name: string; delivery_type: string }[]> => {
    const { rows } = await world
      .cellOf(client)
      .db.query<{ email_to: string; to_phone: string; recipient_name: string; delivery_type: string }>(
        `select email_to, to_phone, recipient_name, delivery_type from requests where client_id = $1 order by recipient_name, email_to, id`,
        [client.id],
      );
    return rows;
  };
  const form = (fields: Record<string, string>): Record<string, string> => ({
    product_id: String(made.id),
    face: '500',
    delivery_type: 'email',
    uuid: 'form-1',
    step: 'place',
    ...fields,
  });

  test('the catalogue is narrowed by category, face and availability', async () => {
    assert.deepEqual(await titlesOn('/c/catalogue'), ['Листва', 'Пекарня', 'Чернила']);
    assert.deepEqual(await titlesOn('/c/catalogue?category=7'), ['Листва', 'Пекарня']);
    assert.deepEqual(await titlesOn('/c/catalogue?face=700'), ['Пекарня', 'Чернила']);
    assert.deepEqual(await titlesOn('/c/catalogue?there=1'), ['Листва', 'Пекарня']);
    assert.deepEqual(await titlesOn('/c/catalogue?face=900&there=1'), [], 'offered, but sold out');
    assert.deepEqual(await titlesOn('/c/catalogue?category=7&face=700&there=1&q=пек'), ['Пекарня']);
    assert.match((await owner.get('/c/catalogue?category=8')).body, /Category: Books/);
    for (const value of ['x', '-1', '0', '9'.repeat(30), '%00'])
      for (const name of ['category', 'face', 'there'])
        assert.equal((await owner.get(`/c/catalogue?${name}=${value}`)).statusCode, 200, `${name}=${value}`);
  });

  test('a product is chosen by picture, with its face; what cannot be ordered is not offered', async () => {
    assert.deepEqual(await titlesOn(path), ['Листва', 'Пекарня']);
    assert.deepEqual(await titlesOn(`${path}?face=1000`), ['Листва']);
    const { body } = await owner.get(path);
    assert.ok(body.includes(`/c/orders/new?product=${pooled.id}&amp;face=700&amp;lang=en`));
    const chosen = (await owner.get(`${path}?product=${made.id}&face=1000`)).body;
    assert.match(chosen, /<option value="1000" selected>/);
  });

  test('several recipients get an order each, however often the form is sent', async () => {
    const fields = form({
      to: 'Мила',
      email_to: 'mila@recipients.example',
      others: 'ira@recipients.example Ира\n8 (912) 345-67-89 Олег',
    });
    const shown = await owner.send(path, { ...fields, step: 'check' });
    assert.equal(shown.statusCode, 200);
    assert.match(shown.body, /3.recipients/);
    assert.match(shown.body.replaceAll(/\s/g, ' '), /1,500 ₽/);
    assert.deepEqual(await ordersOf(shop), [], 'nothing is ordered before it was shown');
    const answers = await Promise.all([owner.send(path, fields), owner.send(path, fields)]);
    answers.push(await owner.send(path, fields));
    for (const { statusCode, headers } of answers) {
      assert.equal(statusCode, 303);
      assert.match(String(headers.location), /^\/c\/orders\?/);
    }
    assert.deepEqual(
      (await ordersOf(shop)).map((one) => [
        one.recipient_name,
        one.email_to,
        one.to_phone,
        one.delivery_type,
      ]),
      [
        ['Ира', 'ira@recipients.example', '', 'email'],
        ['Мила', 'mila@recipients.example', '', 'email'],
        ['Олег', '', '79123456789', 'sms'],
      ],
    );
    const { rows } = await world
      .cellOf(shop)
      .db.query(`select distinct xmin::text from requests where client_id = $1`, [shop.id]);
    assert.equal(rows.length, 1, 'in one transaction');
    assert.match((await owner.get('/c/orders')).body, /Accepted: 3.orders/);
  });

  test('the letter is shown as it looks before anything is ordered, in a frame where nothing runs', async () => {
    const orders = (await ordersOf(shop)).length;
    const fields = form({
      uuid: 'form-7',
      to: 'Мила',
      email_to: 'mila@recipients.example',
      text: 'Обнимаем!',
    });
    const shown = await owner.send(path, { ...fields, step: 'check' });
    assert.match(
      shown.body,
      /<form method="post" action="\/c\/orders\/new\/letter\?lang=en" target="letter">/,
    );
    assert.match(String(shown.headers['content-security-policy']), /frame-src 'self'/);
    const letter = await owner.send(`${path}/letter`, fields);
    assert.equal(letter.statusCode, 200);
    assert.match(String(letter.headers['content-security-policy']), /default-src 'none';.* sandbox$/);
    for (const text of ['<!doctype html>', 'Мила', 'Обнимаем!', 'Листва'])
      assert.ok(letter.body.includes(text), text);
    assert.equal((await owner.send(`${path}/letter`, { ...fields, email_to: '' })).statusCode, 404);
    assert.equal((await owner.send(`${path}/letter`, { ...fields, product_id: '1' })).statusCode, 404);
    assert.equal((await ordersOf(shop)).length, orders);
  });

  test('recipients of earlier orders are ticked; those of other clients are not', async () => {
    const page = (await owner.get(`${path}?product=${made.id}`)).body;
    const offered = [...page.matchAll(/name="again" value="(\d+)"[^>]*> <span>([^<]+)/g)];
    assert.deepEqual(
      offered.map(([, , who = '']) => who).toSorted((one, next) => one.localeCompare(next, 'ru')),
      ['Ира, ira@recipients.example', 'Мила, mila@recipients.example', 'Олег, 79123456789'],
    );
    const foreign = await other.makeOrder({
      product_id: made.id,
      face: 500,
      email_to: 'foreign@recipients.example',
    });
    const [oleg, ira] = ['Олег', 'Ира'].map(
      (name) => offered.find(([, , who]) => who?.startsWith(name))?.[1],
    );
    const fields = form({ uuid: 'form-2', again: [oleg, ira, String(foreign)].join(',') });
    const shown = await owner.send(path, { ...fields, step: 'check' });
    assert.match(shown.body, /2.recipients/);
    assert.doesNotMatch(shown.body, /foreign@/);
    assert.equal((await owner.send(path, fields)).statusCode, 303);
    const names = (await ordersOf(shop)).map(({ recipient_name: name }) => name);
    assert.deepEqual(names, ['Ира', 'Ира', 'Мила', 'Олег', 'Олег']);
  });

  test('who has no address, is named twice or is one too many is said at the field, and nothing is ordered', async () => {
    const orders = (await ordersOf(shop)).length;
    const wrong: [string, RegExp][] = [
      ['ira@recipients.example\nИра', /“Ира”: an e-mail or a phone is needed/],
      ['mila@recipients.example', /mila@recipients\.example is named twice/],
      ['ira@recipients', /ira@recipients: There is no such e-mail/],
      [
        Array.from({ length: 20 }, (_one, index) => `r${index}@recipients.example`).join('\n'),
        /more than 20/,
      ],
    ];
    for (const [others, said] of wrong)
      for (const step of ['check', 'place']) {
        const fields = form({ uuid: 'form-3', email_to: 'mila@recipients.example', others, step });
        const answer = await owner.send(path, fields);
        assert.equal(answer.statusCode, 422, others);
        assert.match(answer.body, said);
        assert.match(answer.body, /id="others-error"/);
      }
    assert.equal((await ordersOf(shop)).length, orders);
  });

  test('what stops one order stops those after it, and says how many there are; sent again, only these are placed', async () => {
    const kiosk = await world.client({ name: 'Палатка', balanceRoubles: 700 });
    const theirs = await visitor(world, clientParty(kiosk.id), 'owner');
    const fields = form({ uuid: 'form-4', others: 'a@recipients.example\nb@recipients.example' });
    assert.equal((await theirs.send(path, fields)).statusCode, 303);
    assert.match(
      (await theirs.get('/c/orders')).body,
      /Accepted: 1 of 2 orders\. Stopped at b•••@recipients\.example: Insufficient balance/,
    );
    await world.pay(kiosk, 500);
    assert.equal((await theirs.send(path, fields)).statusCode, 303);
    assert.deepEqual(
      (await ordersOf(kiosk)).map(({ email_to: email }) => email),
      ['a@recipients.example', 'b@recipients.example'],
    );
  });

  test('whoever goes back and adds recipients, or corrects a name, orders for nobody twice', async () => {
    const known = (await ordersOf(shop)).length;
    const vera = { uuid: 'form-8', to: 'Вера', email_to: 'vera@recipients.example' };
    const gleb = 'Глеб gleb@recipients.example';
    const dina = 'Дина dina@recipients.example';
    await owner.send(path, form(vera));
    await owner.send(path, form({ ...vera, others: gleb }));
    await owner.send(path, form({ ...vera, others: `gleb@recipients.example Глеб Ильич\n${dina}` }));
    assert.equal(
      (await ordersOf(shop)).length,
      known + 2,
      'what was ordered for another name stops the rest',
    );
    await owner.send(path, form({ uuid: 'form-8', others: `${gleb}\n${dina}` }));
    assert.equal((await ordersOf(shop)).length, known + 3);
  });

  test('for several at once one person spends no more than by a bulk order', async () => {
    await transaction(world.cellOf(shop).db, (tx) => writeBulkAloneTo(tx, shop.id, 60_000));
    const orders = (await ordersOf(shop)).length;
    const others = 'a@recipients.example\nb@recipients.example';
    for (const step of ['check', 'place']) {
      const answer = await owner.send(path, form({ uuid: 'form-5', others, step }));
      assert.equal(answer.statusCode, 422);
      assert.match(answer.body, /which a second person confirms/);
    }
    assert.equal((await ordersOf(shop)).length, orders);
    const free = form({ uuid: 'form-6', others, testmode: 'yes' });
    assert.equal((await owner.send(path, free)).statusCode, 303, 'tests cost nothing');
    await transaction(world.cellOf(shop).db, (tx) => writeBulkAloneTo(tx, shop.id, null));
  });

  test('one more like this has all of it but recipient, time and own number', async () => {
    const id = await shop.makeOrder({
      product_id: made.id,
      face: 1000,
      to: 'Мила',
      email_to: 'mila@recipients.example',
      from: 'Отдел подарков',
      text: 'С праздником!',
      code: 'HR_2',
      external_id: 'shop-9',
      delivery_type: 'link',
    });
    assert.match(
      (await owner.get(`/c/orders/${id}`)).body,
      new RegExp(`/c/orders/new\\?like=${id}&amp;lang=en`),
    );
    const { body } = await owner.get(`${path}?like=${id}`);
    for (const kept of [
      'value="1000" selected',
      'value="link" selected',
      'Отдел подарков',
      'С праздником!',
      'HR_2',
    ])
      assert.ok(body.includes(kept), kept);
    assert.doesNotMatch(body, /shop-9|id="email_to"[^>]*value/);
    const foreign = await other.makeOrder({ product_id: made.id, face: 500, text: 'Чужое' });
    assert.doesNotMatch((await owner.get(`${path}?like=${foreign}`)).body, /Чужое/);
  });
});
