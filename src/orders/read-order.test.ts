import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parametersHash } from './read-order.ts';

test('each value and its position change the hash', () => {
  const values = [100, 'a', '', null, false];
  assert.match(parametersHash(values), /^[0-9a-f]{64}$/);
  assert.equal(parametersHash([...values]), parametersHash(values));
  for (const others of [
    [101, 'a', '', null, false],
    ['100', 'a', '', null, false],
    [100, '', 'a', null, false],
    [100, 'a', '', 60, false],
    [100, 'a', '', null, true],
  ]) {
    assert.notEqual(parametersHash(others), parametersHash(values));
  }
});
