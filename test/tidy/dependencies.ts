import { isCode, type SourceFile } from './source-file.ts';

type Versions = Record<string, string>;

interface Manifest {
  dependencies: Versions;
  optionalDependencies?: Versions;
  devDependencies: Versions;
}

/** Packages that are installed in a folder of their own: packages/NAME. */
type Apart = Pick<Manifest, 'dependencies' | 'optionalDependencies'>;

const exempt = new Map([
  ['oxlint-tsgolint', 'oxlint --type-aware starts it'],
  ['zxing-wasm', 'the till resolves the copy within barcode-detector; tests read barcodes by ours'],
]);

/** A tool for who draws the demo's pictures anew. */
const drawing = 'seeds/pictures/draw.ts';

const isProduct = ({ path }: SourceFile): boolean =>
  /^(bin|src|seeds|simulators)\//.test(path) && !path.endsWith('.test.ts') && path !== drawing;

/**
 * What the program needs is imported by it: by src, or by the demo world that `npm start` brings. What only tests, the
 * bench and checks need is a devDependency. Exact versions alone, for all.
 */
export function dependenciesAreUsed(files: SourceFile[]): string[] {
  const manifest = files.find(({ path }) => path === 'package.json');
  if (manifest === undefined) return [];
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest.text) as Manifest;
  const apart = files
    .filter(({ path }) => /^packages\/\w+\/package\.json$/.test(path))
    .map(({ text }) => JSON.parse(text) as Apart);
  const inDemo = new Map(apart.flatMap((one) => Object.entries(one.dependencies ?? {})));
  const all = files.filter((file) => isCode(file) || file.path.startsWith('bin/'));
  const [byAll, byProduct] = [named(all), named(all.filter(isProduct))];
  const byProgram = named(all.filter(({ path }) => path.startsWith('src/')));
  const unused = Object.keys(dependencies)
    .filter((name) => !byProduct.has(name))
    .map((name) => `nothing that runs in production or in the demo imports ${name}`);
  const idle = Object.keys(devDependencies)
    .filter((name) => !byAll.has(name.replace(/^@types\//, '')))
    .map((name) => `nothing imports ${name}`);
  const misplaced = Object.keys(devDependencies)
    .filter((name) => (inDemo.has(name) ? byProgram : byProduct).has(name))
    .map((name) => `${name} is imported by what runs without devDependencies`);
  const different = [...inDemo]
    .filter(([name, version]) => (devDependencies[name] ?? version) !== version)
    .map(([name]) => `${name} has another version in packages/`);
  const pinned = [{ dependencies, optionalDependencies }, { dependencies: devDependencies }, ...apart];
  const loose = pinned
    .flatMap((one) => Object.entries({ ...one.dependencies, ...one.optionalDependencies }))
    .filter(([, version]) => !/^(?:npm:.+@)?\d/.test(version))
    .map(([name, version]) => `${name} is not pinned: ${version}`);
  const exemptNames = [...exempt.keys()];
  return [...unused, ...idle, ...misplaced, ...different, ...loose].filter(
    (line) => !exemptNames.some((name) => line.split(' ').includes(name)),
  );
}

const mention = /'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'\n]*)?'|node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//g;

/** Packages by `'pg'`, `'pg/lib/x.js'`, `../node_modules/pg/…`. */
const named = (files: SourceFile[]): Set<string> =>
  new Set(
    files.flatMap(({ text }) => [...text.matchAll(mention)].map(([, quoted, path]) => quoted ?? path ?? '')),
  );
