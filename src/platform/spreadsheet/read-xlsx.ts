/** The rows of a workbook, through its library. */
import { streamXlsxRows } from 'hucre/xlsx';
import { commonParts, hasValues, lookThrough, lookThroughCommon } from './look-through.ts';
import { mergedFilled } from './sheet-layout.ts';
import { asShown } from './shown-cells.ts';
import type { SheetFacts } from './table-facts.ts';
import { TableProblem } from './table-problem.ts';
import type { Cell, TableRow } from './table-row.ts';
import { sheetsOf, type Sheet } from './workbook-parts.ts';
import type { ZipEntry } from './zip-entries.ts';
import { withUsualNames } from './zip-names.ts';

/** The last row that any spreadsheet program allows. */
const maxLine = 1_048_576;
/** Limit of sheets, as each is looked at. */
const maxSheets = 500;
/** The library reads the common parts again for each sheet. */
const maxCommonBytes = 2 * 1024 * 1024 * 1024;

export interface WorkbookAsk {
  sheet: string | undefined;
  everySheet: boolean;
  onProgress: ((fraction: number) => void) | null;
}

/** The rows of a workbook, including empty ones, as people see them. Runs in the process that reads tables. */
export async function* readXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  { sheet, everySheet, onProgress }: WorkbookAsk,
): AsyncGenerator<TableRow> {
  const file = withUsualNames(Buffer.from(bytes.buffer));
  const archive = new Uint8Array(file.buffer);
  const all = sheetsOf(file);
  if (all.length > maxSheets) throw new TableProblem({ is: 'too-many-sheets', most: maxSheets });
  const sheets = await filledSheets(file, all);
  const read = sheet === undefined ? chosenOf(sheets, everySheet) : [sheet];
  await lookThroughOnce(file, read.length);
  const facts = sheets.map((one) => ({
    name: one.name,
    isHidden: one.isHidden,
    isRead: read.includes(one.name) || read.includes(one.index),
  }));
  for (const [at, one] of read.entries()) {
    const name = typeof one === 'string' ? one : (sheets.find(({ index }) => index === one)?.name ?? null);
    const onSheetProgress = (fraction: number): void => onProgress?.((at + fraction) / read.length);
    yield* readSheet(file, archive, {
      sheet: one,
      entry: (typeof one === 'number' ? all[one] : all.find((own) => own.name === one))?.entry ?? null,
      name: everySheet ? name : null,
      sheets: facts,
      onProgress: onProgress === null ? null : onSheetProgress,
    });
  }
}

interface FilledSheet extends Sheet {
  index: number;
}

/** Several sheets may use the same part of the file, which is then looked at once. */
async function filledSheets(file: Buffer, all: readonly Sheet[]): Promise<FilledSheet[]> {
  const filled = new Map<number, boolean>();
  const sheets: FilledSheet[] = [];
  for (const [index, sheet] of all.entries()) {
    const { entry } = sheet;
    if (entry === null) continue;
    const isFilled = filled.get(entry.directoryAt) ?? (await hasValues(file, entry));
    filled.set(entry.directoryAt, isFilled);
    if (isFilled) sheets.push({ ...sheet, index });
  }
  return sheets;
}

async function lookThroughOnce(file: Buffer, sheets: number): Promise<void> {
  const bytes = commonParts(file).reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (bytes * sheets > maxCommonBytes) throw new TableProblem({ is: 'too-large' });
  await lookThroughCommon(file);
}

/**
 * The first sheet that whoever opens the workbook can see, or all of them: a hidden one before it may hold codes that were never
 * meant to be sold. The first of all where the workbook has an unusual structure.
 */
function chosenOf(sheets: readonly FilledSheet[], everySheet: boolean): (string | number)[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden).map(({ index }) => index);
  return everySheet && visible.length > 0 ? visible : [visible[0] ?? 0];
}

interface OpenSheet {
  sheet: string | number;
  entry: ZipEntry | null;
  /** Said of each row, where all sheets are read. */
  name: string | null;
  sheets: SheetFacts[];
  onProgress: ((fraction: number) => void) | null;
}

async function* readSheet(
  file: Buffer,
  archive: Uint8Array<ArrayBuffer>,
  { sheet, entry, name, sheets, onProgress }: OpenSheet,
): AsyncGenerator<TableRow> {
  const { rows: total, showings, hidden, merges } = await lookThrough(file, entry);
  const filled = mergedFilled(merges);
  const facts = { sheets, hiddenColumns: [...hidden.columns] };
  const isPartial = sheets.some(({ isRead }) => !isRead) || hidden.columns.size > 0;
  let read = 0;
  let hasFacts = false;
  for await (const { index, values } of streamXlsxRows(archive, { sheet })) {
    const row = filled(asShown({ line: lineOf(index), cells: values.map(cellOf) }, showings));
    if (name !== null) row.sheet = name;
    if (hidden.rows.has(row.line)) row.hidden = true;
    if (!hasFacts && row.cells.some((cell) => cell !== null)) {
      if (isPartial) row.facts = facts;
      hasFacts = true;
    }
    yield row;
    read += 1;
    if (total !== null && read % progressEveryRows === 0) onProgress?.(Math.min(1, read / total));
  }
  onProgress?.(1);
}

const progressEveryRows = 1000;

function lineOf(index: number): number {
  const line = index + 1;
  if (!Number.isInteger(line) || line < 1 || line > maxLine)
    throw new TableProblem({ is: 'row-number', most: maxLine });
  return line;
}

const cellOf = (value: Cell): Cell => (typeof value === 'string' && value.trim() === '' ? null : value);
