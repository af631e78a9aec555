import { resolvePath, type SourceFile } from './source-file.ts';

export const isDocument = ({ path }: SourceFile): boolean => path.endsWith('.md') && path !== 'CHANGELOG.md';

/** Links and paths in the documents lead to files; those for developers may start in src/. */
export function documentsNameFilesThatExist(
  files: SourceFile[],
  exists: (path: string) => boolean,
): string[] {
  return files.filter(isDocument).flatMap((file) => {
    const links = [...file.text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to]) => ({
      name: to ?? '',
      places: [resolvePath(file.path, to ?? '')],
    }));
    const paths = [...file.text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
      .map(([, path]) => (path ?? '').replace(/\/$/, ''))
      .filter((path) => !path.startsWith('.') && isFolder(path.split('/')[0] ?? '', exists))
      .map((path) => ({ name: path, places: [path, `src/${path}`] }));
    return [...links, ...paths]
      .filter(({ places }) => !places.some(exists))
      .map(({ name }) => `${file.path} names ${name}, which is not there`);
  });
}

const isFolder = (name: string, exists: (path: string) => boolean): boolean =>
  name !== '' && (exists(name) || exists(`src/${name}`));

/** `commands` maps each command to its own commands, if it has any. */
export function documentsNameCommandsThatExist(
  files: SourceFile[],
  commands: Map<string, string[]>,
  scripts: string[],
): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) => {
    const code = [...text.matchAll(/`([^`\n]+)`|```\w*\n([\s\S]*?)```/g)].map(
      ([, line, block]) => line ?? block ?? '',
    );
    const told = code.flatMap((part) => [...part.matchAll(/\bfacevalue ([a-z-]+)(?: ([a-z-]+))?/g)]);
    const unknown = told
      .filter(([, command = '', inner = '']) => {
        const own = commands.get(command);
        return own === undefined || (own.length > 0 && inner !== '' && !own.includes(inner));
      })
      .map(([name]) => `${path} names the command «${name}», which is not there`);
    const missing = code
      .flatMap((part) => [...part.matchAll(/\bnpm (?:run )?(start|test|[a-z]+)\b/g)])
      .filter(([name, script = '']) => name.startsWith('npm run') && !scripts.includes(script))
      .map(([name]) => `${path} names «${name}», which is not in package.json`);
    return [...unknown, ...missing];
  });
}
