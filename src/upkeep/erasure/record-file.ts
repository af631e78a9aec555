/**
 * What was asked to be erased, kept outside the database: a backup from before does not know of it. Nothing in the file says
 * whose it was: of an address it has the keyed hash.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import type { Sql } from '../../platform/database/database.ts';

export interface RecordedErasure {
  erasureId: number;
  kind: 'order' | 'address' | 'client';
  clientId: number | null;
  requestId: number | null;
  addressHash: Buffer | null;
  reason: string;
  askedAt: Date;
}

/** The file is not such a record; line 0: it can't be read or written. */
export class RecordProblem extends Error {}

const format = 1;
const mostBytes = 256 * 1024 * 1024;
const rowsAtOnce = 1000;
const ownerOnly = 0o600;

const lineSchema = z.object({
  format: z.literal(format),
  erasure: z.int().positive(),
  kind: z.enum(['order', 'address', 'client']),
  client_id: z.int().positive().nullable(),
  request_id: z.int().positive().nullable(),
  address_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  reason: z.string(),
  asked_at: z.iso.datetime(),
});

/**
 * Adds what the database knows to the file, on the disk when it returns; there is one even without erasures, which proves that the timer runs. Lines that the database does not know stay: after a
 * restore they are what it has lost. Of two runs at once one may be undone; the next adds it again.
 */
export async function writeRecord(db: Sql, path: string): Promise<{ added: number; lines: number }> {
  const found = await readLines(path);
  const before = found ?? [];
  const lines = new Set(before);
  for await (const one of recorded(db)) lines.add(lineOf(one));
  if (found === null || lines.size > before.length)
    await replace(path, [...lines].map((line) => `${line}\n`).join(''));
  return { added: lines.size - before.length, lines: lines.size };
}

export async function readRecord(path: string): Promise<RecordedErasure[]> {
  const lines = await readLines(path);
  if (lines === null) throw new RecordProblem(`There is no file ${path}.`);
  return lines.map((line, index) => readLine(line, `${path}, line ${index + 1}`));
}

async function* recorded(db: Sql): AsyncGenerator<RecordedErasure> {
  for (let after = 0; ;) {
    const { rows } = await db.query<RecordedErasure>(
      `select id as "erasureId", kind, client_id as "clientId", request_id as "requestId", address_hash as "addressHash", reason,
         asked_at as "askedAt"
       from erasures where id > $1 order by id limit $2`,
      [after, rowsAtOnce],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.erasureId;
  }
}

const lineOf = (one: RecordedErasure): string =>
  JSON.stringify({
    format,
    erasure: one.erasureId,
    kind: one.kind,
    client_id: one.clientId,
    request_id: one.requestId,
    address_hash: one.addressHash?.toString('hex') ?? null,
    reason: one.reason,
    asked_at: one.askedAt.toISOString(),
  } satisfies z.input<typeof lineSchema>);

function readLine(line: string, where: string): RecordedErasure {
  const { success, data } = lineSchema.safeParse(jsonOf(line));
  const isWhole =
    success &&
    (data.kind === 'address' ? data.address_hash !== null : data.client_id !== null) &&
    (data.kind !== 'order' || data.request_id !== null);
  if (!isWhole) throw new RecordProblem(`${where} is no recorded erasure.`);
  return {
    erasureId: data.erasure,
    kind: data.kind,
    clientId: data.client_id,
    requestId: data.request_id,
    addressHash: data.address_hash === null ? null : Buffer.from(data.address_hash, 'hex'),
    reason: data.reason,
    askedAt: new Date(data.asked_at),
  };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Null if there is no such file yet. */
async function readLines(path: string): Promise<string[] | null> {
  const text = await readFile(path, 'utf8').catch((problem: unknown) => {
    if (codeOf(problem) === 'ENOENT') return null;
    throw new RecordProblem(`${path} can't be read (${codeOf(problem)}).`);
  });
  if (text === null) return null;
  if (text.length > mostBytes) throw new RecordProblem(`${path} is larger than a record can be.`);
  const lines = text.split('\n').filter((line) => line !== '');
  for (const [index, line] of lines.entries()) readLine(line, `${path}, line ${index + 1}`);
  return lines;
}

/** Whole or not at all, whatever happens meanwhile. */
async function replace(path: string, text: string): Promise<void> {
  try {
    const unfinished = `${path}.new`;
    await using file = await open(unfinished, 'w', ownerOnly);
    await file.writeFile(text);
    await file.sync();
    await rename(unfinished, path);
  } catch (problem) {
    throw new RecordProblem(`${path} can't be written (${codeOf(problem)}).`);
  }
}

const codeOf = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : 'unknown';
