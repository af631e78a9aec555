import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { callbackBody, type CallbackSubject } from './announce.ts';

const subject: CallbackSubject = {
  requestId: 3500001,
  uuid: '2f9c',
  productId: 2001,
  faceKopecks: 100_000,
  sumKopecks: 95_050,
  serviceCode: 'API',
  comment: 'за & против = 100 %',
  externalId: '',
};
const ok = {
  ...subject,
  status: 'ok' as const,
  orderId: 10_000_001,
  giftPageUrl: 'https://gift.example/g/t',
};
const failed = { ...subject, status: 'error' as const, error: { code: 5000, text: 'insufficient funds' } };

test('a success as JSON has every field of the record, numbers as numbers', () => {
  assert.equal(
    callbackBody(ok, 'json'),
    '{"status":"ok","data":{"id":3500001,"uuid":"2f9c","order_id":10000001,"product_id":2001,"face":1000,"sum":950.5,' +
      '"code":"API","comment":"за & против = 100 %","external_id":"","gift_page_url":"https://gift.example/g/t"}}',
  );
});

test('a failure as JSON has no gift page, a null order and the error', () => {
  const { status, data, error } = JSON.parse(callbackBody(failed, 'json'));
  assert.equal(status, 'error');
  assert.equal(data.order_id, null);
  assert.ok(!('gift_page_url' in data));
  assert.deepEqual(error, { code: 5000, text: 'insufficient funds' });
});

test('a form body has nested keys, the status first, and null as an empty value', () => {
  assert.deepEqual(
    [...new URLSearchParams(callbackBody(failed, 'form'))],
    [
      ['status', 'error'],
      ['data[id]', '3500001'],
      ['data[uuid]', '2f9c'],
      ['data[order_id]', ''],
      ['data[product_id]', '2001'],
      ['data[face]', '1000'],
      ['data[sum]', '950.5'],
      ['data[code]', 'API'],
      ['data[comment]', 'за & против = 100 %'],
      ['data[external_id]', ''],
      ['error[code]', '5000'],
      ['error[text]', 'insufficient funds'],
    ],
  );
});

test('any text is unchanged in both formats', () => {
  const property = fc.property(fc.string({ unit: 'grapheme' }), (comment) => {
    const form = new URLSearchParams(callbackBody({ ...ok, comment }, 'form'));
    assert.equal(form.get('data[comment]'), comment);
    assert.equal(JSON.parse(callbackBody({ ...ok, comment }, 'json')).data.comment, comment);
  });
  fc.assert(property);
});
