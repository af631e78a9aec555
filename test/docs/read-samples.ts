/** The fenced blocks of the documents: CONTRIBUTING.md says what their marks mean. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Sample {
  page: string;
  line: number;
  language: string;
  code: string;
  marks: Map<string, string>;
}

export const documents = (): string[] =>
  [
    'README.md',
    'sdk/README.md',
    ...globSync('sdk/*/README.md', { cwd: root }),
    ...globSync('docs/*.md', { cwd: root }),
  ]
    .concat(globSync('docs/ru/*.md', { cwd: root }))
    .toSorted();

/** The samples of a page that name this test: it runs them. */
export const samplesTestedBy = (test: string, page: string): Sample[] =>
  samplesOf(page).filter(({ marks }) => marks.get('tested-by') === test);

const readDocument = (page: string): string => readFileSync(join(root, page), 'utf8');

const fence = /^(?<indent> *)```(?<info>.*)\n(?<code>[^]*?)^ *```$/gm;

export const samplesOf = (page: string): Sample[] => samplesIn(page, readDocument(page));

export function samplesIn(page: string, text: string): Sample[] {
  return [...text.matchAll(fence)].map(({ index, groups = {} }) => {
    const [language = '', ...rest] = (groups['info'] ?? '').trim().split(' ');
    const indent = groups['indent'] ?? '';
    return {
      page,
      line: text.slice(0, index).split('\n').length,
      language,
      code: (groups['code'] ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      marks: marksOf(rest.join(' ')),
    };
  });
}

const mark = /([a-z-]+)(?:=(?:"([^"]*)"|(\S+)))?/g;

const marksOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(mark)].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
