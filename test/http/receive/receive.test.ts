import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giftEventsWritten } from '../../../src/certificates/gift-events.ts';
import {
  createReceiptJudge,
  wrongOfAll,
  wrongOfNetwork,
  wrongOfPhone,
} from '../../../src/messaging/texts/judge-receipt.ts';
import { openReceipt } from '../../support/open-receipt.ts';
import { startSmppPeer } from '../../../simulators/sms/smpp-peer.ts';
import { createTextInbox, wordsOf } from '../../../simulators/sms/text-inbox.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = '79123456789';

/** An order whose code for later receipt was sent to a phone. */
async function sentByText(world: TestWorld, to = phone) {
  const client = await world.client();
  const product = await world.product({ validity: { is: 'days', days: 20 } });
  await world.pool(product, 500, 1);
  const requestId = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  const receipt = {
    clientId: client.id,
    requestId,
    round: 1,
    phone: to,
    salt: 7,
    certificateExpiresAt: new Date('2026-12-11T20:59:59Z'),
  };
  const opened = await openReceipt(world, receipt);
  assert.ok(opened);
  return { client, requestId, receipt, code: opened.code };
}

const wrongOf = (code: string, by = 1): string => String((Number(code) + by) % 1e12).padStart(12, '0');

async function type(world: TestWorld, fields: Record<string, string>, query = '') {
  const response = await fetch(`${world.baseUrl}/receive${query}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

test('the code leads to the gift page for any notation of the phone', async () => {
  await using world = await testWorld();
  const { client, requestId, code } = await sentByText(world);
  const { download_url: link } = await client.getLinks(requestId);
  for (const [written, between] of [
    ['+7 (912) 345-67-89', ' '],
    ['89123456789', '\u2011'],
    ['9123456789', '.'],
    ['\u202A+7 912 345\u201167\u201189\u202C', '\u00A0'],
    ['tel:+79123456789', '\u200B'],
  ] as const) {
    const typed = { phone: written, code: code.replaceAll(/.{4}/g, `$&${between}`) };
    const received = await type(world, typed, '?lang=en');
    assert.equal(received.status, 303);
    assert.equal(new URL(String(received.headers.get('location')), world.baseUrl).href, `${link}?lang=en`);
    assert.equal(received.headers.get('cache-control'), 'no-store');
    assert.equal(received.headers.get('referrer-policy'), 'no-referrer');
  }
  const { db } = world.cellOf(client);
  await giftEventsWritten(db);
  const { rows } = await db.query(`select kind, times from gift_events where request_id = $1`, [requestId]);
  assert.deepEqual(rows, [{ kind: 'received', times: 5 }]);
});

test('the table has neither the code nor the phone', async () => {
  await using world = await testWorld();
  const { client, code } = await sentByText(world);
  const { rows } = await world
    .cellOf(client)
    .db.query<{ text: string }>(`select receipt_codes::text as text from receipt_codes`);
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.text.includes(code) && !rows[0]?.text.includes(phone));
});

test('a wrong code, an unknown phone and an expired code get the same answer', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const answers = [await type(world, { phone, code: wrongOf(code) })];
  answers.push(await type(world, { phone: '79000000000', code }));
  // The certificate's 20 days end before the code's 30.
  world.clock.forward('21 d');
  answers.push(await type(world, { phone, code }));
  for (const { status, body } of answers) {
    assert.equal(status, 422);
    assert.equal(body.replace('79000000000', phone), answers[0]?.body);
    assert.ok(!body.includes(code));
  }
});

/** A judge as in a process of its own. */
function judgeOf(world: TestWorld) {
  const judge = createReceiptJudge(world.ctx);
  return {
    ask: async (code: string, { to = phone, address = '203.0.113.7' } = {}) => {
      const judged = await judge({ phone: to, code, address }, world.clock.now());
      return judged.is === 'refused' ? 'refused' : judged.verdict.is;
    },
  };
}

test('of 1,000 concurrent wrong codes over two processes, five are checked', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const [one, other] = [judgeOf(world), judgeOf(world)];
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => (index % 2 ? one : other).ask(wrongOf(code, index + 1))),
  );
  assert.equal(answers.filter((answer) => answer === 'wrong').length, wrongOfPhone.tries);
  assert.equal(answers.filter((answer) => answer === 'refused').length, 1000 - wrongOfPhone.tries);
});

test('wrong attempts block a code only for their own network', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const { ask } = judgeOf(world);
  // A /64 of IPv6 is one network, whichever of its addresses is used.
  const networks = ['198.51.100.', '2001:db8:1:2::'];
  for (const network of networks) {
    for (let tried = 1; tried <= wrongOfPhone.tries + 1; tried += 1) {
      const answer = await ask(wrongOf(code, tried), {
        address: network.endsWith('.') ? `${network}1` : `${network}${tried}`,
      });
      assert.equal(answer, tried <= wrongOfPhone.tries ? 'wrong' : 'refused');
    }
  }
  assert.equal(await ask(code, { address: '2001:db8:1:2::ffff' }), 'refused');
  assert.equal(await ask(code, { address: '2001:db8:1:3::1' }), 'right');
  assert.equal(await ask(code), 'right');
  world.clock.forward('15 min');
  assert.equal(await ask(code, { address: '198.51.100.1' }), 'right');
});

test('right codes are not counted as attempts, also if concurrent', async () => {
  await using world = await testWorld();
  const mine = await sentByText(world);
  const { ask } = judgeOf(world);
  for (let tried = 1; tried < wrongOfPhone.tries; tried += 1)
    assert.equal(await ask(wrongOf(mine.code, tried)), 'wrong');
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(mine.code)));
  assert.deepEqual(new Set(answers), new Set(['right']));
  assert.equal(await ask(wrongOf(mine.code)), 'wrong');
  assert.equal(await ask(mine.code), 'refused');
});

test('a network may try few phones only, and attempts from many networks are reported', async () => {
  await using world = await testWorld({ FACEVALUE_OPERATOR_MAIL: 'operator@facevalue.example' });
  const [{ ask }, other] = [judgeOf(world), judgeOf(world)];
  const wrong = '000000000000';
  let judged = 0;
  for (let index = 0; index < wrongOfNetwork.tries + 5; index += 1) {
    if ((await ask(wrong, { to: `790000${10_000 + index}` })) === 'wrong') judged += 1;
  }
  assert.equal(judged, wrongOfNetwork.tries);
  assert.deepEqual((await world.home.db.query(`select from guess_alarms`)).rows.length, 0);
  for (let index = judged; index <= wrongOfAll.tries; index += 1) {
    await ask(wrong, { to: `790000${20_000 + index}`, address: `10.0.${index >> 8}.${index & 255}` });
  }
  for (const [index, one] of [ask, other.ask].entries()) await one(wrong, { to: `790000${30_000 + index}` });
  assert.equal((await world.home.db.query(`select from guess_alarms`)).rows.length, 1);
  const metric = await world.ctx.metrics.receiptCodesWrongTotal.get();
  assert.ok((metric.values[0]?.value ?? 0) > wrongOfAll.tries);
  world.clock.forward('2 min');
  await world.settle();
  const letters = world.mail.letters.map(({ subject }) => subject);
  assert.deepEqual(letters, ['Кто-то подбирает коды получения: 1']);
});

const howMany = (answers: { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

test('too many attempts for a phone are delayed, whether it has a code or not', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const mass = (to: string) =>
    Promise.all(Array.from({ length: 15 }, () => type(world, { phone: to, code: wrongOf(code) })));
  const [known, unknown] = [await mass(phone), await mass('79000000000')];
  for (const answers of [known, unknown]) {
    assert.equal(howMany(answers, 422), 5);
    assert.equal(howMany(answers, 429), 10);
  }
  assert.match(String(known.find(({ status }) => status === 429)?.headers.get('retry-after')), /^\d+$/);
});

test('each message has a new code for its own phone only', async () => {
  await using world = await testWorld();
  const { receipt, code } = await sentByText(world);
  const { ask } = judgeOf(world);
  // Repeating the same round, as after a crash, changes nothing.
  assert.equal((await openReceipt(world, receipt))?.code, code);
  const again = await openReceipt(world, { ...receipt, round: 2 });
  assert.ok(again && again.code !== code);
  assert.equal(await ask(code), 'wrong');
  assert.equal(await ask(again.code), 'right');

  const corrected = '79123456780';
  const moved = await openReceipt(world, { ...receipt, round: 3, phone: corrected });
  assert.ok(moved);
  assert.equal(await ask(again.code), 'wrong');
  assert.equal(await ask(moved.code), 'wrong');
  assert.equal(await ask(again.code, { to: corrected }), 'wrong');
  assert.equal(await ask(moved.code, { to: corrected }), 'right');
  // The message of the first round, if still being sent, must not bring its code back.
  assert.equal(await openReceipt(world, receipt), null);
});

test('an empty field is reported at the field, in both languages, and is not counted', async () => {
  await using world = await testWorld();
  await sentByText(world);
  const empty = await type(world, { phone: '', code: '' }, '?lang=ru');
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Введите номер целиком/);
  assert.match(empty.body, /В коде 12 цифр/);
  const partial = await type(world, { phone: '<b>"1', code: '123456789012' }, '?lang=en');
  assert.equal(partial.status, 422);
  assert.match(partial.body, /value="&lt;b&gt;&quot;1"/);
  assert.match(partial.body, /Enter the whole number/);
  const { rows } = await world.home.db.query(`select from throttle_counts`);
  assert.equal(rows.length, 0);
  assert.equal((await type(world, { phone: 'x'.repeat(9000), code: '1' })).status, 413);
  const json = await fetch(`${world.baseUrl}/receive`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(json.status, 415);
});

test('an order with only a phone leads to the gift page, also after a correction of the phone', async () => {
  const start = '2026-11-21T12:00:00+03:00';
  const inbox = createTextInbox({ folder: null, clock: { now: () => new Date(start) } });
  const provider = await startSmppPeer({ inbox });
  try {
    await using world = await testWorld({ FACEVALUE_SMS_PRIMARY: provider.url }, start);
    const client = await world.client();
    const product = await world.product();
    await world.pool(product, 500, 1);
    const order = { product_id: product.id, face: 500, to_phone: phone };
    const requestId = await client.makeOrder(order);
    await world.settle();
    const codeSentTo = (to: string): string => {
      const text = inbox.newest(10).find((one) => one.to === to);
      return (
        /код ((?:\d{4} ?){3})/.exec(text === undefined ? '' : wordsOf(text))?.[1] ??
        assert.fail(`no code came to ${to}`)
      );
    };
    const { download_url: link } = await client.getLinks(requestId);
    const received = await type(world, { phone, code: codeSentTo(phone) }, '?lang=ru');
    assert.equal(new URL(String(received.headers.get('location')), world.baseUrl).href, `${link}?lang=ru`);

    const corrected = '79123456780';
    const answer = await client.call('resend', { queue_id: requestId, to_phone: corrected });
    assert.deepEqual(answer.data, { id: requestId, channels: ['sms'], left_today: 4 });
    await world.settle();
    assert.equal((await type(world, { phone, code: codeSentTo(phone) })).status, 422);
    assert.equal((await type(world, { phone: corrected, code: codeSentTo(corrected) })).status, 303);
  } finally {
    await provider.close();
  }
});
