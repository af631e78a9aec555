import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSameBytes, isSameSecret } from './constant-time.ts';

test('secrets are equal only if every character is', () => {
  assert.ok(isSameSecret('operator-token', 'operator-token'));
  assert.ok(isSameSecret('', ''));
  for (const other of ['', 'operator-toke', 'operator-tokeN', 'operator-token ', 'operator-token\0'])
    assert.ok(!isSameSecret(other, 'operator-token'), other);
});

test('bytes of different length are not equal', () => {
  assert.ok(areSameBytes(Buffer.from([1, 2]), new Uint8Array([1, 2])));
  for (const other of [[], [1], [1, 3], [1, 2, 0]])
    assert.ok(!areSameBytes(Buffer.from(other), Buffer.from([1, 2])));
});
