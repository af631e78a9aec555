/** Looks once through what of a workbook is going to be read: for its limits, and for what its reader does not say. */
import { shownFormats } from './number-format.ts';
import { findLayout, nothingHidden, type Hidden, type Merge } from './sheet-layout.ts';
import { findShowings, type Showings } from './shown-cells.ts';
import { sheetEntry, stylesOf, unpacked } from './workbook-parts.ts';
import { scanXml, type XmlTag } from './xml-scan.ts';
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

/** Throws a TableProblem where a part has more than any program writes. */
export async function lookThrough(archive: Buffer, sheet: string | number): Promise<SheetOutline> {
  for (const entry of zipEntries(archive) ?? [])
    if (commonPart.test(entry.name) && xmlName.test(entry.name)) await scan(archive, entry, () => {});
  const entry = sheetEntry(archive, sheet);
  if (entry === null) return { rows: null, showings: new Map(), hidden: nothingHidden, merges: [] };
  const { showings, onTag } = findShowings(shownFormats(stylesOf(archive)));
  const layout = findLayout();
  let rows = 0;
  await scan(archive, entry, (tag) => {
    if (tag.opens && tag.name === 'row') rows += 1;
    onTag(tag);
    layout.onTag(tag);
  });
  return { rows, showings, hidden: layout.hidden, merges: layout.merges };
}

/** Whether a sheet has anything in its cells; it is left at the first. */
export async function hasValues(archive: Buffer, sheet: string | number): Promise<boolean> {
  const entry = sheetEntry(archive, sheet);
  if (entry === null) return false;
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

async function scan(archive: Buffer, entry: ZipEntry, onTag: (tag: XmlTag) => void): Promise<void> {
  const found = scanXml(onTag);
  for await (const piece of unpacked(archive, entry)) found.write(piece.toString('latin1'));
  found.end();
}
