/** One entry in the directory of a ZIP archive. */
export interface ZipEntry {
  name: string;
  encrypted: boolean;
  deflated: boolean;
  packedBytes: number;
  /** Where its own header begins. */
  at: number;
}

const endOfDirectory = Buffer.from('PK\u0005\u0006', 'latin1');
const directoryEntry = 0x02014b50;
const ownHeaderBytes = 30;

/** The entries of an archive, from its directory; null if it has none that can be read. */
export function zipEntries(archive: Buffer): ZipEntry[] | null {
  const end = archive.lastIndexOf(endOfDirectory);
  if (end < 0 || end + 22 > archive.length) return null;
  const entries: ZipEntry[] = [];
  let position = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (position + 46 > archive.length || archive.readUInt32LE(position) !== directoryEntry) return null;
    const nameEnd = position + 46 + archive.readUInt16LE(position + 28);
    entries.push({
      name: archive.toString('utf8', position + 46, nameEnd),
      encrypted: (archive.readUInt16LE(position + 8) & 1) === 1,
      deflated: archive.readUInt16LE(position + 10) !== 0,
      packedBytes: archive.readUInt32LE(position + 20),
      at: archive.readUInt32LE(position + 42),
    });
    position = nameEnd + archive.readUInt16LE(position + 30) + archive.readUInt16LE(position + 32);
  }
  return entries;
}

/** The bytes of an entry as they lie in the archive, packed or not. */
export function packedBytesOf(archive: Buffer, { at, packedBytes }: ZipEntry): Buffer {
  const from = at + ownHeaderBytes + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  return archive.subarray(from, from + packedBytes);
}
