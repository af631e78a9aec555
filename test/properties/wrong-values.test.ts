import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readData } from '../../src/http/client-api/read-call.ts';
import type { OrderAsk } from '../../src/orders/order-ask.ts';
import { readOrder } from '../../src/orders/read-order.ts';
import { addClient, addProduct } from '../support/arrange.ts';
import { onEachStatement } from '../statements/gathered.ts';
import { orderAsk } from './order-ask.ts';
import { racePlace } from './race-place.ts';

let statements: string[] = [];
onEachStatement(({ text }) => statements.push(text));

const years = ['0000', '0001', '0099', '1582', '1970', '2025', '2036', '2037', '9999', '10000', '+012026'];
const times = ['T00:00:00Z', 'T23:59:59Z', 'T00:00:00+14:00', 'T23:59:59-14:00', ' 23:59:59', 'T24:00:00Z'];
const dates = years.flatMap((year) =>
  ['01-01', '02-29', '12-31'].flatMap((day) => times.map((time) => `"${year}-${day}${time}"`)),
);

/** JSON of values of each field: some are right, most are not, some are only now or only for other clients. */
const listed: Record<string, string[]> = {
  date_send: [...dates, '9007199254740993', '1e400', '"infinity"', '"-infinity"', '"epoch"'],
  face: ['0', '500.5', '1e10', '10000000000', '9007199254740993', '1e400', '"99999999999"', '0.01'],
  product_id: ['9007199254740991', '9007199254740993', '1e400', '2147483648', '0', '-1'],
  ttl: ['59', '86400', '86401', '1e400', '60.5'],
  uuid: [
    '9007199254740993',
    '1e400',
    String.raw`"\ud800"`,
    String.raw`"\u0000"`,
    String.raw`"\uffff"`,
    String.raw`"\ud83c\udf81"`,
  ],
  text: [String.raw`"\u0000"`, String.raw`"\udc00"`, `"${'🎁'.repeat(512)}"`, `"${'x'.repeat(513)}"`],
  external_id: ['-1e400', '1e-400', '[]', '123456789012345678901234567890', String.raw`"\u202e"`],
  callback: ['"http://[::1]:99999/"', '"https://a b"', '"https://u:p@shop.example/"', '"http://%00"'],
  to_phone: ['"+7 900 123-45-67"', '79001234567.5', '1e11', '"7900123456٣"'],
  email_to: ['"a@b"', String.raw`"\u0000@b.ru"`, '5', '"а@пример.рф"'],
};

type Pair = readonly [name: string, value: string];

const listedPairs: Pair[] = Object.entries(listed).flatMap(([name, texts]) =>
  texts.map((text) => [name, text] as const),
);

const anyPair: fc.Arbitrary<Pair> = fc.oneof(
  fc.constantFrom(...listedPairs),
  fc
    .tuple(
      fc.constantFrom(...Object.keys(listed)),
      fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.maxSafeInteger()),
    )
    .map(([name, value]) => [name, JSON.stringify(value)] as const),
  fc.date({ noInvalidDate: true }).map((date) => ['date_send', JSON.stringify(date.toISOString())] as const),
);

test('whatever one order holds, those of its batch are placed beside it by one transaction', async () => {
  await using place = await racePlace();
  const product = await addProduct(place, { scheme: 'platform' });
  const [shop, odd] = [
    await addClient(place, { balanceRoubles: 10_000_000 }),
    await addClient(place, { balanceRoubles: 10_000_000, registeredAt: new Date('2020-01-01T00:00:00Z') }),
  ];
  const accept = place.acceptors[0] ?? assert.fail();
  let orders = 0;
  const placeBeside = async (data: string) => {
    orders += 1;
    const reading = readData('json', data);
    const read = reading.is === 'data' ? readOrder(odd, reading.data, place.now()) : reading;
    const good = Array.from({ length: 8 }, (_, nth) =>
      orderAsk({ client: shop, productId: product.id, faceKopecks: 50_000, uuid: `${orders}-${nth}` }),
    );
    const asks = [...good.slice(0, 4), ...(read.is === 'read' ? [read.ask] : []), ...good.slice(4)];
    statements = [];
    const answers = await Promise.all(asks.map(async (ask) => accept(ask)));
    return { asks, good, answers, sent: statements.length };
  };
  const usual = (await placeBeside(`{"product_id":${product.id},"face":500,"uuid":"usual"}`)).sent;
  const check = async (pairs: Pair[]) => {
    const named = Object.fromEntries(pairs);
    const order = { product_id: String(product.id), face: '500', uuid: `"odd-${orders}"`, ...named };
    const data = `{${Object.entries(order)
      .map(([name, value]) => `"${name}":${value}`)
      .join()}}`;
    const { asks, good, answers, sent } = await placeBeside(data);
    answers.forEach((answer, nth) => {
      if (answer === 'full') assert.fail(data);
      if (answer.is === 'failed') assert.fail(`${data}: ${String(answer.problem)}`);
      if (good.includes(asks[nth] as OrderAsk)) assert.equal(answer.is, 'placed', data);
    });
    // A refusal forgets its uuid, a repeat looks for its request and confirms what it read.
    assert.ok(sent <= usual + 3, `${data}: ${sent} statements instead of ${usual}`);
  };
  for (const pair of listedPairs) await check([pair]);
  const several = fc.array(anyPair, { minLength: 1, maxLength: 4 });
  await fc.assert(fc.asyncProperty(several, check), { numRuns: 300 });
});
