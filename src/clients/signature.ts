import { hash } from 'node:crypto';
import { areSameBytes } from '../platform/secrets/constant-time.ts';

/** Used for unknown clients, so that they take as long to refuse as known ones. */
const nobodysSecret = 'there is no such client and this is no secret';
const signatureForm = /^[0-9a-f]{64}$/i;
const noSignature = Buffer.alloc(32);

/** The expected `sig`. `data` is the decoded text, exactly as it was sent. */
export function signatureOf(cmd: string, data: string, secret: string): string {
  return hash('sha256', cmd + data + secret, 'hex');
}

/** Whether one of the valid secrets made this signature. Takes the same time whichever of them did, or none. */
export function isSigned(
  request: { cmd: string; data: string; sig: string },
  secrets: readonly string[],
): boolean {
  const given = signatureForm.test(request.sig) ? Buffer.from(request.sig, 'hex') : noSignature;
  let signed = false;
  for (const secret of secrets.length === 0 ? [nobodysSecret] : secrets) {
    const expected = hash('sha256', request.cmd + request.data + secret, 'buffer');
    if (areSameBytes(given, expected)) signed = true;
  }
  return signed && secrets.length > 0;
}
