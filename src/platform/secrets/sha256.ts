/** The SHA-256 of bytes in hexadecimal. */
import { createHash } from 'node:crypto';

export const sha256Hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
