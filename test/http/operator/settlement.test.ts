import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

const boundary = 'facevalue-test';

test('a settlement shows what only one side knows, and its own figures as a file', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const shop = await world.client();
  const codes: string[] = [];
  for (const face of [500, 500, 1000]) {
    const id = await shop.makeOrder({ product_id: product.id, face });
    await world.settle();
    codes.push((await shop.getCode(id)).code);
  }
  const auditor = await visitor(world, operator, 'auditor');
  const form = await auditor.get('/o/settlement');
  assert.match(form.body, new RegExp(`<option value="${product.supplierId}"`));

  const period = { supplier: String(product.supplierId), from: '2026-11-01', to: '2026-11-30' };
  const plain = await auditor.post('/o/settlement', period);
  assert.equal(plain.statusCode, 200);
  assert.match(plain.body, /Total/);
  for (const wrong of [
    { ...period, supplier: '' },
    { ...period, supplier: '999999' },
    { ...period, from: '2026-02-31' },
    { ...period, to: '2026-10-01' },
  ])
    assert.equal((await auditor.post('/o/settlement', wrong)).statusCode, 422, JSON.stringify(wrong));

  const theirs = `Номер;Номинал\r\n${codes[0]};500\r\n${codes[1]};700\r\nNOBODY-KNOWS-IT;500\r\n`;
  const upload = (content: string) =>
    world.server.inject({
      method: 'POST',
      url: '/o/settlement',
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        'sec-fetch-site': 'same-origin',
        cookie: `facevalue-session=${auditor.person.cookie}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: [
        ...Object.entries(period).map(
          ([name, value]) =>
            `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        ),
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="theirs.csv"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`,
      ].join(''),
    });
  const compared = await upload(theirs);
  assert.equal(compared.statusCode, 200, compared.body);
  const tile = (name: string): string | undefined =>
    new RegExp(`<dt>${name}</dt><dd>([^<]+)`).exec(compared.body)?.[1];
  assert.deepEqual(
    ['Sold by us', 'Rows of the table', 'Matching', 'Only with us', 'Only in the table', 'Other sums'].map(
      tile,
    ),
    ['3', '3', '1', '1', '1', '1'],
  );
  for (const code of [...codes, 'NOBODY-KNOWS-IT'])
    assert.ok(!compared.body.includes(code), 'codes are masked');
  assert.equal((await upload('nothing;here\r\n1;2\r\n')).statusCode, 422);

  const file = await auditor.post('/o/settlement/file', { ...period, format: 'csv' });
  assert.match(file.body, /Issued/);
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
  const support = await visitor(world, operator, 'support');
  assert.equal((await support.post('/o/settlement', period)).statusCode, 404);
});

const sold = {
  productId: 1,
  title: 'Пирог',
  faceKopecks: 50_000,
  issued: 3,
  activated: 3,
  redeemed: 2,
  expired: 0,
  refunded: 0,
  takenBack: 0,
  unclear: 0,
};

test('months that suppliers dispute come first, those that are agreed to are left out, each with its figures', async () => {
  await using world = await testWorld();
  const finance = await visitor(world, operator, 'finance');
  const { supplierId } = await world.product({ supplierName: 'Пекарня' });
  const add = (month: string, decision: string | null, comment: string) =>
    world.ctx.db.query(
      `insert into settlement_months (supplier_id, month, counted_at, lines, decision, decided_at, decided_by, decided_by_name, comment)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        supplierId,
        `${month}-01`,
        world.clock.now(),
        JSON.stringify([sold]),
        decision,
        decision && world.clock.now(),
        decision && 'person:1',
        decision && 'Ольга',
        comment,
      ],
    );
  assert.match((await finance.get('/o/settlement')).body, /No month is disputed/);
  await add('2026-08', 'disputed', 'Two were redeemed twice');
  await add('2026-09', 'agreed', '');
  await add('2026-10', null, '');
  const list = (await finance.get('/o/settlement')).body;
  assert.deepEqual(
    [...list.matchAll(/month=(2026-\d\d)/g)].map(([, month]) => month),
    ['2026-08', '2026-10'],
  );
  assert.match(list, /Two were redeemed twice/);
  const where = `/o/settlement?supplier=${supplierId}&month=2026-08`;
  const month = (await finance.get(where)).body;
  assert.match(month, /Two were redeemed twice[^]*Пирог[^]*1,500\s₽/);
  assert.match(month, /name="from" value="2026-08-01"|value="2026-08-01"/);
  assert.match(
    (await finance.get('/o')).body,
    new RegExp(`/o/settlement\\?supplier=${supplierId}&amp;month=2026-08`),
    'what waits leads there',
  );
  for (const wrong of ['month=2026-07', 'month=x', 'month=2026-08&supplier=999999'])
    assert.equal((await finance.get(`/o/settlement?supplier=${supplierId}&${wrong}`)).statusCode, 404, wrong);
});
