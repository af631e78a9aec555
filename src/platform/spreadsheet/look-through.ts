/** Looks once through what of a workbook is going to be read: for its limits, and for what its reader does not say. */
import { zeroFormats } from './number-format.ts';
import { findShowings, type Showings } from './shown-cells.ts';
import { sheetEntry, stylesOf, unpacked } from './workbook-parts.ts';
import { scanXml, type XmlTag } from './xml-scan.ts';
import { zipEntries, type ZipEntry } from './zip-entries.ts';

export interface SheetOutline {
  /** How many rows the sheet has; null where it is not at the usual address: then only the running count is shown. */
  rows: number | null;
  showings: Showings;
}

/** What is read beside the sheet: strings, styles, and the parts that lead to them. */
const commonPart = /^(?:\[Content_Types\]\.xml|_rels\/[^/]+|xl\/(?:_rels\/)?[^/]+)$/i;
const xmlName = /\.(?:xml|rels)$/i;

/** Throws a TableProblem where a part has more than any program writes. */
export async function lookThrough(archive: Buffer, sheet: string | number): Promise<SheetOutline> {
  for (const entry of zipEntries(archive) ?? [])
    if (commonPart.test(entry.name) && xmlName.test(entry.name)) await scan(archive, entry, () => {});
  const entry = sheetEntry(archive, sheet);
  if (entry === null) return { rows: null, showings: new Map() };
  const { showings, onTag } = findShowings(zeroFormats(stylesOf(archive)));
  let rows = 0;
  await scan(archive, entry, (tag) => {
    if (tag.opens && tag.name === 'row') rows += 1;
    onTag(tag);
  });
  return { rows, showings };
}

async function scan(archive: Buffer, entry: ZipEntry, onTag: (tag: XmlTag) => void): Promise<void> {
  const found = scanXml(onTag);
  for await (const piece of unpacked(archive, entry)) found.write(piece.toString('latin1'));
  found.end();
}
