import type { Places } from '../../catalog/find-places.ts';
import type { CertificateCode, GiftView } from '../../certificates/certificate.ts';
import type { WalletName } from '../../certificates/documents/wallet/wallets.ts';

/** Paths on our own server. */
export interface GiftPicture {
  small: string;
  large: string;
  /** Absolute address of the large one, for link previews in messengers. */
  previewUrl: string;
  /** `#rrggbb`, shown until the picture arrives; null if it has not been served yet. */
  ground: string | null;
}

/** A gift as its page shows it; contains no secret. */
export interface ShownGift {
  view: GiftView;
  /** The time at which it is shown. */
  now: Date;
  picture: GiftPicture | null;
  places: Places;
}

/** Only for the opened gift. */
export interface ShownOpen extends ShownGift {
  code: CertificateCode;
  /** Empty if the giver left none. */
  giverEmail: string;
  /** Where it was sent, masked; empty if nothing was sent. */
  sentTo: string[];
  /** Available wallets. */
  wallets: WalletName[];
}

export type ResendAnswer = 'asked' | 'later' | 'too-many' | 'impossible';
