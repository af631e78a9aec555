/** A sheet as received: a file, or bytes. */
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { TableProblem } from './table-problem.ts';

/** Parsed in chunks: otherwise all rows would be made before the first is used. */
const chunkBytes = 64 * 1024;

/** A table as received: a file on disk, or bytes in memory only. */
export interface TableFile {
  size: number;
  head(bytes: number): Promise<Buffer>;
  chunks(): AsyncIterable<Buffer>;
  whole(): Promise<Buffer>;
}

export const tableOfBytes = (bytes: Buffer): TableFile => ({
  size: bytes.length,
  head: (count) => Promise.resolve(bytes.subarray(0, count)),
  async *chunks() {
    for (let from = 0; from < bytes.length; from += chunkBytes)
      yield await Promise.resolve(bytes.subarray(from, from + chunkBytes));
  },
  whole: () => Promise.resolve(bytes),
});

export async function tableAt(path: string): Promise<TableFile> {
  return {
    size: await sizeOf(path),
    async head(count) {
      await using file = await open(path);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
      return buffer.subarray(0, bytesRead);
    },
    chunks: () => createReadStream(path) as AsyncIterable<Buffer>,
    whole: () => readFile(path),
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    await using file = await open(path);
    const stat = await file.stat();
    if (!stat.isFile()) throw new TableProblem({ is: 'no-file' });
    return stat.size;
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? problem.code : '';
    if (code === 'ENOENT') throw new TableProblem({ is: 'missing' });
    if (code === 'EACCES') throw new TableProblem({ is: 'forbidden' });
    throw problem;
  }
}
