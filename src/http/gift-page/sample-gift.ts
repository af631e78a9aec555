/** The page of a sample certificate, for whoever sets how it looks. */
import type { Places } from '../../catalog/find-places.ts';
import type { GiftView } from '../../certificates/certificate.ts';
import { sampleCode } from '../../certificates/sample-certificate.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Page } from '../../web/frame.ts';
import { renderGift } from './gift-view.ts';

export interface SampleGift {
  view: GiftView;
  places: Places;
  now: Date;
  language: Language;
  /** Where it is shown. */
  path: string;
  opened: boolean;
}

export function sampleGift({ view, places, now, language, path, opened }: SampleGift): Page {
  const url = view.pictureUrl;
  const picture =
    url === null || url === '' ? null : { small: url, large: url, previewUrl: url, ground: null };
  const sealed = { view, now, picture, places };
  const shown = opened
    ? { ...sealed, code: sampleCode, giverEmail: 'ivan@example.com', sentTo: [], wallets: [] }
    : sealed;
  return renderGift({ shown, language, path, refused: false });
}
