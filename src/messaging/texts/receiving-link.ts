import type { Keyring } from '../../platform/secrets/keyring.ts';

/** The gift page token of a request: the same each time, computed, never stored. */
export function giftToken(keyring: Keyring, clientId: number, requestId: number): string {
  return keyring.token(`gift:${clientId}:${requestId}`);
}

export function receivingLink(baseUrl: string, token: string): string {
  return `${baseUrl}/g/${token}`;
}
