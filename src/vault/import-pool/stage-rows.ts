/** Reads the whole table of an import: good rows go to the staging table, all others to the report. */
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SheetFacts, TableFacts } from '../../platform/spreadsheet/table-facts.ts';
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import { barcodeFault, type Barcode } from '../../platform/values/judge-barcode.ts';
import type { SymbolsName } from '../../platform/values/judge-symbols.ts';
import { readRoubles } from '../../platform/values/read-roubles.ts';
import { saysUnfit } from './cell-values.ts';
import { bySheet } from './by-sheet.ts';
import { columnNotes, type ColumnNote, type ColumnNotes } from './column-notes.ts';
import { findColumns, type FoundColumns } from './columns.ts';
import { doubtOfText } from './doubtful-text.ts';
import { bare } from './headings.ts';
import type { PoolImportAsk, PoolProduct, Refused } from './import-ask.ts';
import type { ImportReason } from './import-reasons.ts';
import { looksRounded, noLongNumbers, noteNumber } from './kept-digits.ts';
import { placeInFile } from './places.ts';
import { readRow, type PoolCode, type RowRules } from './read-row.ts';
import { placesRemembered, withRemembered, type Remembered } from './remembered-columns.ts';
import { findings, note, type PoolReport } from './report.ts';
import type { RowReason } from './row-reasons.ts';
import { rowShapes, type RowShapes } from './row-shapes.ts';
import { sheetChoices, type SheetChoices } from './sheet-choice.ts';
import { stageCodes, type StagedCode } from './staged-codes.ts';
import { lookForTwins, type Twins } from './twins.ts';

export interface Staged {
  is: 'staged';
  rows: number;
  wrong: PoolReport['wrong'];
  hiddenRows: NonNullable<PoolReport['hiddenRows']>;
  columns: ColumnNote[];
  found: FoundColumns[];
  /** Shapes of which somebody must say whether they are codes. */
  unlike: Map<number, RowReason>;
  sheets: readonly string[];
  /** Sheets with something in them that were not read. */
  otherSheets: string[];
  /** Found only for a preview. */
  twins: Twins | null;
}

export const refused = (why: Refused['why'], reason: ImportReason, sheet?: string): Refused => ({
  is: 'refused',
  why,
  reason,
  ...(sheet === undefined ? {} : { sheet }),
});

function refusedFor(sheets: readonly SheetFacts[]): Refused {
  const names = sheets.map(({ name }) => `«${name}»`).join(', ');
  return refused('sheets', { is: 'further-sheets', names });
}

interface Staging {
  tx: Tx;
  keyring: Keyring;
  ask: PoolImportAsk;
  product: PoolProduct;
  remembered: Remembered;
  now: Date;
}

/** A sheet that is being read. */
interface OpenSheet {
  name: string | undefined;
  index: number;
  found: FoundColumns;
  rules: RowRules;
  notes: ColumnNotes;
  barcode: Barcode | null;
  /** Columns that are read. */
  fields: ReadonlySet<number>;
  /** Those, and what somebody says means nothing. */
  known: ReadonlySet<number>;
}

export async function stageRows(staging: Staging): Promise<Staged | Refused> {
  const { tx, keyring, ask, product } = staging;
  const wrong: PoolReport['wrong'] = findings();
  const hiddenRows: Staged['hiddenRows'] = findings();
  const long = { numbers: noLongNumbers(), pins: noLongNumbers() };
  const shapes = rowShapes();
  const twins = ask.dryRun === true ? await lookForTwins(tx, keyring, product.supplierId) : null;
  const sheets: OpenSheet[] = [];
  const choices = ask.everySheet === true ? sheetChoices(ask.columns ?? {}) : null;
  let sheet: OpenSheet | null = null;
  let count = 0;
  let otherSheets: string[] = [];
  for await (const batch of bySheet(ask.rows)) {
    let rows = batch;
    if (sheet === null || sheet.name !== batch[0]?.sheet) {
      const facts = batch.find((row) => row.facts !== undefined)?.facts;
      const unread = (facts?.sheets ?? []).filter(({ isRead }) => !isRead);
      otherSheets = unread.map(({ name }) => name);
      const further = unread.filter(({ isHidden }) => !isHidden);
      if (further.length > 0 && ask.sheet === undefined) return refusedFor(further);
      const opened = openSheet(staging, { rows: batch, index: sheets.length, facts, choices });
      if (opened.is === 'refused') return opened;
      sheet = opened.sheet;
      sheets.push(sheet);
      rows = batch.slice(sheet.found.headingRows);
    }
    const open = sheet;
    const seen = rows.filter((row) => isCounted(row, ask, open, hiddenRows));
    const codes = readBatch(seen, open, { shapes, wrong, now: staging.now });
    for (const { code } of codes) {
      noteNumber(long.numbers, code.number);
      noteNumber(long.pins, code.pin);
    }
    await stageCodes(tx, keyring, product.supplierId, codes);
    await twins?.note(codes);
    count += seen.length;
    ask.onRows?.(count);
  }
  const [unused] = choices?.unused() ?? [];
  if (unused !== undefined) return refused('no-columns', { is: 'no-such-column', heading: unused });
  if (count + hiddenRows.total === 0) return refused('no-rows', { is: 'no-codes' });
  if (ask.zerosAreReal !== true && looksRounded(long.numbers))
    return refused('rounded', { is: 'numbers-rounded' });
  if (ask.zerosAreReal !== true && looksRounded(long.pins)) return refused('rounded', { is: 'pins-rounded' });
  return {
    is: 'staged',
    rows: count,
    wrong,
    hiddenRows,
    columns: sheets.flatMap(({ notes }) => notes.notes()),
    found: sheets.map(({ found }) => found),
    unlike: shapes.unlike(),
    sheets: sheets.map(({ name }) => name ?? ''),
    otherSheets,
    twins,
  };
}

interface SheetBeginning {
  rows: TableRow[];
  index: number;
  facts: TableFacts | undefined;
  /** Where each sheet is read. */
  choices: SheetChoices | null;
}

function openSheet(
  { ask, product, remembered }: Staging,
  { rows, index, facts, choices }: SheetBeginning,
): { is: 'opened'; sheet: OpenSheet } | Refused {
  const name = rows[0]?.sheet;
  const choice = withRemembered(rows, choices?.of(rows) ?? ask.columns ?? {}, remembered);
  const found = findColumns(rows, choice, ask.hasHeadings ?? true);
  if (found.is === 'missing') return refused('no-columns', found.reason, name);
  const faceKopecks = ask.faceKopecks ?? (name === undefined ? null : readRoubles(name));
  if (found.columns.face === undefined && faceKopecks === null)
    return refused('no-columns', { is: 'no-face-column' }, name);
  const hidden = new Set(facts?.hiddenColumns ?? []);
  const leavesOut = ask.hidden === 'skip';
  const isRead = ([, at]: [string, number]): boolean => !(leavesOut && hidden.has(at));
  if (leavesOut && hidden.has(found.columns.number))
    return refused('no-columns', { is: 'number-hidden' }, name);
  const columns = Object.fromEntries(Object.entries(found.columns).filter(isRead)) as FoundColumns['columns'];
  const skipped = leavesOut ? [...found.skipped, ...hidden] : found.skipped;
  const own: FoundColumns = { ...found, columns, skipped };
  const rules: RowRules = {
    columns,
    faceKopecks,
    knownFaces: ask.anyFace === true ? null : product.faces,
    activity: ask.activity ?? 'by-row',
    isActivatedLater: product.activationScheme !== 'none',
    asGiven: ask.asGiven ?? false,
  };
  const notes = columnNotes(own, { sheet: name, remembered: placesRemembered(own, remembered), hidden });
  const fields = new Set(Object.values(columns));
  const known = new Set([...fields, ...skipped]);
  const sheet = { name, index, found: own, rules, notes, barcode: product.barcode, fields, known };
  return { is: 'opened', sheet };
}

/** Hidden rows are counted, and left out unless somebody says that they are codes like the others. */
function isCounted(
  row: TableRow,
  { hidden = 'ask' }: PoolImportAsk,
  { name }: OpenSheet,
  hiddenRows: Staged['hiddenRows'],
): boolean {
  if (row.hidden !== true) return true;
  note(hiddenRows, { line: row.line, ...(name === undefined ? {} : { sheet: name }) });
  return hidden === 'read';
}

interface Tallies {
  shapes: RowShapes;
  wrong: PoolReport['wrong'];
  now: Date;
}

function readBatch(rows: TableRow[], sheet: OpenSheet, { shapes, wrong, now }: Tallies): StagedCode[] {
  const { name, index, rules, notes } = sheet;
  const codes: StagedCode[] = [];
  for (const row of rows) {
    notes.add(row);
    const reading = readRow(row, rules, now);
    if (reading.is === 'wrong') {
      note(wrong, { line: row.line, ...(name === undefined ? {} : { sheet: name }), reason: reading.reason });
      continue;
    }
    const shape = shapes.of(reading.value, besideOf(row, sheet), doubtOf(row, reading.value, sheet));
    const sellable = reading.value.active || rules.isActivatedLater;
    codes.push({ ...reading.value, line: placeInFile(index, row.line), sellable, shape });
  }
  return codes;
}

/** The columns that nobody reads and that hold something in this row. */
function besideOf({ cells }: TableRow, { known }: OpenSheet): string {
  let beside = '';
  for (let at = 0; at < cells.length; at += 1)
    if (cells[at] !== null && !known.has(at)) beside += beside === '' ? at : `,${at}`;
  return beside;
}

function doubtOf(row: TableRow, { code }: PoolCode, { found, fields, barcode }: OpenSheet): RowReason | null {
  const doubt = doubtIn('number', code.number) ?? doubtIn('PIN', code.pin);
  if (doubt !== null) return doubt;
  if (bare(code.number) === bare(found.headings[found.columns.number] ?? null))
    return { is: 'heading', what: 'number' };
  const isUnfit = row.cells.some(
    (cell, at) => typeof cell === 'string' && !fields.has(at) && saysUnfit(cell),
  );
  if (isUnfit) return { is: 'remark-unfit' };
  return barcode === null ? null : (barcodeFault(barcode, code)?.reason ?? null);
}

function doubtIn(what: SymbolsName, text: string): RowReason | null {
  const doubt = text === '' ? null : doubtOfText(text);
  return doubt === null ? null : { is: doubt, what };
}
