/** The wallets to which a certificate can be saved. */
import type { Context } from '../../../context.ts';
import type { GiftView } from '../../certificate.ts';

export const walletNames = ['apple', 'google'] as const;

export type WalletName = (typeof walletNames)[number];

/** Form targets of the gift page outside this installation: the link that saves to Google Wallet. */
export const googleSaveOrigin = 'https://pay.google.com';

/** The wallets available for a certificate: those with configured keys; none if it is redeemed or expired. */
export function walletsFor(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  view: GiftView,
): WalletName[] {
  if (view.state !== 'active' && view.state !== 'awaiting-activation') return [];
  const { apple, google } = config.wallets;
  const now = clock.now();
  const appleSigns = apple !== null && apple.validFrom <= now && now < apple.validTo;
  return walletNames.filter((name) => (name === 'apple' ? appleSigns : google !== null));
}
