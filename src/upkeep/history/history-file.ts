/** The files of moved history: pieces of gzip, written one behind the other and compared with what the database knows. */
import { hash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { tryLockFile, type FileLock } from '../../platform/process/file-lock.ts';

const ownerOnly = { file: 0o600, folder: 0o700 };
/** Size of one unpacked piece; a piece is what one transaction moves. */
const maxPieceBytes = 512 * 1024 * 1024;

/** Only one run at a time writes to a folder; a killed one holds it no longer. */
export async function lockFolder(folder: string): Promise<FileLock> {
  await mkdir(folder, { recursive: true, mode: ownerOnly.folder }).catch((problem: unknown) => {
    throw new HistoryFileProblem(
      `The folder can't be made: ${problem instanceof Error ? problem.message : ''}`,
    );
  });
  const lock = tryLockFile(join(folder, 'lock'), 'exclusive');
  if (lock === null) throw new HistoryFileProblem(`Another run writes to ${folder}.`);
  return lock;
}

/** The place of a piece in the file of its month. */
export interface PiecePlace {
  /** The first day of the month. */
  month: string;
  fromByte: number;
  bytes: number;
  sha256: Buffer;
}

/** A file of a folder is not what the database says it is. */
export class HistoryFileProblem extends Error {}

const fileName = (month: string): string => `${month.slice(0, 7)}.jsonl.gz`;

export const packPiece = (lines: readonly string[]): Promise<Buffer> =>
  promisify(gzip)(lines.map((line) => `${line}\n`).join(''));

export const sha256Of = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');

/**
 * Writes a piece behind those that are known, and returns when it is on the disk. What a killed run has left behind them is
 * overwritten: its rows are still in the tables. `before` is the last known piece of the file.
 */
export async function writePiece(
  folder: string,
  place: PiecePlace,
  packed: Buffer,
  before: PiecePlace | null,
): Promise<void> {
  const path = join(folder, fileName(place.month));
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (before === null && isThere) await rename(path, `${path}.left-${randomUUID()}`);
  if (before !== null) await readPacked(folder, before);
  const file = await open(path, before === null ? 'wx+' : 'r+', ownerOnly.file);
  try {
    await file.truncate(place.fromByte);
    await file.write(packed, 0, packed.length, place.fromByte);
    await file.sync();
  } finally {
    await file.close();
  }
  if (before === null) await syncFolder(folder);
}

/** So that the name of a new file survives a loss of power too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The lines of a piece; each is an order. */
export async function readPiece(folder: string, place: PiecePlace): Promise<string[]> {
  const text = await promisify(gunzip)(await readPacked(folder, place), { maxOutputLength: maxPieceBytes });
  return text.toString('utf8').trimEnd().split('\n');
}

async function readPacked(folder: string, { month, fromByte, bytes, sha256 }: PiecePlace): Promise<Buffer> {
  const path = join(folder, fileName(month));
  const file = await open(path, 'r').catch(() => {
    throw new HistoryFileProblem(`${path} can't be read: is this the folder?`);
  });
  try {
    const packed = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(packed, 0, bytes, fromByte);
    if (bytesRead !== bytes || !sha256Of(packed).equals(sha256))
      throw new HistoryFileProblem(
        `${path} is not what was written: bytes ${fromByte} to ${fromByte + bytes}.`,
      );
    return packed;
  } finally {
    await file.close();
  }
}
