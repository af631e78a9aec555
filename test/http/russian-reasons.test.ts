import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bounceReason } from '../../src/http/operator/mail/bounce-reasons.ts';
import { notDoneText } from '../../src/http/operator/approvals/not-done.ts';
import { messageIn } from '../../src/http/operator/suppliers/setting-problems.ts';
import { noteText } from '../../src/template-drafts/version-notes.ts';
import { reasonIn } from '../../src/web/row-reasons.ts';
import { callDetails } from '../../src/web/supplier-call.ts';

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

test('what is wrong with files and rows', () => {
  const text = sources(
    'src/platform/spreadsheet/*.ts',
    'src/vault/import-pool/*.ts',
    'src/suppliers/mail/weigh-file.ts',
    'src/suppliers/mail/reading-time.ts',
  );
  const reasons = said(
    text,
    /['`]((?:the|no column|there is no|this is not|a quote|row|expired on) [^'`\n]+)['`]/g,
  );
  // What is said of numbers and PINs is put together.
  const whole = reasons.filter((reason) => !['the 7 7', 'the code 7'].includes(reason));
  assertRussian(whole, 25, (reason) => reasonIn(reason, 'ru'));
  const ofCells = said(text, /\bwrong\('([a-z][^']+)'\)/g).filter((reason) => !/^(the|«)/.test(reason));
  assertRussian(ofCells, 1, (reason) => reasonIn(`the number ${reason}`, 'ru'));
  const ofSigns = said(
    sources('src/platform/values/judge-symbols.ts'),
    /(?:never|unlessMeant)\(\s*'\w+',\s*['`]([^'`]+)['`]/g,
  );
  assertRussian(ofSigns, 8, (reason) =>
    reasonIn(`the number ${reason.replace(/\b7(?=,| is of)/, 'U+200B')}`, 'ru'),
  );
  const ofBarcodes = said(
    sources('src/platform/values/judge-barcode.ts'),
    /['`]((?:only|more) [^'`]+|[^'`]+ (?:wrong|needed|even|missing|paper))['`]/g,
  );
  assertRussian(ofBarcodes, 8, (reason) => reasonIn(`the code does not fit the barcode QR: ${reason}`, 'ru'));
  const doubts = said(sources('src/vault/import-pool/doubtful-text.ts'), /'(is [^']+)'/g);
  for (const what of ['number', 'PIN'])
    assertRussian(doubts, 8, (reason) => reasonIn(`the ${what} ${reason}`, 'ru'));
  const ofRows = said(text, /['`](a remark [^'`]+|valid only from [^'`]+)['`]/g);
  assertRussian(ofRows, 2, (reason) => reasonIn(reason, 'ru'));
});

test('what is said of calls to suppliers', () => {
  const text = sources(
    'src/adapters/**/*.ts',
    'src/suppliers/calls/*.ts',
    'src/orders/*obtaining.ts',
    'src/orders/set-aside.ts',
    'src/orders/ask-suppliers.ts',
  );
  const reasons = [
    ...said(text, /details: '([^']+)'/g),
    ...said(text, /'quarantined', '([^']+)'/g),
    ...said(text, /'(the (?:answer|code|PIN|result|supplier) [^']+)'/g),
  ];
  assertRussian(reasons, 20, (reason) => callDetails(reason, 'ru'));
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

test('what the platform notes of versions, and of mails that it set aside', () => {
  assertRussian(said(sources('src/templates/*.ts'), /note: '([^']+)'/g), 2, (note) => noteText(note, 'ru'));
  const text = sources('src/messaging/bounces/*.ts');
  const reasons = [...said(text, /why: ['`]([^'`]+)['`]/g), ...said(text, /setAside\(['`]([^'`]+)['`]\)/g)];
  assertRussian(reasons, 6, (reason) => bounceReason(reason, 'ru'));
});

test('what schemas of supplier APIs say of settings', () => {
  const reasons = said(
    sources('src/adapters/**/*.ts'),
    /['`]((?:must|can hold|is no|names neither) [^'`\n]+)['`]/g,
  );
  assertRussian(reasons, 8, (reason) => messageIn(reason, 'ru'));
});
