/** Finds and stops the server of a data folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../../process/start-problem.ts';

const fastShutdownMs = 60_000;
const immediateShutdownMs = 20_000;
const leftoverProcessesMs = 20_000;
const lookAgainMs = 20;

/**
 * The pid of the postmaster of this cluster, or null. The pid file alone proves nothing: after a reboot the pid may
 * belong to another program, after a kill -9 to a zombie.
 */
export function findPostmaster(cluster: string): number | null {
  const pid = readPostmasterPid(cluster);
  return pid !== null && servesCluster(pid, cluster) ? pid : null;
}

function readPostmasterPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Stops the server by a fast shutdown (immediate if that hangs) and waits until it has ended. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  signal(pid, 'SIGINT');
  if (await goneWithin(pid, cluster, fastShutdownMs)) return;
  signal(pid, 'SIGQUIT');
  if (await goneWithin(pid, cluster, immediateShutdownMs)) return;
  throw new StartProblem(`The PostgreSQL process ${pid} of ${cluster} does not stop: end it by hand.`);
}

/**
 * Cleans up after a killed server: waits for its last processes, then removes a pid file whose pid now belongs to a
 * zombie or another program, because it would prevent a start. A pid that no process has is handled by PostgreSQL
 * itself.
 */
export async function clearDeadServer(cluster: string): Promise<void> {
  const deadline = performance.now() + leftoverProcessesMs;
  for (let pids = leftoverProcesses(cluster); pids.length > 0; pids = leftoverProcesses(cluster)) {
    if (performance.now() > deadline) {
      throw new StartProblem(
        `Processes of an earlier PostgreSQL still use ${cluster}: end ${pids.join(', ')} by hand.`,
      );
    }
    await sleep(lookAgainMs);
  }
  const pid = readPostmasterPid(cluster);
  if (pid !== null && exists(pid)) rmSync(join(cluster, 'postmaster.pid'));
  // Each start uses another port, so the socket and lock of a killed server would stay forever.
  for (const name of existsSync(cluster) ? readdirSync(cluster) : [])
    if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true });
}

async function goneWithin(pid: number, cluster: string, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  while (servesCluster(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await sleep(lookAgainMs);
  }
  return true;
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A zombie has no command line any more, and another program has a different one. */
function servesCluster(pid: number, cluster: string): boolean {
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(cluster);
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux') {
    const listing = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
    return listing.startsWith('Z') ? '' : listing;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Server processes whose postmaster was killed; they run in the cluster's folder and end within moments. */
function leftoverProcesses(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isSafeInteger);
  return pids.filter((pid) => standsIn(pid, cluster) && commandOf(pid).includes('postgres'));
}

function standsIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}
