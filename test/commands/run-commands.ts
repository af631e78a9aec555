import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MigratedDatabase } from '../support/migrated-database.ts';
import { runMain, type Ran } from '../support/run-main.ts';

/** Of all test files of this process, each of which may be the last. */
export const folder = mkdtempSync(join(tmpdir(), 'facevalue-commands-'));
process.once('exit', () => rmSync(folder, { recursive: true }));

type Installation = Pick<MigratedDatabase, 'url'>;

/** Runs the program on a database of its own, or on none. */
export const run = (
  world: Installation | null,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ran> =>
  runMain(args, {
    FACEVALUE_DATA: folder,
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: world?.url ?? 'postgres://127.0.0.1:1/nowhere',
    ...env,
  });

/** The answer of a command that must succeed. */
export async function json(world: Installation, ...args: string[]): Promise<Record<string, unknown>> {
  const ran = await run(world, [...args, '--json']);
  assert.equal(ran.code, 0, ran.out + ran.err);
  return JSON.parse(ran.out);
}
