import type { Places } from '../../catalog/find-places.ts';
import type { CertificateCode, GiftView } from '../../certificates/certificate-view.ts';
import type { WalletName } from '../../documents/wallet/wallets.ts';

/** Paths on our own server. */
export interface GiftPicture {
  small: string;
  large: string;
  /** The large one's whole address, for messengers that preview a link. */
  previewUrl: string;
  /** `#rrggbb`, seen until the picture arrives; null when nobody has looked at it yet. */
  ground: string | null;
}

/** A gift as its page shows it: nothing secret. */
export interface ShownGift {
  view: GiftView;
  /** The instant at which it is shown. */
  now: Date;
  picture: GiftPicture | null;
  places: Places;
}

/** What only who opened it sees. */
export interface ShownOpen extends ShownGift {
  code: CertificateCode;
  /** Empty when the giver left none. */
  giverEmail: string;
  /** Where it was sent, masked; empty when the platform has sent nothing. */
  sentTo: string[];
  /** Those it can be put in now. */
  wallets: WalletName[];
}

export type ResendAnswer = 'asked' | 'later' | 'too-many' | 'impossible';
