/** Finds damage in a supplier's own table: digits and zeros that a spreadsheet lost, totals, hidden rows. */
import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { TableRow } from '../platform/spreadsheet/table-row.ts';
import { doubtOfText } from '../vault/import-pool/doubtful-text.ts';
import {
  looksRounded,
  noLongNumbers,
  noteNumber,
  type LongNumbers,
} from '../vault/import-pool/kept-digits.ts';
import { readListedNumber, readNumber } from '../vault/import-pool/read-row.ts';
import { findings, maxShown, note, type Findings, type RowProblem } from '../vault/import-pool/report.ts';
import { normaliseNumber } from '../vault/compared-number.ts';
import { codeFingerprint } from '../vault/seal-code.ts';

interface Damage {
  rows: Findings<RowProblem>;
  long: LongNumbers;
}

/** Zeros in front that are tried where a number is not known: a spreadsheet takes them off. */
const mostZeros = 4;

const paddedInsertion = insertion('padded_claims', { line: 'bigint', fingerprint: 'bytea' });

export async function beginDamage(tx: Tx): Promise<Damage> {
  await tx.query(`create temp table padded_claims (line bigint, fingerprint bytea) on commit drop`);
  return { rows: findings(), long: noLongNumbers() };
}

/** Whether the row may be a sale. */
export function noteDamage({ rows, long }: Damage, row: TableRow, column: number | null): boolean {
  if (row.hidden === true) note(rows, { line: row.line, reason: { is: 'hidden-row' } });
  if (column === null) return true;
  const read = readListedNumber(row, column);
  if (read.is === 'wrong') {
    note(rows, { line: row.line, reason: read.reason });
    return true;
  }
  noteNumber(long, read.value);
  const doubt = read.value === '' ? null : doubtOfText(read.value);
  if (doubt === null) return true;
  note(rows, { line: row.line, reason: { is: doubt, what: 'number' } });
  return false;
}

/** Keeps what the numbers would be with zeros in front. */
export async function notePadded(
  tx: Tx,
  keyring: Keyring,
  supplierId: number,
  { rows, column }: { rows: readonly TableRow[]; column: number | null },
): Promise<void> {
  if (column === null) return;
  const padded = rows.flatMap((row) => {
    const number = normaliseNumber(readNumber(row, column) ?? '');
    if (!/^\d{3,}$/.test(number)) return [];
    return Array.from({ length: mostZeros }, (_, at) => ({
      line: row.line,
      fingerprint: codeFingerprint(keyring, supplierId, '0'.repeat(at + 1) + number),
    }));
  });
  await paddedInsertion.into(tx, padded);
}

/** All that is damaged, by line; numbers that were not found are looked for with zeros in front. */
export async function damageOf(
  tx: Tx,
  { rows, long }: Damage,
  { supplierId, schemas }: { supplierId: number; schemas: readonly string[] },
): Promise<Findings<RowProblem>> {
  const lines = new Set<number>();
  for (const schema of schemas) {
    const found = await tx.query<{ line: number }>(
      `select distinct w.line from claims w join padded_claims p on p.line = w.line
       join ${schema}.codes c on c.supplier_id = $1 and c.fingerprint = p.fingerprint and c.request_id is not null
       where w.code_id is null`,
      [supplierId],
    );
    for (const { line } of found.rows) lines.add(line);
  }
  for (const line of [...lines].toSorted((one, other) => one - other))
    note(rows, { line, reason: { is: 'zeros-lost' } });
  if (looksRounded(long)) note(rows, { line: 1, reason: { is: 'numbers-rounded' } });
  const shown = rows.shown.toSorted((one, other) => one.line - other.line).slice(0, maxShown);
  return { total: rows.total, shown };
}
