import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clientParty, type Party } from '../../src/people/access/party.ts';
import { missesOfPerson } from '../../src/reports/code-search.ts';
import { addCaller, type Caller } from '../support/client-api-caller.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { newPerson, type TestPerson } from '../support/people-world.ts';

/** As somebody may call a party that wants more. */
const evil = '<img src=x onerror=alert(1)> Лес';

describe('the search of each side', () => {
  let o: OperatorWorld;
  let stranger: Caller;
  let strangersOrder = 0;
  let owner: TestPerson;
  let viewer: TestPerson;
  let manager: TestPerson;
  let cashier: TestPerson;

  before(async () => {
    o = await operatorWorld();
    const { world, shop, product } = o;
    stranger = await addCaller(world, { name: evil });
    await world.pool(product, 500, 3);
    const order = { product_id: product.id, face: 500, email_to: 'olga@recipients.example' };
    strangersOrder = Number((await stranger.ok('makeOrder', { ...order, uuid: 'theirs' }))['id']);
    await world.product({ title: 'Сертификат «Берёза»' });
    await world.settle();
    const supplier: Party = { side: 'supplier', partyId: product.supplierId };
    owner = await newPerson(world, clientParty(shop.id), 'owner');
    viewer = await newPerson(world, clientParty(stranger.id), 'viewer', { factor: false });
    manager = await newPerson(world, supplier, 'manager');
    cashier = await newPerson(world, supplier, 'cashier', { factor: false });
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const ask = (person: { cookie: string }, url: string, q: string) =>
    o.world.server.inject({
      method: 'POST',
      url,
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `facevalue-session=${person.cookie}`,
      },
      payload: new URLSearchParams({ q }).toString(),
    });
  const found = async (person: { cookie: string }, url: string, q: string): Promise<string> => {
    const { statusCode, body } = await ask(person, url, q);
    assert.equal(statusCode, 200, `${url}: ${q}`);
    return /<main[^]*<\/main>/.exec(body)?.[0] ?? body;
  };
  const of = (role: string): TestPerson => o.people.get(role) ?? assert.fail(role);

  const typed = (role: string, q: string) => found(of(role), '/o/find/typed', q);

  test('while somebody types, each role finds what it may see', async () => {
    for (const q of [String(o.issued), `№ ${o.issued}`]) {
      assert.match(await typed('support', q), new RegExp(`href="/o/orders/${o.issued}\\?lang=en"`), q);
      assert.doesNotMatch(await typed('catalogue', q), /\/o\/orders\//, q);
    }
    assert.match(await typed('support', 'подарки'), new RegExp(`/o/clients/${o.shop.id}\\?`));
    assert.doesNotMatch(await typed('catalogue', 'подарки'), /\/o\/clients\//);
    assert.match(await typed('catalogue', 'береза'), /Сертификат «Берёза»/);
    assert.doesNotMatch(await typed('finance', 'береза'), /Берёза/);
    assert.match(await typed('auditor', 'Анна'), /role="option"/);
    assert.match(await typed('support', 'callb'), /href="\/o\/callbacks\?lang=en"/);
    assert.doesNotMatch(await typed('catalogue', 'callb'), /role="option"/);
    assert.doesNotMatch(await typed('support', 'по'), /role="option"/, 'two letters find nothing');
  });

  test('at most eight hits are shown, and none is markup', async () => {
    for (let count = 0; count < 12; count += 1) await o.world.client({ name: `Кварцевая ${count}` });
    const many = await found(of('support'), '/o/find/typed', 'кварц');
    assert.equal(many.match(/role="option"/g)?.length, 8);
    for (const url of ['/o/find/typed', '/o/find']) {
      const body = await found(of('support'), url, 'onerror');
      assert.match(body, /&lt;img src=x onerror=alert\(1\)&gt; Лес/);
      assert.doesNotMatch(body, /<img/);
    }
  });

  test('a code is not looked for while somebody types it, and stands in no answer', async () => {
    const count = async () =>
      (await o.world.home.db.query(`select from audit where act = 'code.found'`)).rowCount ?? 0;
    const earlier = await count();
    const answer = await typed('support', o.code);
    assert.doesNotMatch(answer, /role="option"/);
    assert.ok(!answer.includes(o.code));
    assert.equal(await count(), earlier);
    assert.match(await found(of('support'), '/o/find', o.code), /The code is found/);
    assert.equal(await count(), earlier + 1);
  });

  test('names are found by the beginnings of words; by Enter also by any other part', async () => {
    assert.doesNotMatch(await found(of('support'), '/o/find/typed', 'варцева'), /Кварцевая/);
    assert.match(await found(of('support'), '/o/find', 'варцева'), /Кварцевая/);
    assert.match(await found(of('support'), '/o/find/typed', 'кварц 1'), /Кварцевая 1/);
  });

  test('the people of a client find its own orders, what is offered, and each other', async () => {
    for (const url of ['/c/find', '/c/find/typed']) {
      assert.match(await found(owner, url, String(o.issued)), new RegExp(`/c/orders/${o.issued}\\?`), url);
      assert.match(await found(owner, url, 'mila@recipients.example'), /\/c\/orders\//, url);
      assert.match(await found(owner, url, 'самов'), /\/c\/catalogue\?q=/, url);
      assert.match(await found(owner, url, 'Анна'), /href="\/team/, url);
      for (const q of [String(strangersOrder), 'theirs', 'olga@recipients.example'])
        assert.doesNotMatch(await found(owner, url, q), /\/c\/orders\/\d/, `${url}: ${q}`);
      assert.doesNotMatch(await found(viewer, url, 'mila@recipients.example'), /\/c\/orders\/\d/, url);
      assert.doesNotMatch(await found(owner, url, 'подарки'), /\/o\/|clients/, url);
      assert.doesNotMatch(await found(owner, url, manager.email), /href="\/team/, url);
    }
    assert.match(await found(owner, '/c/find', 'one'), /\/c\/orders\//);
  });

  test('whoever may see the codes of a client finds its order by the code, which is audited and not shown', async () => {
    const body = await found(owner, '/c/find', o.code);
    assert.match(body, new RegExp(`Order with this code[^]*/c/orders/${o.issued}\\?`));
    assert.ok(!body.includes(o.code), 'the page shows the code');
    assert.doesNotMatch(await found(owner, '/c/find/typed', o.code), /role="option"/);
    const others = [
      viewer,
      await newPerson(o.world, clientParty(stranger.id), 'owner'),
      await newPerson(o.world, clientParty(o.shop.id), 'developer'),
    ];
    for (const person of others)
      assert.doesNotMatch(await found(person, '/c/find', o.code), /class="card"><h2>Order/);
    const { rows } = await o.world.home.db.query<{ partyId: number; about: string }>(
      `select party_id as "partyId", about from audit where act = 'order.code-found'`,
    );
    assert.deepEqual(rows, [{ partyId: o.shop.id, about: `request ${o.issued}` }]);
  });

  test('nobody of a client tries numbers until one is a code', async () => {
    const guesser = await newPerson(o.world, clientParty(o.shop.id), 'owner');
    for (let tries = 0; tries < missesOfPerson.tries; tries += 1)
      await found(guesser, '/c/find', `GUESS-${tries}`);
    assert.doesNotMatch(await found(guesser, '/c/find', o.code), /Order with this code/);
    assert.match(await found(guesser, '/c/find', String(o.issued)), /\/c\/orders\//);
    o.world.clock.forward(`${missesOfPerson.windowSeconds} s`);
    assert.match(await found(guesser, '/c/find', o.code), /Order with this code/);
  });

  test('the people of a supplier find its products and each other, and no order', async () => {
    for (const url of ['/s/find', '/s/find/typed']) {
      assert.match(await found(manager, url, 'самов'), /Самовар/, url);
      assert.doesNotMatch(await found(manager, url, 'береза'), /Берёза/, url);
      assert.match(await found(manager, url, 'Анна'), /href="\/team/, url);
      for (const q of [String(o.issued), 'mila@recipients.example', 'подарки', o.code])
        assert.doesNotMatch(await found(manager, url, q), /<a |class="card"/, `${url}: ${q}`);
    }
    assert.equal((await ask(cashier, '/s/find/typed', 'самов')).statusCode, 404);
    assert.equal((await ask(manager, '/o/find/typed', 'самов')).statusCode, 404);
    assert.equal((await ask(owner, '/s/find', 'самов')).statusCode, 404);
  });

  test('nothing typed is told; too much typed waits, and Enter goes on', async () => {
    assert.equal((await ask(owner, '/c/find', ' ')).statusCode, 422);
    const body = async () => found(viewer, '/c/find/typed', 'самов');
    let tries = 0;
    while (/Самовар/.test(await body())) {
      tries += 1;
      assert.ok(tries < 400, 'there is no limit');
    }
    assert.match(await body(), /Too many searches/);
    assert.match(await found(viewer, '/c/find', 'самов'), /Самовар/);
    assert.match(await found(owner, '/c/find/typed', 'самов'), /Самовар/);
    o.world.clock.forward('3 min');
    assert.match(await body(), /Самовар/);
  });
});
