import type { FoundCode } from '../vault/find-code.ts';

/** What a till learns of a certificate that is its supplier's. */
export const codeStates = ['active', 'inactive', 'redeemed', 'expired', 'blocked'] as const;
export type CodeState = (typeof codeStates)[number];

/** What was accepted once stays redeemed, whatever comes after it. */
export function codeState(
  code: Pick<FoundCode, 'blocked' | 'active' | 'expiresAt'>,
  redeemed: boolean,
  now: Date,
): CodeState {
  if (redeemed) return 'redeemed';
  if (code.blocked) return 'blocked';
  if (code.expiresAt !== null && code.expiresAt < now) return 'expired';
  return code.active ? 'active' : 'inactive';
}
