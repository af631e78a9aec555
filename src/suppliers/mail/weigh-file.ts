import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../platform/spreadsheet/table-file.ts';
import { findColumns } from '../../vault/import-pool/columns.ts';
import type { ReadingCost, TableRow } from '../../platform/spreadsheet/table-row.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import { whyForeign } from '../../platform/spreadsheet/foreign-files.ts';
import { unpackedSize, zipEntries } from '../../platform/spreadsheet/zip-entries.ts';
import { spend, type ReadingTime } from './reading-time.ts';

/** What is known of a file before an operator has opened it. */
export type Weighing = { is: 'table'; rows: number } | { is: 'refused'; details: string };

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

/** Inspects a spreadsheet without opening anything harmful; its messages never quote the content. */
export async function weighFile(fileName: string, bytes: Buffer, time: ReadingTime): Promise<Weighing> {
  const why = whyRefused(fileName, bytes);
  if (why !== null) return { is: 'refused', details: why };
  if (time.leftMs <= 0)
    return { is: 'refused', details: 'the files before it in this mail took too long to read' };
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
    return rows === 0 ? { is: 'refused', details: 'the table is empty' } : { is: 'table', rows };
  } catch (problem) {
    // A file that fails here must not stop the mails after it.
    return {
      is: 'refused',
      details: problem instanceof TableProblem ? problem.message : 'the file can not be read',
    };
  }
}

function headingRowsIn(rows: TableRow[]): number {
  const found = findColumns(rows, {}, true);
  return found.is === 'found' ? found.headingRows : 0;
}

function whyRefused(fileName: string, bytes: Buffer): string | null {
  if (bytes.length > maxFileBytes) return `the file is larger than ${maxFileBytes / 1024 / 1024} MB`;
  if (bytes.length === 0) return 'the file is empty';
  if (bytes.subarray(0, oleMagic.length).equals(oleMagic)) {
    return bytes.includes(encryptedPart)
      ? 'the workbook is protected by a password: send it without one'
      : 'the workbook is of the old form .xls: save it as .xlsx or CSV';
  }
  if (/\.(xlsm|xltm|xlam|xlsb)$/i.test(fileName))
    return 'workbooks with macros are not taken: save it as .xlsx';
  if (bytes.subarray(0, zipMagic.length).equals(zipMagic)) return whyWorkbookRefused(bytes);
  const why = whyForeign(bytes.toString('latin1', 0, headBytes));
  // A text with the name of a workbook is a table that another program wrote.
  return (
    why ??
    (/\.(csv|txt|tsv|xlsx?)$/i.test(fileName) ? null : 'the file is neither an XLSX workbook nor a CSV table')
  );
}

const headBytes = 4096;

function whyWorkbookRefused(bytes: Buffer): string | null {
  const entries = zipEntries(bytes);
  const unpacked = unpackedSize(bytes);
  if (entries === null || unpacked === null) return 'the workbook is damaged';
  if (entries.some(({ name }) => macroPart.test(name)))
    return 'workbooks with macros are not taken: save it as .xlsx';
  if (entries.some(({ encrypted }) => encrypted))
    return 'the workbook is protected by a password: send it without one';
  const bomb =
    unpacked > maxUnpackedBytes || (unpacked > alwaysFineBytes && unpacked > bytes.length * maxShrinking);
  if (bomb) return 'the workbook unpacks to far more than a table of codes would';
  const workbook = entries.some(({ name }) => workbookPart.test(name));
  return workbook ? null : 'the file is an archive and no workbook';
}
