/** Commands speak as they are asked, as the operator's letters do where that was said, or as the shell does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../../src/platform/settings/config.ts';
import { runMain } from '../../support/run-main.ts';

const languageIn = (env: Record<string, string>): string => readSettings(env).commandLanguage;

test('the language of commands follows the operator’s, then the locale of the shell', () => {
  assert.equal(languageIn({}), 'en');
  assert.equal(languageIn({ LANG: 'C.UTF-8' }), 'en');
  assert.equal(languageIn({ LANG: 'ru_RU.UTF-8' }), 'ru');
  assert.equal(languageIn({ LANG: 'ru_RU.UTF-8', LC_ALL: 'en_GB.UTF-8' }), 'en');
  assert.equal(languageIn({ LANG: 'en_US.UTF-8', LC_MESSAGES: 'ru_RU.UTF-8' }), 'ru');
  assert.equal(languageIn({ LANG: 'run', FACEVALUE_OPERATOR_LANGUAGE: '' }), 'en');
  assert.equal(languageIn({ LANG: 'ru_RU.UTF-8', FACEVALUE_OPERATOR_LANGUAGE: 'en' }), 'en');
});

const first = async (args: string[], env: Record<string, string>): Promise<string> =>
  (await runMain(['doctor', ...args], env)).out.split('\n')[1] ?? '';

test('doctor in a shell of either language, and as it is told', async () => {
  assert.equal(await first([], { LANG: 'ru_RU.UTF-8' }), 'Настройки');
  assert.equal(await first([], { LC_ALL: 'C' }), 'Settings');
  assert.equal(await first(['--language', 'ru'], { LC_ALL: 'C' }), 'Настройки');
});
