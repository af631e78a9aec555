/** The pages of the site: which file makes which address. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { curvesSection } from './curves.ts';
import { referencePages } from './reference/reference-pages.ts';
import { root, sitePath, type Language } from './repository.ts';

export interface DocPage {
  /** Of the repository; what is made of other data has a file that does not exist. */
  file: string;
  /** `operating`, `decisions/0068-…`: the same in both languages. */
  name: string;
  language: Language;
  title: string;
  text: string;
  /** Not in the navigation and not found by the search. */
  isAside: boolean;
}

/** Pages from outside of docs/, by their names. */
const fromElsewhere: Record<string, string> = {
  'sdk/README.md': 'sdk',
  'sdk/typescript/README.md': 'sdk-typescript',
  'sdk/python/README.md': 'sdk-python',
  'sdk/php/README.md': 'sdk-php',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'reporting',
  'ARCHITECTURE.md': 'architecture',
};

export interface Group {
  en: string;
  ru: string;
  pages: string[];
}

export const readNavigation = (): Group[] =>
  JSON.parse(readFileSync(join(root, 'packages/docs/navigation.json'), 'utf8')) as Group[];

/** A link to the twin, for readers of files; the site has a switch. */
const twinLink = /^\[(?:По-русски|In English)\]\([^)]+\)\n+/m;

export function readPages(): DocPage[] {
  const english = globSync('docs/*.md', { cwd: root });
  const russian = globSync('docs/ru/*.md', { cwd: root });
  const forDevelopers = globSync('docs/{decisions,developing}/*.md', { cwd: root });
  const files = [...english, ...russian, ...forDevelopers, ...Object.keys(fromElsewhere)].toSorted();
  const written = files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => pageOf(file, readFileSync(join(root, file), 'utf8').replace(twinLink, '')));
  return [...written, ...referencePages().map(({ file, text }) => pageOf(file, text))];
}

function pageOf(file: string, text: string): DocPage {
  const language = file.startsWith('docs/ru/') ? 'ru' : 'en';
  const name = fromElsewhere[file] ?? file.replace(/^docs\/(?:ru\/)?/, '').replace(/(?:\/README)?\.md$/, '');
  return {
    file,
    name,
    language,
    title: titleOf(file, text),
    text: name === 'benchmarks' ? text + curvesSection(language) : text,
    isAside: name.startsWith('decisions/'),
  };
}

function titleOf(file: string, text: string): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file} has no first-level heading.`);
  return title.replaceAll('`', '');
}

/** `/docs/ru/operating/` */
export function addressOf({ name, language }: Pick<DocPage, 'name' | 'language'>): string {
  const folder = language === 'ru' ? `${sitePath}ru/` : sitePath;
  return name === 'index' ? folder : `${folder}${name}/`;
}

/** The page in the other language, if it is there. */
export const twinOf = (page: DocPage, pages: readonly DocPage[]): DocPage | undefined =>
  pages.find(({ name, language }) => name === page.name && language !== page.language);
