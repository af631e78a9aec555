/** One true figure of the disk: what the packages take, and what the documents and the installer say of it. */
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../docs/read-samples.ts';

const { MEGABYTES } = (await import(join(root, 'bin/parts.mjs'))) as { MEGABYTES: Record<Part, number> };
type Part = 'program' | 'development' | 'demo' | 'node' | 'docs' | 'clone' | 'data';

/** File systems differ by their blocks, packages by the processor. */
const tolerance = 0.06;
const blockBytes = 512;

function bytesIn(folder: string, nested = true): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!nested && entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    bytes += lstatSync(path).blocks * blockBytes + (entry.isDirectory() ? bytesIn(path, nested) : 0);
  }
  return bytes;
}

interface Installed {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

/** Of the packages of the program, or of the tools beside them. */
function measured(tools: boolean): number {
  const record = readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(record) as Installed;
  return Object.entries(packages)
    .filter(([, { dev, devOptional }]) => (dev === true || devOptional === true) === tools)
    .map(([path]) => join(root, path))
    .filter((path) => existsSync(path))
    .reduce((sum, path) => sum + bytesIn(path, false), 0);
}

const near = (bytes: number, part: Part): void => {
  const said = MEGABYTES[part];
  const is = Math.round(bytes / 1e6);
  assert.ok(Math.abs(is - said) <= said * tolerance, `${part}: ${said} MB in bin/parts.mjs, ${is} MB here`);
};

test('the packages take the disk that the installer names', { skip: process.platform !== 'linux' }, () => {
  near(measured(false), 'program');
  near(measured(true), 'development');
  for (const part of ['demo', 'node', 'docs'] as const) {
    const folder = join(root, 'packages', part, 'node_modules');
    if (!existsSync(folder)) continue;
    const headers = part === 'node' ? `${folder}/node-${process.platform}-${process.arch}/include` : '';
    near(bytesIn(folder) - (existsSync(headers) ? bytesIn(headers) : 0), part);
  }
});

const read = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ');

/** The decision that says what each is for. */
const decision = 'docs/decisions/0098-what-takes-the-disk.md';

test('README, quick start and decision say the same', () => {
  const { clone, data, program, demo, node } = MEGABYTES;
  const packages = program + demo + node;
  const all = packages + clone + data;
  for (const [page, unit] of [
    ['README.md', 'MB'],
    ['docs/quick-start.md', 'MB'],
    ['docs/ru/quick-start.md', 'МБ'],
    [decision, 'MB'],
  ])
    assert.ok(read(page ?? '').includes(`${all} ${unit}`), `${page}: ${all} ${unit}`);
  for (const [part, size] of Object.entries({ ...MEGABYTES, packages }))
    assert.match(read(decision), new RegExp(`\\b${size} MB|\\| ${size} \\|`), part);
});

test('the largest packages are those of the decision', () => {
  const record = readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(record) as Installed;
  const largest = Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) => dev !== true && devOptional !== true && existsSync(join(root, path)),
    )
    .map(([path]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      bytes: bytesIn(join(root, path), false),
    }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ name }) => name.replace(/-(?:linux|darwin)-.*$/, ''));
  const table = readFileSync(join(root, decision), 'utf8');
  const told = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) =>
    name.replace(/-(?:linux|darwin)-.*$/, ''),
  );
  assert.equal(told.length, 10);
  // Neighbours may change places by a few blocks.
  const [surely, perhaps] = [largest.slice(0, 7), new Set(largest.slice(0, 14))];
  assert.deepEqual(
    surely.filter((name) => !table.includes(`\`${name}`)),
    [],
  );
  assert.deepEqual(
    told.filter((name) => !perhaps.has(name)),
    [],
  );
});
