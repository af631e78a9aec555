import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from './read-fields.ts';

const wrongIn = (value: unknown, operation: 'check' | 'redeem' = 'redeem'): string[] => {
  const read = readFields(value, operation);
  return read.is === 'wrong' ? read.names : [];
};

test('a redemption is read with what it names', () => {
  const sent = { code: 'A1', idempotency_key: 'k', till: 'Касса 1', shop: 4 };
  const fields = { code: 'A1', idempotencyKey: 'k', till: 'Касса 1' };
  assert.deepEqual(readFields(sent, 'redeem'), { is: 'fields', fields });
  const bare = { code: '12345', idempotencyKey: null, till: null };
  assert.deepEqual(readFields({ code: 12345, till: null }, 'redeem'), { is: 'fields', fields: bare });
  assert.deepEqual(readFields({ code: '12345', till: 5 }, 'check'), { is: 'fields', fields: bare });
});

test('every wrong field is named, in one order', () => {
  for (const body of [null, 'A1', 5, ['A1']]) assert.deepEqual(wrongIn(body), ['body']);
  for (const code of [undefined, null, '', ' ', 'A\u0000', 'A\n1', 'A'.repeat(101), -1, 1.5, 2 ** 53, {}])
    assert.deepEqual(wrongIn({ code }), ['code'], JSON.stringify(code));
  assert.deepEqual(wrongIn({ code: 'A1', idempotency_key: '' }), ['idempotency_key']);
  assert.deepEqual(wrongIn({ till: 'x'.repeat(65), idempotency_key: 7 }), [
    'code',
    'idempotency_key',
    'till',
  ]);
});
