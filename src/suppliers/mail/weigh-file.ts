import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../platform/spreadsheet/table-file.ts';
import { findColumns } from '../../vault/import-pool/columns.ts';
import type { ReadingCost, TableRow } from '../../platform/spreadsheet/table-row.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import { foreignForm } from '../../platform/spreadsheet/foreign-files.ts';
import { unpackedSize, zipEntries } from '../../platform/spreadsheet/zip-entries.ts';
import type { FileReason } from './file-reasons.ts';
import { spend, type ReadingTime } from './reading-time.ts';

/** What is known of a file before an operator has opened it. */
export type Weighing = { is: 'table'; rows: number } | { is: 'refused'; reason: FileReason };

export const maxFileBytes = 15 * 1024 * 1024;
const maxUnpackedBytes = 150 * 1024 * 1024;
/** Tables of codes compress to a fifth; a hundredfold means nothing but repetition. */
const maxShrinking = 100;
/** Small workbooks may compress any amount. */
const alwaysFineBytes = 5 * 1024 * 1024;

const zipMagic = Buffer.from('PK\u0003\u0004', 'latin1');
const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Names of parts as spelled in the directories of OLE and ZIP files. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');
const macroPart = /(^|[/\\])(vbaProject\w*\.bin|macrosheets[/\\])/i;
const workbookPart = /^xl[/\\]workbook\./i;

/** Inspects a spreadsheet without opening anything harmful; its reasons never quote the content. */
export async function weighFile(fileName: string, bytes: Buffer, time: ReadingTime): Promise<Weighing> {
  const why = whyRefused(fileName, bytes);
  if (why !== null) return { is: 'refused', reason: why };
  if (time.leftMs <= 0) return { is: 'refused', reason: { is: 'mail-too-slow' } };
  try {
    let rows = 0;
    let headingRows: number | null = null;
    const onCost = ({ ms }: ReadingCost): void => spend(time, ms);
    const table = readTable(tableOfBytes(bytes), { timeoutMs: time.leftMs, onCost });
    for await (const batch of table) {
      headingRows ??= headingRowsIn(batch);
      rows += batch.length;
    }
    rows -= headingRows ?? 0;
    return rows === 0 ? { is: 'refused', reason: { is: 'empty-table' } } : { is: 'table', rows };
  } catch (problem) {
    // A file that fails here must not stop the mails after it.
    return { is: 'refused', reason: problem instanceof TableProblem ? problem.reason : { is: 'not-read' } };
  }
}

function headingRowsIn(rows: TableRow[]): number {
  const columns = findColumns(rows, {}, true);
  return columns.is === 'found' ? columns.headingRows : 0;
}

function whyRefused(fileName: string, bytes: Buffer): FileReason | null {
  if (bytes.length > maxFileBytes) return { is: 'file-too-large', megabytes: maxFileBytes / 1024 / 1024 };
  if (bytes.length === 0) return { is: 'empty-file' };
  if (bytes.subarray(0, oleMagic.length).equals(oleMagic))
    return { is: bytes.includes(encryptedPart) ? 'protected' : 'xls' };
  if (/\.(xlsm|xltm|xlam|xlsb)$/i.test(fileName)) return { is: 'macros' };
  if (bytes.subarray(0, zipMagic.length).equals(zipMagic)) return whyWorkbookRefused(bytes);
  const form = foreignForm(bytes.toString('latin1', 0, headBytes));
  if (form !== null) return { is: form };
  // A text with the name of a workbook is a table that another program wrote.
  return /\.(csv|txt|tsv|xlsx?)$/i.test(fileName) ? null : { is: 'no-table-file' };
}

const headBytes = 4096;

function whyWorkbookRefused(bytes: Buffer): FileReason | null {
  const entries = zipEntries(bytes);
  const unpacked = unpackedSize(bytes);
  if (entries === null || unpacked === null) return { is: 'damaged' };
  if (entries.some(({ name }) => macroPart.test(name))) return { is: 'macros' };
  if (entries.some(({ encrypted }) => encrypted)) return { is: 'protected' };
  const bomb =
    unpacked > maxUnpackedBytes || (unpacked > alwaysFineBytes && unpacked > bytes.length * maxShrinking);
  if (bomb) return { is: 'bomb' };
  const workbook = entries.some(({ name }) => workbookPart.test(name));
  return workbook ? null : { is: 'archive' };
}
