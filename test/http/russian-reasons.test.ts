import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerReasons } from '../../src/callbacks/answer-reasons.ts';
import { callReasons } from '../../src/suppliers/adapters/call-reasons.ts';
import { bounceReasons } from '../../src/messaging/bounces/bounce-reasons.ts';
import { notDoneReasons } from '../../src/people/approvals/not-done.ts';
import { settingReasons } from '../../src/suppliers/adapters/setting-reasons.ts';
import { sendReasons } from '../../src/platform/mail/send-reasons.ts';
import { tableReasons } from '../../src/platform/spreadsheet/table-reasons.ts';
import type { Reasons } from '../../src/platform/text/reasons.ts';
import { draftNotes } from '../../src/suppliers/mail/drafts.ts';
import { problemText } from '../../src/reports/call-texts.ts';
import { fileReasons } from '../../src/suppliers/mail/file-reasons.ts';
import { templateReasons } from '../../src/certificates/templates/template-reasons.ts';
import { versionNotes } from '../../src/certificates/templates/version-notes.ts';
import { importReasons } from '../../src/vault/import-pool/import-reasons.ts';
import { rowReasons } from '../../src/vault/import-pool/row-reasons.ts';

/** The code speaks English; pages show its reasons to people who do not. */
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
  templateReasons,
  notDoneReasons,
  sendReasons,
  answerReasons,
};

for (const [name, list] of Object.entries(lists))
  test(`${name}: each is said in Russian of the same data, and read from its English text`, () => {
    for (const [is, { en, ru }] of Object.entries(list.texts)) {
      const data = Object.fromEntries([...en.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => [one, '7']));
      const reason = { is, ...data };
      const read = list.read(list.text(reason, 'en'));
      assert.notEqual(read.is, 'other');
      assert.equal(list.text(read, 'ru'), list.text(reason, 'ru'));
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

test('why a letter failed is said in Russian, what a provider says of a text stays as it is', () => {
  assert.equal(problemText('smtp 550 5.1.1', 'ru'), 'почтовый сервер ответил 550 5.1.1');
  assert.equal(problemText('timeout', 'ru'), 'нет ответа в срок');
  assert.equal(problemText('status is not 200', 'ru'), 'статус не 200');
  assert.equal(problemText('ESME_RINVDSTADR', 'ru'), 'ESME_RINVDSTADR');
  assert.equal(problemText('smtp 550 5.1.1', 'en'), 'smtp 550 5.1.1');
});
