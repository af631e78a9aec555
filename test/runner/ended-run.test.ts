/** A run that is ended, in whichever way, ends what its tests have started and its PostgreSQL. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLUSTER_VARIABLE } from '../support/test-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-ended-run-'));
after(() => rmSync(folder, { recursive: true }));

const root = join(import.meta.dirname, '../..');
const patienceMs = 120_000;

/** Starts a program in a group of its own, as samples do, whose parent has ended; one that knows no mark; and waits. */
const endless = (pids: string): string => `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { childEnvironment } from '${join(root, 'test/support/child-environment.ts')}';
test('it waits', async () => {
  const env = childEnvironment;
  const sample = spawn('sh', ['-c', 'sleep 600 & echo $!; exit 0'], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const [orphan] = await sample.stdout.take(1).toArray();
  const stays = spawn('sh', ['-c', 'env -i sleep 600 & echo $!; wait'], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const [unmarked] = await stays.stdout.take(1).toArray();
  writeFileSync('${pids}', [orphan, unmarked, stays.pid, process.pid].map((pid) => String(pid).trim()).join(' '));
  await new Promise((done) => setTimeout(done, 600_000));
});
`;

const lives = (pid: number): boolean => {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return stat !== '' && !stat.includes(') Z ');
};

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!isSo()) {
    assert.ok(performance.now() < deadline, what);
    await sleep(50);
  }
}

/** Each of these ends it; a second signal that comes meanwhile changes nothing. */
const endings: NodeJS.Signals[][] = [
  ['SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['SIGHUP', 'SIGTERM', 'SIGINT'],
  ['SIGKILL'],
];

for (const signals of endings)
  test(
    `a run that is ended by ${signals.join(', ')} leaves nothing`,
    { skip: !existsSync('/proc') },
    async () => {
      const name = signals.join('-');
      const [file, pids] = [join(folder, `${name}.test.mjs`), join(folder, `${name}.pids`)];
      writeFileSync(file, endless(pids));
      const { [CLUSTER_VARIABLE]: _, ...env } = process.env;
      const run = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'test/run.ts', file], {
        cwd: root,
        env,
        stdio: 'ignore',
      });
      const ended = new Promise<void>((resolve) => run.once('close', () => resolve()));
      await until(() => existsSync(pids) && readFileSync(pids, 'utf8') !== '', 'the test has not begun');
      const started = readFileSync(pids, 'utf8').split(' ').map(Number);
      const servers = childrenOf(run.pid ?? 0);
      assert.ok(started.every(lives) && servers.length >= 2);
      for (const signal of signals) run.kill(signal);
      await ended;
      await until(() => ![...started, ...servers].some(lives), 'some of it lives on');
    },
  );

/** Of the run: the process that runs files, and PostgreSQL. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
