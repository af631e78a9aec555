import type { Keyring } from '../../platform/secrets/keyring.ts';

/** The gift page's token of a request: always the same one, computed, never stored. */
export function giftToken(keyring: Keyring, clientId: number, requestId: number): string {
  return keyring.token(`gift:${clientId}:${requestId}`);
}

export function receivingLink(baseUrl: string, token: string): string {
  return `${baseUrl}/g/${token}`;
}
