import type { ChildProcess } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const lookAgainMs = 20;

/** Processes that work in a folder, as those of PostgreSQL do in their data folder. */
const allProcessesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && worksIn(pid, folder));

/** Ends these children and the processes that work in `folder` at once, as the loss of a machine does. */
export async function killTree(children: ChildProcess[], folder: string): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  for (let pids = allProcessesOf(folder); pids.length > 0; pids = allProcessesOf(folder)) {
    for (const pid of pids) killIfThere(pid);
    await sleep(lookAgainMs);
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    const place = readlinkSync(`/proc/${pid}/cwd`);
    return place === folder || place.startsWith(`${folder}/`);
  } catch {
    return false;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since it was listed.
  }
}
