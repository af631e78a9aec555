/** The page of a sample certificate, for people who set how certificates look. */
import type { Places } from '../../catalog/find-places.ts';
import type { GiftView } from '../../certificates/certificate.ts';
import { sampleCode } from '../../certificates/sample-certificate.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Page } from '../../web/frame.ts';
import { pictureOf } from './gift-pages.ts';
import { renderGift } from './gift-view.ts';

export interface SampleGift {
  view: GiftView;
  places: Places;
  now: Date;
  language: Language;
  /** Path of the page that shows it. */
  path: string;
  opened: boolean;
}

/** Shows the picture as recipients get it: from our address, wherever it is stored. */
export function sampleGift(
  ctx: Parameters<typeof pictureOf>[0],
  { view, places, now, language, path, opened }: SampleGift,
): Page {
  const picture = pictureOf(ctx, view.pictureUrl);
  const sealed = { view, now, picture, places };
  const shown = opened
    ? { ...sealed, code: sampleCode, giverEmail: 'ivan@example.com', sentTo: [], wallets: [] }
    : sealed;
  return renderGift({ shown, language, path, refused: false });
}
