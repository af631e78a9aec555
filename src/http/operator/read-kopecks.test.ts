import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFaces } from './read-kopecks.ts';

test('face values are read as people write them', () => {
  for (const text of ['500 1000', '500, 1000', '500,1000', ' 500;1000, ', '500\u00a01000'])
    assert.deepEqual(readFaces(text), [50_000, 100_000], text);
  assert.deepEqual(readFaces('434,25, 1000'), [43_425, 100_000]);
  assert.deepEqual(readFaces(''), []);
  for (const text of ['500 many', '500, -1', '0', '1,2,3']) assert.equal(readFaces(text), null, text);
});
