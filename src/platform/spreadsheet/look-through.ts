/** Looks once through what of a workbook is going to be read: for its limits, and for what its reader does not say. */
import { shownFormats } from './number-format.ts';
import { columnOf, findLayout, nothingHidden, type Hidden, type Merge } from './sheet-layout.ts';
import { findShowings, type Showings } from './shown-cells.ts';
import { TableProblem } from './table-problem.ts';
import { stylesOf, unpacked } from './workbook-parts.ts';
import { attribute, scanXml, type XmlTag } from './xml-scan.ts';
import { zipEntries, type ZipEntry } from './zip-entries.ts';

export interface SheetOutline {
  /** How many rows the sheet has; null where it is not at the usual address: then only the running count is shown. */
  rows: number | null;
  showings: Showings;
  hidden: Hidden;
  merges: readonly Merge[];
}

/** What is read beside the sheet: strings, styles, and the parts that lead to them. */
const commonPart = /^(?:\[Content_Types\]\.xml|_rels\/[^/]+|xl\/(?:_rels\/)?[^/]+)$/i;
const xmlName = /\.(?:xml|rels)$/i;

/** Two for each string, of which there is one for each row of the longest table. */
const maxElements = 4_500_000;
/** Limits of every spreadsheet program. */
const maxCellsOfRow = 16_384;
const maxRows = 1_048_576;
/** Thirty columns of the longest table. */
const maxPlaces = 60_000_000;

/** The parts that are read again with each sheet. */
export const commonParts = (archive: Buffer): ZipEntry[] =>
  (zipEntries(archive) ?? []).filter(({ name }) => commonPart.test(name) && xmlName.test(name));

/** Throws a TableProblem where one of them has more than any program writes. */
export async function lookThroughCommon(archive: Buffer): Promise<void> {
  for (const entry of commonParts(archive)) await scan(archive, entry, elementsLimit());
}

/** Throws a TableProblem where the sheet has more than any program writes. */
export async function lookThrough(archive: Buffer, entry: ZipEntry | null): Promise<SheetOutline> {
  if (entry === null) return { rows: null, showings: new Map(), hidden: nothingHidden, merges: [] };
  const { showings, onTag } = findShowings(shownFormats(stylesOf(archive)));
  const layout = findLayout();
  const limits = sheetLimits();
  await scan(archive, entry, (tag) => {
    limits.onTag(tag);
    onTag(tag);
    layout.onTag(tag);
  });
  return { rows: limits.rows(), showings, hidden: layout.hidden, merges: layout.merges };
}

/** Whether a sheet has anything in its cells; it is left at the first. */
export async function hasValues(archive: Buffer, entry: ZipEntry): Promise<boolean> {
  let found = false;
  const look = scanXml(({ name, opens, closes }) => {
    found ||= opens && !closes && (name === 'v' || name === 'is');
  });
  for await (const piece of unpacked(archive, entry)) {
    look.write(piece.toString('latin1'));
    if (found) return true;
  }
  return false;
}

/** A row is as long as its last cell is far, also where it has no other. */
function sheetLimits(): { rows: () => number; onTag: (tag: XmlTag) => void } {
  let [rows, places, cellsOfRow, lastCell] = [0, 0, 0, ''];
  function onTag({ name, source, opens }: XmlTag): void {
    if (!opens) return;
    if (name === 'row') {
      places += Math.max(cellsOfRow, columnOf(attribute(lastCell, 'r')) ?? 0);
      [rows, cellsOfRow, lastCell] = [rows + 1, 0, ''];
    } else if (name === 'c') [cellsOfRow, lastCell] = [cellsOfRow + 1, source];
    if (rows > maxRows) throw new TableProblem({ is: 'too-large' });
    if (cellsOfRow > maxCellsOfRow) throw new TableProblem({ is: 'row-too-long' });
    if (places > maxPlaces) throw new TableProblem({ is: 'too-large' });
  }
  return { rows: () => rows, onTag };
}

/** The strings become objects, each much larger than what is written of it. */
function elementsLimit(): (tag: XmlTag) => void {
  let elements = 0;
  return ({ opens }) => {
    if (opens) elements += 1;
    if (elements > maxElements) throw new TableProblem({ is: 'too-large' });
  };
}

async function scan(archive: Buffer, entry: ZipEntry, onTag: (tag: XmlTag) => void): Promise<void> {
  const reader = scanXml(onTag);
  for await (const piece of unpacked(archive, entry)) reader.write(piece.toString('latin1'));
  reader.end();
}
