/** Renames the parts of a workbook as its reader looks for them. */
import { TableProblem } from './table-problem.ts';
import { relationsOf } from './workbook-parts.ts';
import { zipEntries } from './zip-entries.ts';

/** Parts that name the other parts. */
const leading = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];

const directoryHeaderBytes = 46;
const ownHeaderBytes = 30;

/**
 * Returns a copy of the archive in which each part has the name by which the others refer to it: some programs write backslashes or
 * other letter case, which the standard allows. A name keeps its length, so only its bytes change. Throws a TableProblem if the
 * texts of the workbook are missing, because their cells would be read as empty.
 */
export function withUsualNames(archive: Buffer): Buffer<ArrayBuffer> {
  const file = Buffer.from(new Uint8Array(archive).buffer);
  rename(file, leading);
  const relations = relationsOf(file);
  const missing = rename(
    file,
    relations.map(({ path }) => path),
  );
  if (relations.some(({ type, path }) => type === 'sharedStrings' && missing.includes(path)))
    throw new TableProblem({ is: 'texts-missing' });
  return file;
}

/** Returns the names that the archive does not have. */
function rename(file: Buffer, wanted: readonly string[]): string[] {
  const byLooseName = new Map((zipEntries(file) ?? []).map((entry) => [loose(entry.name), entry]));
  return wanted.filter((name) => {
    const entry = byLooseName.get(loose(name));
    if (entry === undefined) return true;
    const bytes = Buffer.byteLength(name);
    if (entry.name === name || bytes !== Buffer.byteLength(entry.name)) return false;
    file.write(name, entry.directoryAt + directoryHeaderBytes, 'utf8');
    if (file.readUInt16LE(entry.at + 26) === bytes) file.write(name, entry.at + ownHeaderBytes, 'utf8');
    return false;
  });
}

const loose = (name: string): string => name.replaceAll('\\', '/').toLowerCase();
