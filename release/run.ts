import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** The list of a large tree. */
const maxOutputBytes = 64 * 1024 * 1024;

/** What a command printed; throws with what it said if it failed. */
export function run(command: string, args: readonly string[], cwd = root): string {
  const { status, error, stderr, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: maxOutputBytes,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}
