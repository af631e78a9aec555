/**
 * The unpacked size of a ZIP archive according to its directory; null if the directory cannot be read or hides a size.
 * Readers never unpack more of an entry than stated here, so zip bombs are recognised before unpacking.
 */
export function unpackedSize(archive: Buffer): number | null {
  const end = archive.lastIndexOf(endOfDirectory);
  if (end < 0 || end + 22 > archive.length) return null;
  const entries = archive.readUInt16LE(end + 10);
  let position = archive.readUInt32LE(end + 16);
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (position + 46 > archive.length || archive.readUInt32LE(position) !== directoryEntry) return null;
    const packed = archive.readUInt32LE(position + 20);
    const unpacked = archive.readUInt32LE(position + 24);
    const deflated = archive.readUInt16LE(position + 10) !== 0;
    const sizesFollowData = (archive.readUInt16LE(position + 8) & 8) !== 0;
    // Sizes stored elsewhere (ZIP64, or 0 for "see the data descriptor") limit nothing.
    if (unpacked === hiddenSize || packed === hiddenSize) return null;
    if (deflated && unpacked === 0 && (packed > emptyPacked || (packed === 0 && sizesFollowData)))
      return null;
    total += unpacked;
    position +=
      46 +
      archive.readUInt16LE(position + 28) +
      archive.readUInt16LE(position + 30) +
      archive.readUInt16LE(position + 32);
  }
  return total;
}

const endOfDirectory = Buffer.from('PK\u0005\u0006', 'latin1');
const directoryEntry = 0x02014b50;
const hiddenSize = 0xffffffff;
/** An empty entry takes two bytes when deflated. */
const emptyPacked = 2;
