/** Creates the cluster of the embedded PostgreSQL and keeps its password. */
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../../process/start-problem.ts';
import { runBinary, type BinaryRun } from './run-binary.ts';

export const superuser = 'facevalue';
const passwordBytes = 24;

export function clusterFolderOf(folder: string): string {
  return join(folder, 'cluster');
}

function passwordFileOf(folder: string): string {
  return join(folder, 'password');
}

export function readPassword(folder: string): string {
  try {
    return readFileSync(passwordFileOf(folder), 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartProblem(
      `The password of the embedded PostgreSQL in ${folder} cannot be read (${reason}).`,
    );
  }
}

/** Creates the cluster on first use, completely or not at all, and returns its password. */
export async function initialiseCluster(
  folder: string,
  run: BinaryRun,
  options: { durable: boolean; onProgress: (output: string) => void },
): Promise<string> {
  const cluster = clusterFolderOf(folder);
  const passwordFile = passwordFileOf(folder);
  if (existsSync(join(cluster, 'PG_VERSION'))) return readPassword(folder);

  options.onProgress('Preparing the embedded PostgreSQL (first start only)…');
  const password = randomBytes(passwordBytes).toString('base64url');
  // initdb works in a folder with a temporary name, so that an interrupted run never looks like a finished cluster.
  const unfinished = join(folder, 'cluster.new');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flush: true });
  giveTo(run.runAs.uid, [unfinished, passwordFile]);

  const result = await runBinary(run, run.binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Repetitions protect passwords that can be guessed. This one is random, and each connection would pay for them.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(options.durable ? [] : ['--no-sync']),
  ]);
  if (result.code !== 0) throw new StartProblem(explainInitdb(folder, run, result.output));
  renameSync(unfinished, cluster);
  return password;
}

function giveTo(uid: number | null, paths: string[]): void {
  if (uid !== null) for (const path of paths) chownSync(path, uid, uid);
}

function explainInitdb(folder: string, run: BinaryRun, output: string): string {
  const reason = output
    .trim()
    .split('\n')
    .findLast((line) => /error|fatal|cannot|could not/i.test(line));
  const asNobody =
    run.runAs.uid !== null && output.includes('Permission denied')
      ? ' (PostgreSQL runs as "nobody" here: choose a folder that every user may pass to, or start as an ordinary user)'
      : '';
  return `The embedded PostgreSQL could not be made in ${folder}: ${reason ?? (output.trim().slice(-300) || 'initdb failed')}${asNobody}`;
}
