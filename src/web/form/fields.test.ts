import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fieldsView, readForm, typedOf, wrongAt, type TextsOf } from './fields.ts';
import { choice, count, flag, line, mail, parsed, requiredLine, roubles } from './kinds.ts';

const form = {
  title: requiredLine({ most: 20 }),
  note: line({ most: 5 }),
  contactMail: mail(),
  days: count({ least: 0, most: 400 }),
  lowStock: count({ least: 1, most: 99, empty: null }),
  sumKopecks: roubles({ name: 'sum', empty: null }),
  kind: choice(['', 'letter', 'call']),
  isOn: flag('on'),
  lines: parsed({
    most: 100,
    rows: 3,
    parse: (text): string[] | undefined => (text.includes('!') ? undefined : text.split('\n')),
    write: (lines) => lines.join('\n'),
  }),
};

const texts = {
  title: 'Title',
  titleWrong: 'Enter a title.',
  note: 'Note',
  noteHint: 'Short.',
  contactMail: 'Mail',
  contactMailWrong: 'No address.',
  days: 'Days',
  daysWrong: 'A number.',
  lowStock: 'Low stock',
  lowStockWrong: 'A number, or empty.',
  sumKopecks: 'Sum',
  sumKopecksWrong: 'A sum.',
  kind: 'Kind',
  kindOf: { '': 'none', letter: 'by letter', call: 'by call' },
  isOn: 'On',
  lines: 'Lines',
  linesWrong: 'No lines.',
} satisfies TextsOf<typeof form>;

const read = (typed: URLSearchParams | Record<string, string>, stored = {}) =>
  readForm(form, texts, { form: new URLSearchParams(typed), language: 'en' }, stored);

const text = (most: number) =>
  fc.string({ unit: 'grapheme', maxLength: most }).filter((one) => one === one.trim());
const values = fc.record({
  title: text(20).filter((one) => one !== '' && [...one].length <= 20),
  note: text(5).filter((one) => [...one].length <= 5),
  contactMail: fc.constantFrom('', 'a@b.example'),
  days: fc.nat(400),
  lowStock: fc.option(fc.integer({ min: 1, max: 99 })),
  sumKopecks: fc.option(fc.nat(1_000_000_000)),
  kind: fc.constantFrom('', 'letter', 'call'),
  isOn: fc.boolean(),
  lines: fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 9 }),
});

test('what is typed for values reads as them', () => {
  fc.assert(fc.property(values, (all) => assert.deepEqual(read(typedOf(form, all)), { values: { ...all } })));
});

test('all that is wrong is said, under the names of the fields', () => {
  const typed = { title: ' ', contactMail: 'nobody', days: '401', lowStock: '0', sum: 'much', lines: '!' };
  assert.deepEqual(read(typed), {
    right: { note: '', kind: '', isOn: false },
    errors: {
      title: 'Enter a title.',
      contactMail: 'No address.',
      days: 'A number.',
      lowStock: 'A number, or empty.',
      sum: 'A sum.',
      lines: 'No lines.',
    },
  });
  const forged = { title: 'T'.repeat(21), note: 'sixsix', days: '3', kind: 'pigeon', on: 'on', lines: '' };
  assert.deepEqual(read(forged), {
    right: { contactMail: '', days: 3, lowStock: null, sumKopecks: null, lines: [''] },
    errors: {
      title: 'Too long: up to 20 characters.',
      note: 'Too long: up to 5 characters.',
      kind: 'There is no such choice. Choose again.',
      on: 'There is no such choice. Choose again.',
    },
  });
  assert.deepEqual(wrongAt(form, texts, ['sum']), wrongAt(form, texts, ['sumKopecks']));
});

test('what a form does not have is empty, or stays as it is stored', () => {
  const typed = { title: 'Tea', days: '3' };
  const empty = {
    title: 'Tea',
    note: '',
    contactMail: '',
    days: 3,
    lowStock: null,
    sumKopecks: null,
    kind: '',
    isOn: false,
    lines: [''],
  };
  assert.deepEqual(read(typed), { values: empty });
  const stored = { days: 9, lowStock: 7, isOn: true };
  assert.deepEqual(read(typed, stored), { values: { ...empty, lowStock: 7, isOn: true } });
});

test('it is drawn in its order, with what was typed and what is wrong', () => {
  const typed = new URLSearchParams({ title: '<b>', kind: 'call', on: 'yes' });
  const { markup } = fieldsView(form, texts, { typed, errors: { title: 'Enter a title.' } });
  assert.deepEqual(
    [...markup.matchAll(/ name="(\w+)"/g)].map(([, name]) => name),
    ['title', 'note', 'contactMail', 'days', 'lowStock', 'sum', 'kind', 'on', 'lines'],
  );
  assert.match(
    markup,
    /id="title"[^>]* value="&lt;b&gt;" aria-describedby="title-error" aria-invalid="true"/,
  );
  assert.match(markup, /<option value="">none<\/option>.*<option value="call" selected>by call/);
  assert.match(markup, /name="on" value="yes" checked/);
  assert.match(markup, /id="note-hint">Short\./);
});
