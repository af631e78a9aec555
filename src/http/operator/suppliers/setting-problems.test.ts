import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapters } from '../../../suppliers/adapters/list.ts';
import { settingProblems } from './setting-problems.ts';

const wrong = {
  url: 'no address',
  auth: { kind: 'bearer' },
  wsdl: 'no XML',
  version: '7',
  issue: { path: '{{telepathy}}', body: { id: '{{telepathy}}' }, refusals: [{ why: 'no-stock' }] },
};

test('what is wrong with the settings of an adapter is said in the language of whoever reads it', () => {
  for (const adapter of adapters)
    for (const settings of [{}, wrong]) {
      const problems = settingProblems(adapter, settings, 'ru');
      assert.ok(problems.length > 0, adapter.name);
      for (const problem of problems) assert.match(problem.replace(/^[^:]*: (?!")/, ''), /[а-яё]/i, problem);
      for (const problem of settingProblems(adapter, settings, 'en')) assert.doesNotMatch(problem, /[а-яё]/i);
    }
});

test('a problem names its field as the form does', () => {
  const adapter = adapters.find(({ name }) => name === 'rest') ?? assert.fail('there is no such adapter');
  const problems = settingProblems(adapter, { ...wrong }, 'ru');
  assert.ok(
    problems.some((problem) => problem.startsWith('Адрес')),
    problems.join('\n'),
  );
});
