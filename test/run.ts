/**
 * `npm test [-- FILE… --flags]`: one PostgreSQL for the whole run, then Node's own test runner over it.
 *
 * FACEVALUE_TEST_DATABASE_URL is the address of a server to use instead of an embedded one, for its superuser and one run at a time;
 * With FACEVALUE_TEST_CELLS=3 each test world has three cells, and what cannot be tested so is left out (cells/without-cells.ts);
 * FACEVALUE_TEST_STATEMENTS is a folder in which every statement that the run sends is noted.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CELLS_VARIABLE, withoutCells } from './cells/without-cells.ts';
import { gatheringIn, STATEMENTS_VARIABLE } from './statements/gathered.ts';
import { CLUSTER_VARIABLE, startTestCluster, useServer } from './support/test-cluster.ts';

const CONCURRENT_FILES = 2;
const ALL_TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'simulators/**/*.test.ts'];

const asked = process.argv.slice(2);
const flags = asked.filter((word) => word.startsWith('--'));
const named = asked.filter((word) => !word.startsWith('--'));
const files = named.length > 0 ? named : allFiles();

const given = process.env[CLUSTER_VARIABLE] ?? '';
const cluster = given === '' ? await startTestCluster() : await useServer(given);
/** Each test file, and each process that it starts, loads most of the program: the first one compiles it for all. */
const compiled = mkdtempSync(join(tmpdir(), 'facevalue-compiled-'));
const runner = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-reporter=spec',
    // A failed test may leave a server or a browser open; the run ends all the same.
    '--test-force-exit',
    `--test-concurrency=${CONCURRENT_FILES}`,
    ...flags,
    ...(files.length > 0 ? files : ALL_TESTS),
  ],
  {
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: compiled,
      ...process.env,
      ...gatheringIn(process.env[STATEMENTS_VARIABLE] ?? ''),
      [CLUSTER_VARIABLE]: cluster.serverUrl,
    },
  },
);
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => runner.kill(name));
runner.once('error', (error) => {
  console.error(`The test runner could not be started: ${error.message}`);
  process.exitCode = 1;
});
runner.once('close', (code, signal) => {
  rmSync(compiled, { recursive: true, force: true });
  process.exitCode = code ?? 128 + (signal === null ? 1 : constants.signals[signal]);
  void cluster.stop();
});

function allFiles(): string[] {
  const all = globSync(ALL_TESTS).toSorted();
  return process.env[CELLS_VARIABLE] === undefined ? all : all.filter((file) => !(file in withoutCells));
}
