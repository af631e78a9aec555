import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf } from '../../../src/orders/bulk/sheet-values.ts';
import { findColumns } from '../../../src/orders/bulk/sheet-columns.ts';
import { readWanted } from '../../../src/orders/search/terms.ts';
import { makeOrderRequest } from '../../../src/orders/read-order.ts';
import { plainDigits, readContactPhone, readPhone } from '../../../src/platform/values/phone.ts';
import { phoneSamples, receiptCodeSamples } from './phone-samples.ts';

for (const { name, input, right } of phoneSamples) {
  test(`a phone with ${name}, in a form, a sheet and a search`, () => {
    assert.equal(readPhone(input), right);
    assert.equal(readWanted(input)?.phone ?? null, right);
    const headings = { line: 1, cells: ['product_id', 'face', 'to_phone'] };
    const columns = findColumns([headings]);
    assert.equal(columns.is, 'found');
    const data = columns.is === 'found' ? dataOf([1, 1, input], columns) : {};
    const field = makeOrderRequest.to_phone.read(data['to_phone']);
    assert.equal(field === '' ? null : (field ?? null), right);
  });
}

for (const { name, input, right } of receiptCodeSamples) {
  test(`a code for later receipt as ${name}`, () => assert.equal(plainDigits(input), right));
}

const read = (sent: string | number) => makeOrderRequest.to_phone.read(sent);

test('to_phone of the API: digits alone, as specified; what nobody sees around them does not count', () => {
  for (const sent of ['79161234567', 79_161_234_567, '\u202A79161234567\u202C', '\uFEFF79161234567 '])
    assert.equal(read(sent), '79161234567');
  for (const sent of [
    '+79161234567',
    '89161234567',
    '9161234567',
    '7 916 123 45 67',
    '７９１６１２３４５６７',
  ])
    assert.equal(read(sent), undefined);
});

test('the phone of a contract is read alike, and may be of elsewhere', () => {
  for (const { name, input, right } of phoneSamples)
    if (right !== null) assert.equal(readContactPhone(input), `+${right}`, name);
  for (const [typed, phone] of [
    ['+44 20 7946 0000', '+442079460000'],
    ['\u202A+49\u201130\u2011901820\u202C', '+4930901820'],
    ['612-34-56', '6123456'],
    ['123456', null],
    ['8 916 123-45-67, доб. 4', null],
    ['٧٩١٦١٢٣٤٥٦٧', null],
    ['позвоните Анне', null],
  ] as const)
    assert.equal(readContactPhone(typed), phone, typed);
});
