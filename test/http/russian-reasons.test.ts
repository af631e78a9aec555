import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { callReasons } from '../../src/adapters/call-reasons.ts';
import { bounceReasons } from '../../src/messaging/bounces/bounce-reasons.ts';
import { notDoneText } from '../../src/http/operator/approvals/not-done.ts';
import { settingReasons } from '../../src/adapters/setting-reasons.ts';
import { tableReasons } from '../../src/platform/spreadsheet/table-reasons.ts';
import type { Reasons } from '../../src/platform/text/reasons.ts';
import { draftNotes } from '../../src/suppliers/mail/drafts.ts';
import { fileReasons } from '../../src/suppliers/mail/file-reasons.ts';
import { versionNotes } from '../../src/templates/version-notes.ts';
import { importReasons } from '../../src/vault/import-pool/import-reasons.ts';
import { rowReasons } from '../../src/vault/import-pool/row-reasons.ts';

const sources = (...paths: string[]): string =>
  paths
    .flatMap((path) => globSync(path))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

/** What `form` finds in the text; values that are only known later are numbers. */
const said = (text: string, form: RegExp): string[] =>
  [...text.matchAll(form)].map(([, found = '']) => found.replaceAll(/\$\{[^}]*\}/g, '7'));

/** The code speaks English; pages show its reasons to people who do not. */
function assertRussian(reasons: readonly string[], least: number, text: (reason: string) => string): void {
  assert.ok(reasons.length >= least, `only ${reasons.length} were found`);
  assert.deepEqual(
    reasons.filter((reason) => !/[а-яё]/i.test(text(reason))),
    [],
  );
}

const lists: Record<string, Reasons<Record<string, Record<'en' | 'ru', string>>>> = {
  tableReasons,
  fileReasons,
  rowReasons,
  importReasons,
  callReasons,
  draftNotes,
  bounceReasons,
  settingReasons,
  versionNotes,
};

for (const [name, list] of Object.entries(lists))
  test(`${name}: each is said in Russian of the same data, and read from its English text`, () => {
    for (const [is, { en, ru }] of Object.entries(list.texts)) {
      const data = Object.fromEntries([...en.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => [one, '7']));
      const reason = { is, ...data };
      assert.deepEqual(list.read(list.text(reason, 'en')), reason);
      assert.match(ru, /[а-яё]/i);
      assert.doesNotMatch(
        ru.replaceAll(/\{(\w+)\}/g, (_, one: string) => data[one] ?? '{'),
        /\{/,
        is,
      );
    }
    assert.deepEqual(list.read('as earlier versions said it'), {
      is: 'other',
      text: 'as earlier versions said it',
    });
    assert.equal(list.text({ is: 'other', text: 'as it is' }, 'ru'), 'as it is');
  });

test('why what was approved is not done', () => {
  const reasons = said(sources('src/guarded-acts/**/*.ts'), /'not-done', why: ['`]([^'`]+)['`]/g);
  // Outcomes of verbs that are passed on as they are.
  const passedOn = [
    'no-client',
    'other-amount',
    'reversed',
    'missing',
    'unchanged',
    'live-already',
    'live-before',
  ];
  const ofDrafts = [
    'no-draft',
    'ended',
    'unauthenticated',
    'foreign-product',
    'no-product',
    'several-products',
  ];
  const ofAdapters = ['no-supplier', 'no-adapter'];
  assertRussian([...reasons, ...passedOn, ...ofDrafts, ...ofAdapters], 20, (reason) =>
    notDoneText(reason, 'ru'),
  );
});
