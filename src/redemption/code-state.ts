/** A redeemed code stays redeemed, whatever follows. One that is valid is for tills, or a choice certificate, which none of them redeems. */
import type { FoundCode } from '../vault/find-code.ts';

/** What a till is told about a certificate of its supplier. */
export const codeStates = ['active', 'inactive', 'redeemed', 'expired', 'blocked', 'choice'] as const;
export type CodeState = (typeof codeStates)[number];

export function codeState(
  code: Pick<FoundCode, 'blocked' | 'active' | 'expiresAt' | 'isChoice'>,
  redeemed: boolean,
  now: Date,
): CodeState {
  if (redeemed) return 'redeemed';
  if (code.blocked) return 'blocked';
  if (code.expiresAt !== null && code.expiresAt < now) return 'expired';
  if (code.isChoice) return 'choice';
  return code.active ? 'active' : 'inactive';
}
