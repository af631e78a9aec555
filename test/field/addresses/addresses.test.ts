import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf } from '../../../src/bulk/sheet-values.ts';
import { findColumns } from '../../../src/bulk/sheet-columns.ts';
import { explainWrong } from '../../../src/http/client-api/explain.ts';
import { makeOrderRequest } from '../../../src/orders/read-order.ts';
import { readEmail } from '../../../src/people/persons/email.ts';
import { isEmailAddress } from '../../../src/platform/values/email-address.ts';
import { addressSamples } from './samples.ts';

for (const { name, input, right } of addressSamples) {
  test(`an address with ${name}, in the API, a sheet and forms`, () => {
    assert.equal(isEmailAddress(input), right);
    assert.equal(readEmail(input) !== null, right);
    const columns = findColumns([{ line: 1, cells: ['product_id', 'face', 'email_to'] }]);
    assert.equal(columns.is, 'found');
    const data = columns.is === 'found' ? dataOf([1, 1, input], columns) : {};
    for (const sent of [input, data['email_to']])
      assert.equal(makeOrderRequest.email_to.read(sent), right ? input : undefined);
  });
}

test('the API answers 3601 with the field, and says beside it what is wrong', () => {
  const told = explainWrong(makeOrderRequest, ['email_to'], { email_to: 'annа@mail.example' });
  assert.equal(told.code, 3601);
  assert.equal(told.text, 'fields filled incorrectly: email_to');
  assert.deepEqual(
    told.fields?.map(({ field, reason }) => [field, reason]),
    [['email_to', 'form']],
  );
  assert.match(told.fields?.[0]?.wanted ?? '', /look like Latin/);
  const plain = explainWrong(makeOrderRequest, ['email_to'], { email_to: 'anna' });
  assert.doesNotMatch(plain.fields?.[0]?.wanted ?? '', /look like Latin/);
});

test('long hostile addresses cost nothing', () => {
  const started = performance.now();
  for (const sign of ['а', 'a.', '𝐚', 'ﷺ', '@'])
    for (let count = 0; count < 100; count += 1) isEmailAddress(`${sign.repeat(30_000)}@mail.example`);
  assert.ok(performance.now() - started < 1000);
});
