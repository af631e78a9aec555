import type { Context } from '../../context.ts';
import type { GiftView } from '../../certificates/certificate-view.ts';

export const walletNames = ['apple', 'google'] as const;

export type WalletName = (typeof walletNames)[number];

/** Where forms of the gift page may end, beside the installation itself: the address that saves to Google Wallet. */
export const googleSaveOrigin = 'https://pay.google.com';

/** The wallets that a certificate can be put in now: those with keys in force, and none for what is used or over. */
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
