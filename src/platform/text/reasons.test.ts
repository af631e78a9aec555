import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsOf } from './reasons.ts';

const reasons = reasonsOf(
  { unknown: { en: 'no {what} is called {name}', ru: 'нет такого: {what} {name}' } },
  { column: 'столбец' },
);

test('foreign data that is named like a property of every object is said as it is', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    assert.equal(reasons.text({ is: 'unknown', what: 'column', name }, 'ru'), `нет такого: столбец ${name}`);
});

test('a stored text is read back, and one that no list knows is said as it is', () => {
  const read = reasons.read('no column is called constructor');
  assert.deepEqual(read, { is: 'unknown', what: 'column', name: 'constructor' });
  assert.deepEqual(reasons.read('constructor'), { is: 'other', text: 'constructor' });
  assert.equal(reasons.text(reasons.read('constructor'), 'ru'), 'constructor');
});
