/** The page of an order: what happened to the second, addresses that were corrected, and the letter as its recipient saw it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { visitor, type Visitor } from '../support/pages-of.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const wrong = 'mila@recipents.example';
const right = 'mila@recipients.example';

describe('the page of an order', () => {
  let world: TestWorld;
  let owner: Visitor;
  let stranger: Visitor;
  let support: Visitor;
  let auditor: Visitor;
  let id: number;
  let withCode: number;
  let byLink: number;

  before(async () => {
    world = await testWorld();
    const [shop, other] = [await world.client({ name: 'Лавка' }), await world.client({ name: 'Ларёк' })];
    const made = await world.product({ scheme: 'platform', title: 'Листва' });
    const pooled = await world.product({ title: 'Пекарня', codeInLetter: true });
    await world.pool(pooled, 500, [{ number: '7700000000000017', pin: 'QZXW' }]);
    const named = { to: 'Мила', from: 'Ивановы', text: 'Обнимаем!', email_to: wrong };
    id = await shop.makeOrder({ product_id: made.id, face: 500, ...named });
    withCode = await shop.makeOrder({ product_id: pooled.id, face: 500, ...named });
    byLink = await shop.makeOrder({ product_id: made.id, face: 500, delivery_type: 'link' });
    await world.settle();
    [owner, stranger] = [
      await visitor(world, clientParty(shop.id), 'owner'),
      await visitor(world, clientParty(other.id), 'owner'),
    ];
    support = await visitor(world, operator, 'support');
    auditor = await visitor(world, operator, 'auditor');
    world.clock.forward('61 s');
    assert.equal((await owner.post(`/c/orders/${id}/resend`, { email: right })).statusCode, 303);
    world.clock.forward('9 s');
    await world.settle();
  });
  after(() => world[Symbol.asyncDispose]());

  test('what happened comes first, to the second', async () => {
    for (const [who, side] of [
      [owner, 'c'],
      [support, 'o'],
    ] as const) {
      const { body } = await who.get(`/${side}/orders/${id}`);
      const heads = [...body.matchAll(/<h2>([^<]+)/g)].map(([, head]) => head);
      assert.deepEqual(heads.slice(0, 3), ['What happened', 'About the order', 'What can be done']);
      const times = [...body.matchAll(/<li[^>]*><time [^>]+>[^<]+ (\d\d:\d\d:\d\d)</g)].map(
        ([, time]) => time,
      );
      assert.ok(new Set(times).size >= 3, `accepted, resent and sent are told apart: ${times.join(' ')}`);
    }
  });

  test('a corrected address is shown as such, with the one before', async () => {
    const { body } = await owner.get(`/c/orders/${id}`);
    assert.match(body, /<del>mila<wbr>@recipents\.example<\/del> → mila<wbr>@recipients\.example/);
    assert.match(body, /corrected <time /);
    assert.match(body, /Resend to another address requested/);
    assert.ok(body.includes(`${wrong} → ${right}`));
    assert.match((await support.get(`/o/orders/${id}`)).body, /<del>mila/);
    const plain = (await owner.get(`/c/orders/${withCode}`)).body;
    assert.doesNotMatch(plain, /<del>|corrected/);
  });

  test('whoever does not write to recipients sees neither address', async () => {
    const { body, statusCode } = await auditor.get(`/o/orders/${id}`);
    assert.equal(statusCode, 200);
    assert.ok(body.includes('<del>'));
    assert.doesNotMatch(body, /mila/);
    assert.doesNotMatch(body, /<iframe/);
    assert.equal((await auditor.get(`/o/orders/${id}/letter`)).statusCode, 404);
  });

  test('the letter is shown as it looks, in a frame where nothing runs, without link and code', async () => {
    for (const [who, side] of [
      [owner, 'c'],
      [support, 'o'],
    ] as const) {
      const page = await who.get(`/${side}/orders/${withCode}`);
      assert.match(page.body, new RegExp(`<iframe [^>]*src="/${side}/orders/${withCode}/letter\\?lang=en"`));
      assert.match(String(page.headers['content-security-policy']), /frame-src 'self'/);
      const letter = await who.get(`/${side}/orders/${withCode}/letter`);
      assert.equal(letter.statusCode, 200);
      assert.match(String(letter.headers['content-security-policy']), /default-src 'none';.* sandbox$/);
      assert.equal(letter.headers['x-frame-options'], 'SAMEORIGIN');
      for (const text of ['Мила', 'Ивановы', 'Обнимаем!', 'Пекарня', '••••'])
        assert.ok(letter.body.includes(text), text);
      assert.doesNotMatch(letter.body, /\/g\/[\w-]|77000|QZXW/);
    }
  });

  test('where no letter was sent, none is offered; of another client there is none', async () => {
    assert.doesNotMatch((await owner.get(`/c/orders/${byLink}`)).body, /<iframe/);
    const answers = await Promise.all([id, id + 1000].map((one) => stranger.get(`/c/orders/${one}/letter`)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404],
    );
    assert.equal(answers[0]?.body, answers[1]?.body);
  });
});
