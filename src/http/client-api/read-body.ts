import type { IncomingMessage } from 'node:http';

/** A request's body: its bytes, or the fact that it is more than we read. */
export type BodyReading = { is: 'bytes'; bytes: Buffer } | { is: 'too-large'; endless: boolean };

export const maxBodyBytes = 65_536;

/**
 * A larger body is let through to here and forgotten, so that the client has finished sending and reads our answer;
 * a client that goes on beyond that is answered while it sends.
 */
const maxForgottenBytes = 8 * 1024 * 1024;

/** Reads the body to its end. Rejects only when the client goes away. */
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
    // The usual close comes after the end; an error made for nobody would cost more than the reading.
    stream.once('close', () => {
      if (!stream.readableEnded) reject(new Error('The client went away.'));
    });
  });
}
