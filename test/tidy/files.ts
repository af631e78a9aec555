import { isCode, type SourceFile } from './source-file.ts';

const maxLines = 300;

export function filesAreShort(files: SourceFile[]): string[] {
  return files
    .filter(isCode)
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines: what are its parts?`);
}

/** Whoever opens a file reads first what it is for: at its top, or on what it exports first, behind the imports. */
export function filesSayWhatFor(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith('.ts') && !path.startsWith('test/') && !path.endsWith('.test.ts'))
    .filter(({ text }) => {
      const code = text.replace(/^(import[\s\S]*?;\n|\n)*/, '');
      return !text.startsWith('/**') && !/^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nexport /.test(code);
    })
    .map(({ path }) => `${path} does not say in its first lines what it is for`);
}

/** A file is a verb or a noun of the domain. */
const shapelessNames = [
  'index',
  'types',
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'shared',
  'constants',
];

export function namesSayWhat(files: SourceFile[]): string[] {
  return files
    .filter(isCode)
    .filter(({ path }) => {
      const name = (path.split('/').at(-1) ?? '').replace(/(?:\.test)?\.ts$/, '');
      const folders = path.split('/').slice(1, -1);
      return ![name, ...folders].every(
        (part) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(part) && !shapelessNames.includes(part),
      );
    })
    .map(({ path }) => `${path}: a file is a verb or a noun, in kebab-case`);
}

const numberOf = (path: string | undefined): string | undefined =>
  /^migrations\/(\d{4})-[a-z0-9-]+\.sql$/.exec(path ?? '')?.[1];

export function migrationsAreNumbered(files: SourceFile[]): string[] {
  const names = files
    .map(({ path }) => path)
    .filter((path) => path.startsWith('migrations/'))
    .toSorted();
  return names.flatMap((path, index) => {
    const number = numberOf(path);
    if (number === undefined) return [`${path} is not named NNNN-name.sql`];
    return number === numberOf(names[index - 1]) ? [`${path} has the number of another`] : [];
  });
}
