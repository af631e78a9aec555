import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HelpAsked, Misasked, readAsked, usage } from './asked.ts';

const one = 'test/orders/moves.test.ts';
const other = 'test/orders/refunds.test.ts';

test('files and flags come in any order, with -- anywhere', () => {
  const asked = readAsked([one, '--test-name-pattern=a b', other]);
  assert.deepEqual(asked.files, [one, other]);
  assert.deepEqual(asked.patterns, ['--test-name-pattern=a b']);
  for (const words of [
    ['--', one, '--test-name-pattern', 'a b', other],
    ['--test-name-pattern=a b', '--', one, other],
    [one, other, '--', '--test-name-pattern=a b'],
    ['--', '--test-name-pattern=a b', `./${one}`, '--', other],
  ])
    assert.deepEqual(readAsked(words), asked);
});

test('a folder is all of its test files', () => {
  const { files } = readAsked(['test/orders']);
  assert.ok(files.includes(one) && files.includes(other));
  assert.ok(files.every((file) => /^test\/orders\/.*\.test\.ts$/.test(file)));
});

test('a value may be left out where there is a usual one', () => {
  assert.equal(readAsked([]).seed, null);
  assert.equal(readAsked(['--seed=7']).seed, 7);
  assert.ok((readAsked(['--seed', one]).seed ?? 0) > 0);
  assert.equal(readAsked(['--changed']).changedSince, 'HEAD');
  assert.equal(readAsked(['--changed', 'main']).changedSince, 'main');
  assert.equal(readAsked(['--changed=main']).changedSince, 'main');
});

test('what nobody understands is refused', () => {
  for (const words of [
    ['test/orders/states.test.ts'],
    ['test/nowhere'],
    ['--test-name-patern=a'],
    ['--seed=a'],
    ['--workers=0'],
    ['--with=clouds'],
    ['--all=yes'],
  ])
    assert.throws(() => readAsked(words), Misasked, words.join(' '));
});

test('whoever asks for help, or for what is not there, sees every flag', () => {
  assert.throws(() => readAsked([one, '--help']), HelpAsked);
  assert.throws(
    () => readAsked(['--sed']),
    (error: Error) => {
      assert.equal(error.message, `Unknown option '--sed'\n\n${usage}`);
      return true;
    },
  );
});
