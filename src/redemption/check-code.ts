/** Returns what a certificate is worth at this till; changes nothing. */
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { findCode } from '../vault/find-code.ts';
import { codeState, type CodeState } from './code-state.ts';
import { findRedemptions } from './find-redemption.ts';
import { redeemableHere } from './redeem-ask.ts';
import { isAllowed, type Till } from './till.ts';

export type Checked =
  | { is: 'unknown' }
  | {
      is: 'known';
      state: CodeState;
      productTitle: string;
      faceKopecks: number;
      expiresAt: Date | null;
      /** What is left of a certificate that is used in parts, by redeeming or by exchange. */
      leftKopecks: number | null;
      /** When and where, if it is redeemed. */
      redeemed: { at: Date; till: string } | null;
    };

export async function checkCode(
  db: Sql,
  keyring: Keyring,
  ask: { till: Till; number: string },
  now: Date,
): Promise<Checked> {
  const { till, number } = ask;
  if (!isAllowed(till, 'codes.check')) return { is: 'unknown' };
  const found = await findCode(db, keyring, { supplierId: till.supplierId, number });
  const code = redeemableHere(till, found);
  // Also queried for unknown numbers, so that they take as long as known ones.
  const [redemption] = await findRedemptions(db, {
    supplierId: till.supplierId,
    codeId: code?.codeId ?? 0,
    idempotencyKey: null,
  });
  if (code === null) return { is: 'unknown' };
  return {
    is: 'known',
    state: codeState(code, redemption !== undefined, now),
    productTitle: code.productTitle,
    faceKopecks: code.faceKopecks,
    expiresAt: code.expiresAt,
    leftKopecks:
      !code.inParts && !code.isChoice
        ? null
        : redemption === undefined
          ? code.faceKopecks - code.takenKopecks
          : 0,
    redeemed: redemption === undefined ? null : { at: redemption.redeemedAt, till: redemption.till },
  };
}
