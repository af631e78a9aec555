/** The handlers of callbacks in the frameworks that the READMEs of the SDKs name. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, samplesOf } from '../docs/read-samples.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { secret, signed, type Sent } from './signed-callback.ts';

const ENDS_WITHIN_MS = 60_000;
const form = (comment: string): string =>
  new URLSearchParams({ status: 'ok', 'data[id]': '17', 'data[comment]': comment }).toString();
const json = JSON.stringify({ status: 'ok', data: { id: 18, comment: 'Ёлка' } });

const steps: Sent[] = [
  signed('a', 'application/x-www-form-urlencoded', form('Ёлка & «звезда» 1+1=2')),
  signed('b', 'application/json', json),
  signed('c', 'application/x-www-form-urlencoded', form('fails')),
  { ...signed('d', 'application/json', json), body: `${json} ` },
  { headers: {}, body: form('') },
];
const expected = {
  answers: [
    [200, 'OK'],
    [200, 'OK'],
    [500, 'The callback could not be handled.'],
    [401, 'The signature of the callback is wrong.'],
    [401, 'The callback is not signed.'],
  ],
  handled: [
    ['a', 'ok', 17, 'Ёлка & «звезда» 1+1=2'],
    ['b', 'ok', 18, 'Ёлка'],
    ['c', 'ok', 17, 'fails'],
  ],
};

function outcomeOf(program: string, args: string[]): { answers: unknown[]; handled: unknown[] } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    input: JSON.stringify({ secret, steps }),
    encoding: 'utf8',
    timeout: ENDS_WITHIN_MS,
    env: { ...childEnvironment, PYTHONPATH: join(root, 'sdk/python'), PYTHONDONTWRITEBYTECODE: '1' },
  });
  assert.equal(status, 0, stderr + stdout);
  return JSON.parse(stdout) as { answers: unknown[]; handled: unknown[] };
}

const isMissing = (program: string, args: string[]): boolean => spawnSync(program, args).status !== 0;

const noDjango = isMissing('python3', ['-c', 'import django']) && 'Django is not installed';
test(
  'a Django project answers callbacks by the view of the SDK, its check of forms on',
  { skip: noDjango },
  () => {
    const { answers, handled } = outcomeOf('python3', [join(import.meta.dirname, 'django_callbacks.py')]);
    assert.deepEqual(
      answers,
      expected.answers.map(([status, text]) => [status, 'text/plain', text]),
    );
    assert.deepEqual(handled, expected.handled);
  },
);

const noPhp = isMissing('php', ['--version']) && 'PHP is not installed';
test('the route for Laravel in the README answers callbacks', { skip: noPhp }, () => {
  const route = samplesOf('sdk/php/README.md').find(({ code }) => code.includes('Route::post('));
  assert.ok(route !== undefined);
  // Laravel itself is not here: what the route uses of it, headers as lists under lower-case names.
  const outcome = outcomeOf('php', [join(import.meta.dirname, 'laravel_callbacks.php'), route.code]);
  assert.deepEqual(outcome, {
    answers: expected.answers.map(([status, text]) => [status, 'text/plain', text]),
    handled: expected.handled,
  });
});
