/** One entry in the directory of a ZIP archive. */
export interface ZipEntry {
  name: string;
  encrypted: boolean;
  deflated: boolean;
  packedBytes: number;
  unpackedBytes: number;
  /** The sizes are behind the data, or in ZIP64 fields: those of the directory limit nothing. */
  hidesSize: boolean;
  /** Offset of its own header. */
  at: number;
  /** Offset of what the directory says of it. */
  directoryAt: number;
}

const endOfDirectory = Buffer.from('PK\u0005\u0006', 'latin1');
const directoryEntry = 0x02014b50;
const ownHeaderBytes = 30;
const hiddenSize = 0xffffffff;
/** An empty entry takes two bytes when deflated. */
const emptyPacked = 2;

/** The entries of an archive, from its directory; null if it has none that can be read. */
export function zipEntries(archive: Buffer): ZipEntry[] | null {
  const end = archive.lastIndexOf(endOfDirectory);
  if (end < 0 || end + 22 > archive.length) return null;
  const entries: ZipEntry[] = [];
  let position = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (position + 46 > archive.length || archive.readUInt32LE(position) !== directoryEntry) return null;
    const nameEnd = position + 46 + archive.readUInt16LE(position + 28);
    const flags = archive.readUInt16LE(position + 8);
    const deflated = archive.readUInt16LE(position + 10) !== 0;
    const packedBytes = archive.readUInt32LE(position + 20);
    const unpackedBytes = archive.readUInt32LE(position + 24);
    const sizesFollowData = (flags & 8) !== 0;
    entries.push({
      name: archive.toString('utf8', position + 46, nameEnd),
      encrypted: (flags & 1) === 1,
      deflated,
      packedBytes,
      unpackedBytes,
      hidesSize:
        unpackedBytes === hiddenSize ||
        packedBytes === hiddenSize ||
        (deflated &&
          unpackedBytes === 0 &&
          (packedBytes > emptyPacked || (packedBytes === 0 && sizesFollowData))),
      at: archive.readUInt32LE(position + 42),
      directoryAt: position,
    });
    position = nameEnd + archive.readUInt16LE(position + 30) + archive.readUInt16LE(position + 32);
  }
  return entries;
}

/** The bytes of an entry as stored, compressed or not. */
export function packedBytesOf(archive: Buffer, { at, packedBytes }: ZipEntry): Buffer {
  const from = at + ownHeaderBytes + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  return archive.subarray(from, from + packedBytes);
}

/**
 * The unpacked size of an archive according to its directory; null if the directory cannot be read or hides a size.
 * Readers never unpack more of an entry than stated here, so zip bombs are recognised before unpacking.
 */
export function unpackedSize(archive: Buffer): number | null {
  const entries = zipEntries(archive);
  if (entries === null || entries.some(({ hidesSize }) => hidesSize)) return null;
  return entries.reduce((total, { unpackedBytes }) => total + unpackedBytes, 0);
}
