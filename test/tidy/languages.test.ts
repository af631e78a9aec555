import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';

/** Where the other language is meant. */
const names = ['русский', 'Русский', 'English'];

/** All texts in a table of labels; what is made of parts is left out. */
const textsIn = (labels: unknown): string[] =>
  typeof labels === 'string'
    ? [labels]
    : typeof labels === 'object' && labels !== null
      ? Object.values(labels).flatMap(textsIn)
      : [];

const isRussian = (text: string): boolean => /[а-яё]/i.test(text);
/** Two words of a sentence; names of fields and formats are the same in both. */
const isEnglish = (text: string): boolean => !isRussian(text) && /[a-z]{3,} [a-z]{2,}/i.test(text);

const isOfBoth = (value: unknown): value is { ru: unknown; en: unknown } =>
  typeof value === 'object' && value !== null && 'ru' in value && 'en' in value;

test('what pages say in Russian is Russian, and in English English', async () => {
  const files = globSync('src/**/*{labels,names}.ts');
  assert.ok(files.length > 50);
  const wrong: string[] = [];
  for (const file of files) {
    const exported = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
    for (const labels of Object.values(exported).filter(isOfBoth)) {
      const texts = [...textsIn(labels.ru).filter(isEnglish), ...textsIn(labels.en).filter(isRussian)];
      wrong.push(...texts.filter((text) => !names.includes(text)).map((text) => `${file}: ${text}`));
    }
  }
  assert.deepEqual(wrong, []);
});
