/** The heartbeat outside the database: a small file, which a copy of the database that is put back does not take along. */
import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../values/json.ts';
import type { CrashPoint } from '../process/crash-point.ts';

/** A beat that was committed in the database of this installation. */
export interface Beat {
  installation: string;
  beat: number;
}

/** `unreadable`: something is there that can't be read, or is no heartbeat. It is never written over. */
export type HeartbeatRead = { is: 'read'; beat: Beat } | { is: 'absent' } | { is: 'unreadable'; why: string };

const schema = z.strictObject({
  facevalue_heartbeat: z.literal(1),
  installation: z.uuid(),
  beat: z.int().positive(),
});

/** A file system over the network may never answer. */
const answerWithinMs = 5000;
const silent: HeartbeatRead = { is: 'unreadable', why: 'its file system does not answer' };
const mostBytes = 1000;
const ownerOnly = 0o600;
const unfinishedEnding = '.new';
/** Nobody writes a line for so long. */
const leftBehindMs = 60_000;

export async function readHeartbeat(path: string): Promise<HeartbeatRead> {
  try {
    await using file = await open(path, 'r');
    const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    const { success, data } = schema.safeParse(parseJson(buffer.toString('utf8', 0, bytesRead)));
    if (!success) return { is: 'unreadable', why: 'it is no heartbeat' };
    return { is: 'read', beat: { installation: data.installation, beat: data.beat } };
  } catch (problem) {
    const why = codeOf(problem);
    return why === 'ENOENT' ? { is: 'absent' } : { is: 'unreadable', why };
  }
}

/** Waits no longer for the file system than this; a reading that hangs holds a thread of the process. */
export async function inTime(reading: Promise<HeartbeatRead>): Promise<HeartbeatRead> {
  const enough = new AbortController();
  const late = sleep(answerWithinMs, silent, { signal: enough.signal });
  late.catch(() => {});
  try {
    return await Promise.race([reading, late]);
  } finally {
    enough.abort();
  }
}

/**
 * Replaces the file whole, whenever the machine or the process stops. The beat must be committed: a file is never ahead of its
 * database.
 */
export async function writeHeartbeat(
  path: string,
  { installation, beat }: Beat,
  crashPoint: CrashPoint,
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${unfinishedEnding}`;
  try {
    await writeThrough(unfinished, `${JSON.stringify({ facevalue_heartbeat: 1, installation, beat })}\n`);
    crashPoint('heartbeat:file-begun');
    await rename(unfinished, path);
  } catch (problem) {
    await rm(unfinished, { force: true });
    throw problem;
  }
  crashPoint('heartbeat:file-replaced');
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}

async function writeThrough(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', ownerOnly);
  await file.writeFile(text);
  await file.sync();
}

/** Removes what processes that were killed have left beside the file. */
export async function removeUnfinished(path: string): Promise<void> {
  const { mtimeMs: newestMs } = await stat(path);
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(unfinishedEnding)) continue;
    const left = join(dirname(path), name);
    const stats = await stat(left).catch(() => null);
    if (stats !== null && newestMs - stats.mtimeMs > leftBehindMs) await rm(left, { force: true });
  }
}

const codeOf = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : 'unknown';
