import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `sha256sum --check` reads it. */
export const checksumsFile = 'SHA256SUMS';

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** SHA-256 by file. */
export const checksumsOf = (folder: string, files: readonly string[]): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file, sha256(readFileSync(join(folder, file)))]));
