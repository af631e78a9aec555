import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giftEventsWritten } from '../src/delivery/gift-events.ts';
import { judgeReceipt, receiptTries } from '../src/delivery/judge-receipt.ts';
import { openReceipt } from '../src/delivery/receipt-codes.ts';
import { startSmppPeer } from '../simulators/sms/smpp-peer.ts';
import { createTextInbox, wordsOf } from '../simulators/sms/text-inbox.ts';
import { testWorld, type TestWorld } from './test-world.ts';

const phone = '79123456789';

/** An order whose code for later receipt went to a phone. */
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
    certificateExpiresAt: new Date('2026-12-11T20:59:59Z'),
  };
  const opened = await openReceipt(world.ctx, receipt, world.clock.now());
  assert.ok(opened);
  return { client, requestId, receipt, code: opened.code };
}

const wrongOf = (code: string, by = 1): string => String((Number(code) + by) % 1e8).padStart(8, '0');

async function type(world: TestWorld, fields: Record<string, string>, query = '') {
  const response = await fetch(`${world.baseUrl}/receive${query}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

test('the code leads to the gift page, however the phone is written', async () => {
  await using world = await testWorld();
  const { client, requestId, code } = await sentByText(world);
  const { download_url: link } = await client.getLinks(requestId);
  for (const written of ['+7 (912) 345-67-89', '89123456789', '9123456789']) {
    const received = await type(
      world,
      { phone: written, code: `${code.slice(0, 4)} ${code.slice(4)}` },
      '?lang=en',
    );
    assert.equal(received.status, 303);
    assert.equal(new URL(String(received.headers.get('location')), world.baseUrl).href, `${link}?lang=en`);
    assert.equal(received.headers.get('cache-control'), 'no-store');
    assert.equal(received.headers.get('referrer-policy'), 'no-referrer');
  }
  await giftEventsWritten(world.ctx.db);
  const { rows } = await world.ctx.db.query(`select kind, times from gift_events where request_id = $1`, [
    requestId,
  ]);
  assert.deepEqual(rows, [{ kind: 'received', times: 3 }]);
});

test('nothing of the code or the phone lies in its table', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const { rows } = await world.ctx.db.query<{ text: string }>(
    `select receipt_codes::text as text from receipt_codes`,
  );
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.text.includes(code) && !rows[0]?.text.includes(phone));
});

test('a wrong code, an unknown phone and a code that is over get the same answer', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const answers = [await type(world, { phone, code: wrongOf(code) })];
  answers.push(await type(world, { phone: '79000000000', code }));
  // 20 days of validity end before the 30 days of the code.
  world.clock.forward('21 d');
  answers.push(await type(world, { phone, code }));
  for (const { status, body } of answers) {
    assert.equal(status, 422);
    assert.equal(body.replace('79000000000', phone), answers[0]?.body);
    assert.ok(!body.includes(code));
  }
});

test('of a mass of guesses at once, on many connections, five are judged', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const guesses = Array.from({ length: 60 }, (_, index) => wrongOf(code, index + 1));
  // A sixth try would break the table's own check and throw.
  const judged = await Promise.all(
    guesses.map((guess) => judgeReceipt(world.ctx, { phone, code: guess }, world.clock.now())),
  );
  assert.ok(judged.every((found) => found === null));
  const { rows } = await world.ctx.db.query(`select tries from receipt_codes`);
  assert.deepEqual(rows, [{ tries: receiptTries }]);
  assert.equal(await judgeReceipt(world.ctx, { phone, code }, world.clock.now()), null);
});

test('right answers among the guesses cost no try and give none back to others', async () => {
  await using world = await testWorld();
  const mine = await sentByText(world);
  const other = await sentByText(world);
  const judge = (code: string) => judgeReceipt(world.ctx, { phone, code }, world.clock.now());
  for (let count = 0; count < receiptTries - 1; count += 1)
    assert.equal(await judge(wrongOf(other.code)), null);
  for (let count = 0; count < 10; count += 1) {
    assert.equal((await judge(mine.code))?.requestId, mine.requestId);
  }
  assert.equal((await judge(other.code))?.requestId, other.requestId);
  assert.equal(await judge(wrongOf(other.code)), null);
  assert.equal(await judge(other.code), null);
});

const howMany = (answers: { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

test('those who type too often for a phone wait, whether it has a code or not', async () => {
  await using world = await testWorld();
  const { code } = await sentByText(world);
  const mass = (to: string) =>
    Promise.all(Array.from({ length: 15 }, () => type(world, { phone: to, code: wrongOf(code) })));
  const [known, unknown] = [await mass(phone), await mass('79000000000')];
  for (const answers of [known, unknown]) {
    assert.equal(howMany(answers, 422), 10);
    assert.equal(howMany(answers, 429), 5);
  }
  assert.match(String(known.find(({ status }) => status === 429)?.headers.get('retry-after')), /^\d+$/);
});

test('a resend opens the code anew, for a corrected phone alone', async () => {
  await using world = await testWorld();
  const { receipt, requestId, code } = await sentByText(world);
  const judge = (to: string, typed: string) =>
    judgeReceipt(world.ctx, { phone: to, code: typed }, world.clock.now());
  for (let tried = 0; tried < receiptTries; tried += 1) await judge(phone, wrongOf(code));
  assert.equal(await judge(phone, code), null);
  // The same round once more, as after a crash, gives no more tries.
  await openReceipt(world.ctx, receipt, world.clock.now());
  assert.equal(await judge(phone, code), null);
  const again = await openReceipt(world.ctx, { ...receipt, round: 2 }, world.clock.now());
  assert.equal(again?.code, code);
  assert.equal((await judge(phone, code))?.requestId, requestId);

  const corrected = '79123456780';
  const moved = await openReceipt(world.ctx, { ...receipt, round: 3, phone: corrected }, world.clock.now());
  assert.ok(moved && moved.code !== code);
  assert.equal(await judge(phone, code), null);
  assert.equal(await judge(corrected, code), null);
  assert.equal((await judge(corrected, moved.code))?.requestId, requestId);
  // The message of the first round, if it is still on its way, must not bring the code back.
  assert.equal(await openReceipt(world.ctx, receipt, world.clock.now()), null);
});

test('what is not filled in is said at its field, in both languages, and costs no try', async () => {
  await using world = await testWorld();
  await sentByText(world);
  const empty = await type(world, { phone: '', code: '' }, '?lang=ru');
  assert.equal(empty.status, 400);
  assert.match(empty.body, /Введите номер целиком/);
  assert.match(empty.body, /В коде 8 цифр/);
  const partial = await type(world, { phone: '<b>"1', code: '12345678' }, '?lang=en');
  assert.equal(partial.status, 400);
  assert.match(partial.body, /value="&lt;b&gt;&quot;1"/);
  assert.match(partial.body, /Enter the whole number/);
  const { rows } = await world.ctx.db.query(`select tries from receipt_codes`);
  assert.deepEqual(rows, [{ tries: 0 }]);
  assert.equal((await type(world, { phone: 'x'.repeat(3000), code: '1' })).status, 413);
  const json = await fetch(`${world.baseUrl}/receive`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(json.status, 415);
});

test('from an order with nothing but a phone to the gift page; and again after the phone was corrected', async () => {
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
        /код (\d{8})/.exec(text === undefined ? '' : wordsOf(text))?.[1] ??
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
