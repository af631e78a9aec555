import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import type { TestProduct } from '../../support/arrange.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('pools and drafts of codes, for the operator', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let auditor: Visitor;
  let product: TestProduct;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    auditor = await visitor(world, operator, 'auditor');
    product = await world.product({ title: 'Чай на двоих', lowStock: 5 });
  });
  after(() => world[Symbol.asyncDispose]());

  /** A form with a file, as a browser sends it. */
  const upload = (
    who: Visitor,
    url: string,
    fields: Record<string, string>,
    file: string | Buffer | null,
  ) => {
    const boundary = 'x-boundary-x';
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file === null ? '' : 'codes.csv'}"\r\ncontent-type: text/csv\r\n\r\n`;
    return world.server.inject({
      method: 'POST',
      url,
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        'sec-fetch-site': 'same-origin',
        cookie: `facevalue-session=${who.person.cookie}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([
        Buffer.from(parts.join('') + fileHead),
        Buffer.from(file ?? ''),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
  };
  const place = (): string => `/o/pools/${product.id}`;

  test('a list of codes is uploaded, seen, and loaded as it was seen', async () => {
    const client = await world.client({ delayedMode: true });
    const order = await client.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    const file = ['D-1001;11', 'D-1002;12', 'D-1001;13', ';14'].join('\n');
    const sent = await upload(catalogue, place(), { face: '500', plain: 'yes' }, file);
    assert.equal(sent.statusCode, 303, sent.body);
    const draft = String(sent.headers.location).split('?')[0] ?? '';
    assert.match((await catalogue.get(draft)).body, /<progress/);
    await world.settle();
    const strict = (await catalogue.get(draft)).body;
    assert.match(strict, /The file is not loaded like this/);
    assert.match(strict, /the number is missing/);
    assert.doesNotMatch(strict, /D-100/, 'no code on a page');

    const seen = await catalogue.post(`${draft}/preview`, {
      productId: String(product.id),
      face: '500',
      plain: 'yes',
      number: '1',
      pin: '2',
      skipWrong: 'yes',
      skipDuplicates: 'yes',
    });
    assert.equal(seen.statusCode, 303);
    await world.settle();
    const page = (await catalogue.get(draft)).body;
    assert.match(page, /Load 2</);
    assert.match(page, new RegExp(`/o/orders/${order}`), 'the order that would wake');
    const run = /name="run" value="(\d+)"/.exec(page)?.[1] ?? '';
    assert.equal((await auditor.post(`${draft}/load`, { run })).statusCode, 404);
    assert.equal((await catalogue.post(`${draft}/load`, { run })).statusCode, 303);
    await world.settle();
    assert.match((await catalogue.get(draft)).body, />loaded</);
    assert.match((await catalogue.get(`${draft}?lang=ru`)).body, /загружено кодов: 2/);
    assert.equal((await client.getStatus(order))['status'], 'ok');
    const stock = (await catalogue.get('/o/pools')).body;
    assert.match(stock, /Чай на двоих/);
    assert.match(stock, />low</);
    assert.match((await catalogue.get('/o/drafts')).body, /No draft waits/);
    assert.match((await catalogue.get('/o/drafts?all=1')).body, /uploaded on a page/);
  });

  test('what cannot be read is refused with a reason, and nothing is kept', async () => {
    const none = await upload(catalogue, place(), {}, null);
    assert.equal(none.statusCode, 422);
    assert.match(none.body, /Choose a file/);
    const wrongFace = await upload(catalogue, place(), { face: 'much' }, 'A;1');
    assert.equal(wrongFace.statusCode, 422);
    assert.match(wrongFace.body, /A face value is a number of roubles/);
    const binary = await upload(catalogue, place(), {}, Buffer.from([0, 1, 2, 0]));
    assert.equal(binary.statusCode, 422);
    assert.match(binary.body, /no text/);
    const inRussian = await upload(catalogue, `${place()}?lang=ru`, {}, Buffer.from([0, 1, 2, 0]));
    assert.match(inRussian.body, /это не текст/);
    const long = await upload(catalogue, place(), {}, Buffer.alloc(16 * 1024 * 1024, 'a'));
    assert.equal(long.statusCode, 422);
    assert.match(long.body, /too large/);
    assert.equal((await upload(auditor, place(), {}, 'A;1')).statusCode, 404);
    assert.equal((await upload(catalogue, '/o/pools/999999', {}, 'A;1')).statusCode, 404);
  });

  test('the pace of a face tells for how many days it lasts', async () => {
    const client = await world.client();
    const sold = await world.product({ title: 'Ходовой товар', facesRoubles: [300] });
    await world.pool(sold, 300, 60);
    for (let day = 0; day < 5; day += 1) {
      for (let n = 0; n < 4; n += 1) await client.makeOrder({ product_id: sold.id, face: 300 });
      await world.settle();
      world.clock.forward('24 h');
    }
    const later = await visitor(world, operator, 'catalogue');
    const page = (await later.get(`/o/pools/${sold.id}`)).body;
    assert.match(page, /10 days/, '40 left, 4 a day');
    assert.match(page, /4 a day/);
  });
});
