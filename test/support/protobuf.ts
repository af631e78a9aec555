/** The wire format of Protocol Buffers, as far as OTLP uses it. */
export interface WireField {
  number: number;
  /** Of a number. */
  value: bigint;
  /** Of a text, bytes or a message; null: it is a number. */
  bytes: Buffer | null;
}

/** The fields of a message in their order. */
export function readFields(message: Buffer): WireField[] {
  const fields: WireField[] = [];
  let at = 0;

  function varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case 0:
        fields.push({ number, value: varint(), bytes: null });
        break;
      case 1:
        fields.push({ number, value: message.readBigUInt64LE(at), bytes: null });
        at += 8;
        break;
      case 2: {
        const length = Number(varint());
        fields.push({ number, value: 0n, bytes: message.subarray(at, at + length) });
        at += length;
        break;
      }
      case 5:
        fields.push({ number, value: BigInt(message.readUInt32LE(at)), bytes: null });
        at += 4;
        break;
      default:
        throw new Error('There is no such type of a field.');
    }
  }
  return fields;
}

export const textOf = (bytes: Buffer | undefined): string => bytes?.toString('utf8') ?? '';
