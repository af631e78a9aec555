import { createHash } from 'node:crypto';

/** The signature of a call: hex SHA-256 of the command, the text of `data` exactly as sent, and the secret. */
export const sign = (cmd: string, data: string, secret: string): string =>
  createHash('sha256')
    .update(cmd + data + secret, 'utf8')
    .digest('hex');
