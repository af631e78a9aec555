import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parametersHash } from './parameters-hash.ts';

test('the order of the values makes no difference, each value does', () => {
  const values = { face: 100, text: 'a', dateSend: new Date(5), ttl: null, testmode: false };
  const shuffled = { testmode: false, ttl: null, dateSend: new Date(5), text: 'a', face: 100 };
  assert.deepEqual(parametersHash(values), parametersHash(shuffled));
  for (const other of [
    { face: 101 },
    { text: 'b' },
    { dateSend: new Date(6) },
    { ttl: 60 },
    { testmode: true },
  ]) {
    assert.notDeepEqual(parametersHash({ ...values, ...other }), parametersHash(values));
  }
});
