import { isCode, resolvePath, type SourceFile } from './source-file.ts';

const exported = /^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm;
const imported = /(?:import|export)\s+\{([^}]*)\}\s*from\s+'(\.[^']+)'/g;
/** A file that is imported whole, or when it is needed, exports what its importer looks for by name. */
const importedWhole = /import\('(\.[^']+)'\)|\* as \w+ from '(\.[^']+)'/g;

/** Types are left out: they name the shapes of exported functions. */
export function exportsAreImported(files: SourceFile[]): string[] {
  const code = files.filter(isCode);
  const known = new Set(code.flatMap(importsIn));
  return code.flatMap(({ path, text }) =>
    [...text.matchAll(exported)]
      .map(([, name]) => name ?? '')
      .filter((name) => !known.has(path) && !known.has(`${path} ${name}`))
      .map((name) => `nothing imports ${name} of ${path}: it needs no export`),
  );
}

/** `path` of a file that is imported whole, `path name` of a name that is imported. */
const importsIn = ({ path, text }: SourceFile): string[] => [
  ...[...text.matchAll(importedWhole)].map(([, later, whole]) => resolvePath(path, later ?? whole ?? '')),
  ...[...text.matchAll(imported)].flatMap(([, names = '', from = '']) =>
    names.split(',').map((name) => `${resolvePath(path, from)} ${plainName(name)}`),
  ),
];

const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^type /, '')
    .replace(/ as \w+$/, '');
