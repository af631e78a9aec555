/** Writes a submission byte by byte: the package takes several times as long for it (docs/decisions/0083). */
import type { OutgoingPdu } from './smpp-package.ts';

export interface SmppAddress {
  /** Type of number and numbering plan, as in the specification. */
  ton: number;
  npi: number;
  /** ASCII. */
  address: string;
}

export interface Submission {
  from: SmppAddress;
  to: SmppAddress;
  esmClass: number;
  registeredDelivery: number;
  dataCoding: number;
  /** At most 255 bytes. */
  message: Buffer;
}

const submitSm = 0x00000004;
const headBytes = 16;
/** All but the two addresses and the message. */
const fixedBytes = headBytes + 17;

/** `submit_sm` of SMPP 3.4, section 4.4.1. The session gives it its number. */
export function submitPdu(submission: Submission): OutgoingPdu {
  return {
    sequence_number: 0,
    isResponse: () => false,
    toBuffer() {
      return bytesOf(submission, this.sequence_number);
    },
  };
}

function bytesOf({ from, to, message, ...fields }: Submission, sequence: number): Buffer {
  const length = fixedBytes + from.address.length + to.address.length + message.length;
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt32BE(submitSm, 4);
  bytes.writeUInt32BE(sequence, 12);
  // What is skipped is zero: a number, or an empty string with its end. First the service type.
  let place = writeAddress(bytes, from, headBytes + 1);
  place = bytes.writeUInt8(fields.esmClass, writeAddress(bytes, to, place));
  // Protocol, priority, and the times of delivery and expiry.
  place = bytes.writeUInt8(fields.registeredDelivery, place + 4);
  // Whether it replaces another.
  place = bytes.writeUInt8(fields.dataCoding, place + 1);
  // A message kept by the provider.
  place = bytes.writeUInt8(message.length, place + 1);
  message.copy(bytes, place);
  return bytes;
}

function writeAddress(bytes: Buffer, { ton, npi, address }: SmppAddress, place: number): number {
  bytes.writeUInt8(ton, place);
  bytes.writeUInt8(npi, place + 1);
  return place + 2 + bytes.write(address, place + 2, 'latin1') + 1;
}
