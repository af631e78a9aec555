const localHeaderSize = 30;
const centralSignature = 0x02014b50;
const stored = 0;

/** The files of a ZIP archive whose entries are not compressed, as those of a `.pkpass`. */
export function storedFiles(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === centralSignature) {
    if (archive.readUInt16LE(at + 10) !== stored) throw new Error('An entry is compressed.');
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const [extraLength, commentLength] = [archive.readUInt16LE(at + 30), archive.readUInt16LE(at + 32)];
    const local = archive.readUInt32LE(at + 42);
    const start =
      local + localHeaderSize + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, archive.subarray(start, start + size));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
