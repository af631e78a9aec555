/** What a release is made of. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, run } from './run.ts';

/** The program as in the image, and what is read before it is installed; a file .env never gets into it. */
const parts = [
  'package.json',
  'LICENSE',
  'LICENCES.md',
  'CHANGELOG.md',
  '.env.example',
  'bin',
  'migrations',
  'packages/node',
  'src',
  'docs/monitoring',
  'docs/operating',
  // What commands and log lines refer to.
  ...globSync('docs/{,ru/}*.md', { cwd: root }),
];

/** Not the Node that may be installed in packages/node: the archive would depend on the machine that makes it. */
const isOfCommit = (source: string): boolean => basename(source) !== 'node_modules';

/** Copies the program without its packages into a new folder. */
export function layOut(target: string): void {
  mkdirSync(target, { recursive: true });
  for (const part of parts)
    cpSync(join(root, part), join(target, part), { recursive: true, filter: isOfCommit });
  for (const path of globSync('src/**/*.test.ts', { cwd: target })) rmSync(join(target, path));
}

/** Of exactly the locked versions, without tools for development, and running nobody's install scripts. */
export function installPackages(target: string): void {
  const lock = join(target, 'package-lock.json');
  cpSync(join(root, 'package-lock.json'), lock);
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], target);
  leaveOutDevelopment(target);
  leaveOutTypes(join(target, 'node_modules'));
  // Where one is, the program compares its packages with it at each start, and offers to install them.
  rmSync(lock);
}

/** What compilers and debuggers read is a third of the packages. Node runs no TypeScript of packages. */
function leaveOutTypes(packages: string): void {
  // Folders may be called so, such as that of a package lodash.map.
  for (const found of globSync('**/*.{map,ts,cts,mts}', { cwd: packages, withFileTypes: true }))
    if (found.isFile()) rmSync(join(found.parentPath, found.name));
}

/** The documentation, as `serve` shows it. */
export function makeDocs(target: string): void {
  const out = join(target, 'packages/docs/site');
  run(process.execPath, ['bin/facevalue.mjs', '--run', 'packages/docs/build.ts', '--out', out]);
}

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: object }>;
}

/**
 * Takes packages for development out of the manifest and its lock file. `npm sbom --omit=dev` would also leave out those of
 * production that something for development needs too.
 */
export function leaveOutDevelopment(target: string): void {
  edit<{ devDependencies?: object }>(join(target, 'package.json'), (manifest) => {
    delete manifest.devDependencies;
  });
  edit<Lock>(join(target, 'package-lock.json'), ({ packages }) => {
    delete packages['']?.devDependencies;
    for (const [path, { dev }] of Object.entries(packages)) if (dev === true) delete packages[path];
  });
}

function edit<Content>(file: string, change: (content: Content) => void): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as Content;
  change(content);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
