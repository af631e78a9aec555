/**
 * `npm run test:planted [-- WORD…]`: plants each fault (or those whose name has the words) in a copy of the repository, one after the
 * other, and runs the file that must catch it. Fails if one is not caught, or stands no longer where it was.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suiteOf } from '../suites/suites.ts';
import { CLUSTER_VARIABLE, startTestCluster } from '../support/test-cluster.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { planted } from './plant.ts';

type Verdict = 'caught' | 'NOT CAUGHT' | 'stands no longer';

const words = process.argv.slice(2).filter((word) => word !== '--');
const wanted = faults.filter(({ name }) => words.every((word) => name.includes(word)));

const usage = `npm run test:planted [-- WORD…]: plants each fault, or those whose name has all the words, in a copy of the repository, and runs
the test file that must catch it`;
if (words.includes('--help')) {
  print(usage);
  process.exit(0);
}
if (wanted.length === 0) {
  process.stderr.write(`No fault has these words: ${words.join(' ')}\n\n${usage}\n`);
  process.exit(1);
}

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'facevalue-planted-'));
/** The run of the present fault. */
let runner: ChildProcess | null = null;
// Also if a signal ends it: the server hears it, and ends this process.
process.once('exit', () => {
  runner?.kill('SIGTERM');
  rmSync(copy, { recursive: true, force: true });
});
copyRepository();
const cluster = await startTestCluster();
let failed = 0;
try {
  for (const fault of wanted) {
    const verdict = await tryFault(fault);
    if (verdict !== 'caught') failed += 1;
    print(
      `${verdict}: ${fault.name} (${fault.caughtBy}, npm ${suiteOf(fault.caughtBy) === 'test' ? 'test' : 'run test:rest'})`,
    );
  }
} finally {
  await cluster.stop();
}
print(`\n${wanted.length - failed} of ${wanted.length} faults caught`);
process.exitCode = failed > 0 ? 1 : 0;

async function tryFault({ edits, caughtBy }: Fault): Promise<Verdict> {
  const before = new Map(edits.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
  const after = planted(edits, before);
  if (after === null) return 'stands no longer';
  for (const [file, changed] of after) writeFileSync(join(copy, file), changed);
  const caught = await fails(caughtBy);
  for (const [file, unchanged] of before) writeFileSync(join(copy, file), unchanged);
  return caught ? 'caught' : 'NOT CAUGHT';
}

/** By a test that ran, not by a file that no longer loads. */
async function fails(file: string): Promise<boolean> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'test/run.ts', file], {
    cwd: copy,
    env: { ...process.env, [CLUSTER_VARIABLE]: cluster.serverUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  runner = child;
  const told = await text(child.stdout);
  const [, failures] = /\n\d+ passed, (\d+) failed, \d+ skipped\n$/.exec(told) ?? [];
  return Number(failures ?? 0) > 0 && /^ {4}✖ /m.test(told);
}

/** All that Git knows or would take, as it is now, with the packages of the original. */
function copyRepository(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  for (const file of files.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const packages of globSync('{node_modules,packages/*/node_modules}', { cwd: root }))
    symlinkSync(join(root, packages), join(copy, packages));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
