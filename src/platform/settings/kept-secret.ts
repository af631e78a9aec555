import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusableDataFolder } from '../process/start-problem.ts';

/** 32 random bytes in base64, made once and kept in a file that only its owner may read. */
export function keptSecret(dataFolder: string, name: string): string {
  const file = join(dataFolder, name);
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
    }
  } catch (problem) {
    // Two processes may start at once.
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw unusableDataFolder(dataFolder, problem);
  }
  return readKept(dataFolder, name) ?? '';
}

/** The secret of a file that was made before; null where there is none. */
export function readKept(dataFolder: string, name: string): string | null {
  try {
    return readFileSync(join(dataFolder, name), 'utf8').trim();
  } catch (problem) {
    const code = (problem as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unusableDataFolder(dataFolder, problem);
  }
}
