import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { ServerFacts } from '../world/bench-server.ts';

/** The conditions of the measurement; nothing that identifies the owner of the machine. */
export interface Machine {
  date: string;
  commit: string | null;
  /** Files that differed from that commit. */
  changedFiles: number | null;
  cores: number;
  processor: string;
  memoryGiB: number;
  /** Load average of the minute before the run: other activity on the machine. */
  loadBefore: number;
  platform: string;
  node: string;
  postgres: string;
  postgresSettings: Record<string, string>;
}

export function machineFacts(server: ServerFacts, loadBefore: number): Machine {
  const changed = git('status', '--porcelain', '--', 'src', 'bench', 'migrations');
  return {
    date: systemClock.now().toISOString(),
    commit: git('rev-parse', 'HEAD'),
    changedFiles: changed === null ? null : changed.split('\n').filter((line) => line !== '').length,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    loadBefore,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    postgres: server.version,
    postgresSettings: server.settings,
  };
}

/** null if there is no git or no repository. */
function git(...args: string[]): string | null {
  try {
    const root = join(import.meta.dirname, '../..');
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
