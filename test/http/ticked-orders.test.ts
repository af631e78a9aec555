/** Orders and callbacks that are ticked in a list are acted on together, after a look at which. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { bulkOf, csvSheet, upload } from '../support/bulk-world.ts';
import { questionIn } from '../support/say-yes.ts';
import { visitor, type Visitor } from '../support/pages-of.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const ticks = (...orders: [TestClient, number][]): [string, string][] =>
  orders.map(([client, id]) => ['item', `${client.id}.${id}`]);
const bulks = (...ids: number[]): [string, string][] => ids.map((id) => ['bulk', String(id)]);
const statusOf = async (client: TestClient, id: number) => (await client.getStatus(id))['status'];

const besideIn = async (who: Visitor, url: string): Promise<(string | undefined)[]> => {
  const { body } = await who.get(url);
  return ['prev', 'next'].map((rel) => new RegExp(`rel="${rel}" href="/./callbacks/(\\d+)`).exec(body)?.[1]);
};

describe('ticked orders', () => {
  let world: TestWorld;
  let shop: TestClient;
  let other: TestClient;
  let made: TestProduct;
  let pooled: TestProduct;
  let owner: Visitor;
  let support: Visitor;

  before(async () => {
    world = await testWorld();
    shop = await world.client({ name: 'Лавка', delayedMode: true });
    other = await world.client({ name: 'Ларёк', delayedMode: true });
    made = await world.product({ scheme: 'platform' });
    pooled = await world.product();
    owner = await visitor(world, clientParty(shop.id), 'owner');
    support = await visitor(world, operator, 'support');
  });
  after(async () => {
    await world.settle();
    await world[Symbol.asyncDispose]();
  });

  const send = (who: Visitor, url: string, fields: [string, string][]) =>
    world.server.inject({
      method: 'POST',
      url,
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        'sec-fetch-site': 'same-origin',
        cookie: `facevalue-session=${who.person.cookie}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    });
  /** Says yes to what was asked. */
  const agree = (who: Visitor, url: string, body: string) =>
    send(who, url, Object.entries(questionIn(body)?.fields ?? assert.fail('nothing is asked')));
  const waiting = (client: TestClient): Promise<number> =>
    client.makeOrder({ product_id: pooled.id, face: 500, email_to: 'mila@recipients.example' });
  const issued = async (client: TestClient): Promise<number> => {
    const id = await client.makeOrder({ product_id: made.id, face: 500, email_to: 'ira@recipients.example' });
    await world.settle();
    return id;
  };

  test('those that wait are cancelled once, after it was said which, and with what sum', async () => {
    const [one, two, foreign] = [await waiting(shop), await waiting(shop), await waiting(other)];
    const done = await issued(shop);
    const list = (await owner.get('/c/orders?kind=real')).body;
    for (const id of [one, two, done]) assert.ok(list.includes(`value="${shop.id}.${id}"`));
    const path = '/c/orders/ticked/cancel';
    const fields: [string, string][] = [
      ...ticks([shop, one], [shop, two], [shop, done], [other, foreign]),
      ['kind', 'real'],
    ];
    const asked = await send(owner, path, fields);
    assert.equal(asked.statusCode, 200);
    const text = asked.body.replaceAll(/<[^>]+>|\s+/g, ' ');
    assert.match(text, /Cancel orders: 2\?/);
    assert.match(text, new RegExp(`Orders +${one}, ${two} `));
    assert.match(text, /Back on the balance +1,000 ₽/);
    assert.match(text, new RegExp(`not waiting any more +${done} `));
    assert.equal(await statusOf(shop, one), 'delayed', 'nothing is done yet');
    const balance = await shop.getBalance();
    const answers = await Promise.all([agree(owner, path, asked.body), agree(owner, path, asked.body)]);
    for (const { statusCode, headers } of answers) {
      assert.equal(statusCode, 303);
      assert.match(String(headers.location), /^\/c\/orders\?kind=real/);
    }
    assert.deepEqual(await Promise.all([one, two].map((id) => statusOf(shop, id))), ['error', 'error']);
    assert.equal(await statusOf(other, foreign), 'delayed');
    assert.equal(await shop.getBalance(), balance + 1000);
    assert.match((await owner.get('/c/orders')).body, /Cancelled: 2\./);
  });

  test('nothing ticked, or nothing that fits, is said and does nothing', async () => {
    const id = await issued(shop);
    for (const [fields, said] of [
      [[], /Tick rows first/],
      [ticks([shop, id]), /nothing to cancel/],
      [
        [
          ['item', 'x'],
          ['item', '1.'],
          ['item', `${shop.id}.999999999999999`],
        ],
        /nothing to cancel|Tick rows first/,
      ],
    ] as const) {
      const answer = await send(owner, '/c/orders/ticked/cancel', [...fields] as [string, string][]);
      assert.equal(answer.statusCode, 303);
      assert.match((await owner.get('/c/orders')).body, said);
    }
    const viewer = await visitor(world, clientParty(shop.id), 'viewer');
    assert.doesNotMatch((await viewer.get('/c/orders')).body, /name="item"/);
    assert.equal((await send(viewer, '/c/orders/ticked/cancel', ticks([shop, id]))).statusCode, 404);
  });

  test('the operator sends certificates of several clients again; what can’t be sent is named', async () => {
    const [one, two] = [await issued(shop), await issued(other)];
    const path = '/o/orders/ticked/resend';
    const asked = await send(support, path, ticks([shop, one], [other, two]));
    const sent = world.mail.letters.length;
    await agree(support, path, asked.body);
    assert.match((await support.get('/o/orders')).body, /Being sent again: 2\./);
    await world.settle();
    assert.equal(world.mail.letters.length, sent + 2);
    const again = await send(support, path, ticks([shop, one]));
    await agree(support, path, again.body);
    assert.match(
      (await support.get('/o/orders')).body,
      new RegExp(`again: 0\\. ${one}: It is being sent already`),
    );
  });

  test('they are taken as a workbook, which names the clients of several', async () => {
    const [one, two, foreign] = [await issued(shop), await issued(shop), await issued(other)];
    const rowsIn = async (who: Visitor, path: string, fields: [string, string][]) => {
      const answer = await send(who, path, fields);
      assert.equal(answer.statusCode, 200, answer.body);
      const { sheets } = await readXlsx(answer.rawPayload);
      return (sheets[0]?.rows ?? []).map((cells) => cells.map(String));
    };
    const ofOwner = await rowsIn(
      owner,
      '/c/orders/ticked/file',
      ticks([shop, one], [shop, two], [other, foreign]),
    );
    assert.deepEqual(
      ofOwner.map(([request]) => request),
      ['Request', String(two), String(one)],
      'no order of others',
    );
    const finance = await visitor(world, operator, 'finance');
    const ofAll = await rowsIn(finance, '/o/orders/ticked/file', ticks([shop, one], [other, foreign]));
    assert.deepEqual(
      ofAll.map((cells) => [cells[0], cells.at(-1)]),
      [
        ['Request', 'Client'],
        [String(one), 'Лавка'],
        [String(foreign), 'Ларёк'],
      ],
    );
    for (const client of [shop, other]) {
      const { rows } = await world.home.db.query<{ after: string }>(
        `select after from audit where side = 'client' and party_id = $1 and act = 'orders.exported' order by seq desc limit 1`,
        [client.id],
      );
      assert.match(JSON.stringify(rows), new RegExp(String(client === shop ? one : foreign)));
    }
    assert.equal((await send(support, '/o/orders/ticked/file', ticks([shop, one]))).statusCode, 404);
    assert.equal((await send(owner, '/c/orders/ticked/file', [])).statusCode, 303);
  });

  test('the operator takes all orders of a client, by the filters of the list', async () => {
    const id = await issued(shop);
    const finance = await visitor(world, operator, 'finance');
    const list = `/o/orders?client=${shop.id}&state=issued`;
    assert.match((await finance.get(list)).body, /action="\/o\/orders\/file/);
    assert.doesNotMatch((await finance.get('/o/orders')).body, /action="\/o\/orders\/file/);
    const fields: [string, string][] = [
      ['client', String(shop.id)],
      ['state', 'issued'],
      ['format', 'csv'],
    ];
    const file = await send(finance, '/o/orders/file', fields);
    assert.match(file.body, new RegExp(`^${id};`, 'm'));
    assert.doesNotMatch(file.body, /waits for codes/);
    assert.equal((await send(finance, '/o/orders/file', [['format', 'csv']])).statusCode, 404);
  });

  test('bulk orders that are ticked are cancelled together, and those that have ended are left', async () => {
    const sheet = csvSheet(['product_id', 'face', 'email_to'], [[made.id, 500, 'mila@recipients.example']]);
    const [one, two, ended] = [
      await upload(world, shop.id, sheet),
      await upload(world, shop.id, sheet),
      await upload(world, shop.id, sheet),
    ];
    const path = '/c/bulk/ticked/cancel';
    await agree(owner, path, (await send(owner, path, bulks(ended))).body);
    const list = (await owner.get('/c/bulk')).body;
    assert.ok(list.includes(`name="bulk" value="${one}"`));
    assert.ok(!list.includes(`name="bulk" value="${ended}"`));
    const asked = await send(owner, path, bulks(one, two, ended));
    assert.match(asked.body, /Cancel bulk orders: 2\?/);
    assert.equal((await bulkOf(world, shop.id, one)).state, 'preview', 'nothing is done yet');
    await agree(owner, path, asked.body);
    for (const id of [one, two]) assert.equal((await bulkOf(world, shop.id, id)).state, 'cancelled');
    assert.equal((await send(owner, path, [])).statusCode, 303);
    assert.match((await owner.get('/c/bulk')).body, /nothing to cancel/);
  });

  test('callbacks are sent again together, and one leads to those beside it', async () => {
    const ids = [await issued(shop), await issued(shop), await issued(shop)];
    const give = async (id: number): Promise<void> => {
      await world
        .cellOf(shop)
        .db.query(
          `update callbacks set state = 'abandoned', ended_at = $2, last_status = 500, last_problem = '' where request_id = $1`,
          [id, world.clock.now()],
        );
      world.clock.forward('1 min');
    };
    for (const id of ids) await give(id);
    const [first = 0, second = 0, third = 0] = ids;
    const both = [String(third), String(first)];
    assert.deepEqual(await besideIn(owner, `/c/callbacks/${second}?which=failed`), both);
    assert.deepEqual(await besideIn(owner, `/c/callbacks/${second}`), both);
    assert.deepEqual(await besideIn(support, `/o/callbacks/${second}?which=failed&client=${shop.id}`), both);
    assert.deepEqual(await besideIn(owner, `/c/callbacks/${third}?which=failed`), [
      undefined,
      String(second),
    ]);

    for (const [who, path] of [
      [owner, '/c/callbacks/ticked/replay'],
      [support, '/o/callbacks/ticked/replay'],
    ] as const) {
      const told = ids.map((id) => shop.told(id).length);
      const asked = await send(who, path, ticks([shop, first], [shop, third]));
      assert.match(asked.body, /Send callbacks again: 2\?/);
      assert.equal((await agree(who, path, asked.body)).statusCode, 303);
      await world.settle();
      assert.deepEqual(
        ids.map((id, nth) => shop.told(id).length - (told[nth] ?? 0)),
        [1, 0, 1],
      );
    }
  });
});
