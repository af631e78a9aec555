/**
 * `node bin/facevalue.mjs --run test/tidy/licences.ts` writes LICENCES.md, the licences of all packages that Facevalue
 * runs with. licences.test.ts fails if it is out of date, or if a package has a licence that nobody has looked at.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
export const licencesFile = join(root, 'LICENCES.md');

interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
}

/** Packages whose package.json does not say what their licence file says. */
const saidInFile: Record<string, string> = { 'png-js': 'MIT' };

/** Licences under which a package may be used and passed on beside Apache-2.0. */
export const compatible = new Set([
  '(BSD-3-Clause OR GPL-2.0)',
  '(MIT OR CC0-1.0)',
  '(MIT OR EUPL-1.1+)',
  '0BSD',
  'Apache-2.0',
  // The libraries beneath sharp, loaded at run time as separate files.
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'LGPL-3.0-or-later',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT-0',
]);

/** Packages by licence, each as `name@version`. */
export function licencesOf(lockFile: string): Map<string, string[]> {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  const used = Object.entries(packages).flatMap(([path, { version, license, dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (path === '' || dev === true) return [];
    return [{ licence: license ?? saidInFile[name] ?? 'unknown', title: `${name}@${version}` }];
  });
  const byLicence = Map.groupBy(used, ({ licence }) => licence);
  return new Map(
    [...byLicence]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([licence, all]) => [licence, [...new Set(all.map(({ title }) => title))].toSorted()]),
  );
}

export function asMarkdown(licences: Map<string, string[]>): string {
  const parts = [...licences].map(([licence, titles]) => `## ${licence}\n\n${titles.join(', ')}\n`);
  return `# Licences of the packages that Facevalue runs with

Facevalue itself is under the [Apache License 2.0](LICENSE). Each package below contains the text of its own licence.
Made from package-lock.json and those of packages/; which of them are installed depends on the machine.

${parts.join('\n')}`;
}

/** The generator of the documentation stays where the site is made; of its packages the site contains the search alone. */
const documentation = join('packages', 'docs');
const searchPackage = 'node_modules/pagefind';

/** All lock files as one: the program's, and those of packages/. */
export const lockFileText = (): string => {
  const folders = ['.', ...readdirSync(join(root, 'packages')).map((name) => join('packages', name))];
  const locks = folders.map((folder) => {
    const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
    return Object.entries(packages)
      .filter(([path]) => folder !== documentation || path === searchPackage)
      .map(([path, one]) => [path === '' ? '' : `${folder}/${path}`, one] as const);
  });
  return JSON.stringify({ packages: Object.fromEntries(locks.flat()) });
};

if (process.argv[1] === import.meta.filename) {
  writeFileSync(licencesFile, asMarkdown(licencesOf(lockFileText())));
}
