/** docs/supplier-adapters.md has every setting of every adapter, as its schema has it: a new one turns this red. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { adapterNamed, adapters } from '../../src/suppliers/adapters/list.ts';
import { inEnglish, inRussian, rowStart, settingTables, type SettingRow } from './adapter-settings.ts';
import { root, samplesOf } from './read-samples.ts';

const pages = { en: 'docs/supplier-adapters.md', ru: 'docs/ru/supplier-adapters.md' };

/** The rows below each heading, without the head of their table. */
const tablesOf = (page: string): string[][] =>
  readFileSync(join(root, page), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => section.split('\n').filter((line) => line.startsWith('| `')));

const meaningOf = (line: string, start: string): string =>
  line.slice(start.length).replace(/ \|$/, '').trim();

for (const [language, page] of Object.entries(pages)) {
  test(`${page}: every setting with its type and default, and no other`, () => {
    const words = language === 'en' ? inEnglish : inRussian;
    const told = tablesOf(page);
    const tables = [...settingTables()];
    assert.equal(told.length, tables.length);
    for (const [index, [name, rows]] of tables.entries()) {
      const starts = rows.map((row: SettingRow) => rowStart(row, words));
      const lines = told[index] ?? [];
      assert.deepEqual(
        lines.map((line, at) => (line.startsWith(starts[at] ?? ' ') ? starts[at] : line)),
        starts,
        name,
      );
      for (const [at, line] of lines.entries()) {
        const meaning = meaningOf(line, starts[at] ?? '');
        if (language === 'en') assert.equal(meaning, rows[at]?.meaning, `${name}: ${line}`);
        else assert.ok(meaning !== '' && meaning !== rows[at]?.meaning, line);
      }
    }
  });

  test(`${page}: its samples are settings`, () => {
    const samples = samplesOf(page).filter(({ language: kind }) => kind === 'json');
    // The one of SOAP would be a whole WSDL.
    const named = adapters.filter(({ name }) => name !== 'soap');
    assert.equal(samples.length, named.length);
    for (const [index, { name }] of named.entries()) {
      const read = adapterNamed(name)?.settings.safeParse(JSON.parse(samples[index]?.code ?? ''));
      assert.equal(read?.success, true, `${name}: ${read?.error?.message}`);
    }
  });
}
