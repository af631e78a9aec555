/** What the entry of the program installs for which run, and what it says of it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../../docs/read-samples.ts';

interface Part {
  folder: string;
  withDevelopment?: boolean;
  megabytes: number;
  toolMegabytes?: number;
  dataMegabytes?: number;
}

const load = (name: string): Promise<object> => import(join(root, 'bin', name)) as Promise<object>;
const { partsFor, MEGABYTES } = (await load('parts.mjs')) as {
  MEGABYTES: Record<string, number>;
  partsFor: (folder: string, run: { runsFile: boolean; command: string; args?: string[] }) => Part[];
};
const { whatFor } = (await load('install.mjs')) as { whatFor: (missing: Part[]) => string };

test('tools for tests are installed for files of this repository that use them, and for no other file', () => {
  const [first] = partsFor(root, { runsFile: true, command: 'test/run.ts' });
  assert.equal(first?.withDevelopment, true);
  for (const command of ['order.ts', '../order.ts', 'shop/test.ts', 'release/pack.ts']) {
    const parts = partsFor(root, { runsFile: true, command });
    assert.ok(!parts.some(({ withDevelopment }) => withDevelopment === true), command);
    assert.ok(!parts.some(({ folder }) => folder.endsWith('demo')), command);
  }
});

test('the help of npm test is told without tools for tests', () => {
  const run = { runsFile: true, command: 'test/run.ts' };
  const parts = partsFor(root, { ...run, args: ['--help'] });
  assert.ok(!parts.some(({ withDevelopment }) => withDevelopment === true));
  assert.ok(!parts.some(({ folder }) => folder.endsWith('demo')));
  const [first] = partsFor(root, { ...run, args: ['test/tidy'] });
  assert.equal(first?.withDevelopment, true);
});

test('what the program compiles is kept where npm deletes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-compiled-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tell.mjs');
  writeFileSync(file, `import { getCompileCacheDir } from 'node:module'; console.log(getCompileCacheDir());`);
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const asked = spawnSync(process.execPath, ['bin/facevalue.mjs', '--run', file], { cwd: root, env });
  const kept = relative(root, asked.stdout.toString().trim());
  assert.match(kept, /^\.cache\b/, `${kept} ${asked.stderr.toString()}`);
});

const lock = (version: string): string =>
  JSON.stringify({
    packages: { '': {}, 'node_modules/a': { version }, 'node_modules/t': { version: '1', dev: true } },
  });

test('what is installed is said as what it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-parts-'));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package-lock.json'), lock('1'));
  const program = { folder, holds: [], withDevelopment: false, megabytes: 200, toolMegabytes: 0 };
  const withTools = { ...program, withDevelopment: true, toolMegabytes: 130 };
  assert.equal(whatFor([program]), 'for the first time, about 200 MB');
  assert.equal(whatFor([withTools]), 'for the first time, about 330 MB');
  mkdirSync(join(folder, 'node_modules'));
  assert.equal(whatFor([withTools]), 'the last installation was broken off');
  writeFileSync(
    join(folder, 'node_modules/.package-lock.json'),
    lock('1').replace(/,"node_modules\/t".*?\}/, ''),
  );
  assert.equal(whatFor([withTools]), 'tools for tests and development, about 130 MB');
  writeFileSync(join(folder, 'package-lock.json'), lock('2'));
  assert.equal(whatFor([program]), 'they changed since the last start');
});

test('a first start says what README says: the packages, and all of it with the data', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, all = ''] = /about (\d+) MB of disk/.exec(readme) ?? [];
  const parts = partsFor(root, { runsFile: false, command: 'start' });
  // Where there is no Node that is new enough, it is a part of its own.
  const node = parts.length === 2 ? [{ folder: join(root, 'none'), megabytes: MEGABYTES.node ?? 0 }] : [];
  const missing = [...parts, ...node].map((part, at) => ({ ...part, folder: join(root, `none-${at}`) }));
  assert.match(
    whatFor(missing),
    new RegExp(`^for the first time, about \\d+ MB of the ${all} that the demo takes with its data$`),
  );
  const other = partsFor(root, { runsFile: false, command: 'setup' });
  assert.ok(
    other.every(({ dataMegabytes }) => dataMegabytes === undefined),
    'a database of its own is empty',
  );
});
