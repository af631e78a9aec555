import { mkdirSync, readFileSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultName } from './fault.ts';

/** One entry in a supplier's ledger. */
export interface LedgerEntry {
  at: string;
  /** `sent`: sent by mail for the pool. `sold`: reported as sold by the platform. */
  kind: 'issue' | 'activate' | 'sent' | 'sold';
  requestId: string;
  /** Null for an activation. */
  roubles: number | null;
  code: string;
  pin: string;
  /** `YYYY-MM-DD hh:mm:ss`, Moscow; '' for an activation. */
  expireAt: string;
  /** The fault of this call, if any. */
  fault: FaultName | null;
}

export interface Ledger {
  /** Oldest first. */
  entries: readonly LedgerEntry[];
  issuedTo(requestId: string): LedgerEntry | null;
  activation(code: string): LedgerEntry | null;
  sale(code: string): LedgerEntry | null;
  /** Resolves once the entry is stored: a supplier answers only what it has recorded. */
  add(entry: LedgerEntry): Promise<void>;
}

const maxEntries = 100_000;

/** `folder` is null if nothing is stored beyond the process. */
export function openLedger(folder: string | null, key: string): Ledger {
  const file = folder === null ? null : join(folder, `${key}.jsonl`);
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entries = file === null ? [] : readEntries(file);
  const issued = new Map<string, LedgerEntry>();
  const activated = new Map<string, LedgerEntry>();
  const sold = new Map<string, LedgerEntry>();
  for (const entry of entries) index(entry);
  let lines = entries.length;
  let unwritten = '';
  let writing: Promise<void> | null = null;

  function index(entry: LedgerEntry): void {
    if (entry.kind === 'issue') issued.set(entry.requestId, entry);
    else if (entry.kind === 'activate') activated.set(entry.code, entry);
    else if (entry.kind === 'sold') sold.set(entry.code, entry);
  }

  function forgetOldest(): void {
    const oldest = entries.shift();
    if (oldest === undefined) return;
    if (issued.get(oldest.requestId) === oldest) issued.delete(oldest.requestId);
    if (activated.get(oldest.code) === oldest) activated.delete(oldest.code);
    if (sold.get(oldest.code) === oldest) sold.delete(oldest.code);
  }

  /** Entries that arrive during a write are in the next one. */
  async function write(to: string): Promise<void> {
    // Lets simultaneous calls gather.
    await Promise.resolve();
    const text = unwritten;
    unwritten = '';
    writing = null;
    if (lines <= 2 * maxEntries) return appendFile(to, text, { mode: 0o600 });
    lines = entries.length;
    await writeFile(`${to}.new`, entries.map(lineOf).join(''), { mode: 0o600 });
    await rename(`${to}.new`, to);
  }

  let last: Promise<void> = Promise.resolve();
  return {
    entries,
    issuedTo: (requestId) => issued.get(requestId) ?? null,
    activation: (code) => activated.get(code) ?? null,
    sale: (code) => sold.get(code) ?? null,
    add(entry) {
      entries.push(entry);
      index(entry);
      if (entries.length > maxEntries) forgetOldest();
      if (file === null) return Promise.resolve();
      lines += 1;
      unwritten += lineOf(entry);
      if (writing === null) {
        writing = last.then(() => write(file));
        last = writing.catch(() => {});
      }
      return writing;
    },
  };
}

const lineOf = (entry: LedgerEntry): string => `${JSON.stringify(entry)}\n`;

function readEntries(file: string): LedgerEntry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The supplier has no entries yet.
    return [];
  }
  // An incomplete line after a crash was never answered.
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .slice(-maxEntries)
    .map((line) => JSON.parse(line) as LedgerEntry);
}
