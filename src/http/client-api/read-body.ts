import type { IncomingMessage } from 'node:http';

/** A request's body, or the fact that it is too long. */
export type BodyReading = { is: 'bytes'; bytes: Buffer } | { is: 'too-large'; endless: boolean };

export const maxBodyBytes = 65_536;

/**
 * A larger body is read up to this length and discarded, so that the client finishes sending and reads our answer; a
 * client that sends more is answered while it sends.
 */
const maxForgottenBytes = 8 * 1024 * 1024;

/** Reads the body to its end. Rejects only if the client disconnects. */
export function readBody(stream: IncomingMessage): Promise<BodyReading> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (length > maxForgottenBytes) resolve({ is: 'too-large', endless: true });
    });
    stream.once('end', () => {
      if (length > maxBodyBytes) resolve({ is: 'too-large', endless: false });
      else
        resolve({ is: 'bytes', bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
    });
    stream.once('error', reject);
    // The usual close comes after the end; creating an unused error would cost more than the reading.
    stream.once('close', () => {
      if (!stream.readableEnded) reject(new Error('The client went away.'));
    });
  });
}
