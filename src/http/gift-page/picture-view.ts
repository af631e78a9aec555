/** The picture on a gift page. */
import { isOver, titleIn } from '../../certificates/certificate.ts';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { ShownGift } from './shown-gift.ts';
import { stampView } from './state-view.ts';
import type { GiftLabels } from './gift-labels.ts';

/** The width of the sheet: see `main` in style/sheet.css. */
const sizes = '(min-width: 62.5rem) 57.5rem, calc(100vw - 2.5rem)';
/** Longer names would not fit on the banner of a narrow phone. */
const maxBannerTitle = 48;

const circles = raw(
  '<svg viewBox="0 0 1360 620" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><g fill="#fff" fill-opacity=".07"><circle cx="1200" cy="80" r="320"/><circle cx="860" cy="680" r="240"/><circle cx="60" cy="700" r="380"/></g></svg>',
);

/** Without a picture the name is on the brand's colour; a stamp takes its place. */
export const bearsTitle = ({ view, picture }: ShownGift, language: Language): boolean =>
  picture === null && !isOver(view) && titleIn(view, language).length <= maxBannerTitle;

/**
 * The brand at the top of the sheet: its picture, or its name on its colour. The space is reserved while a picture
 * loads.
 */
export function pictureView(shown: ShownGift, language: Language, labels: GiftLabels): Html {
  const { view, picture } = shown;
  const marks = [
    view.sample && html`<p class="ribbon">${labels.sample}</p>`,
    stampView(view, language, labels),
  ];
  if (picture !== null)
    return html`<div class="picture"><img src="${picture.small}" srcset="${picture.small} 680w, ${picture.large} 1360w" sizes="${sizes}" alt="" width="1360" height="620" fetchpriority="high" decoding="async">${marks}</div>`;
  return html`<div class="picture plain">${circles}${bearsTitle(shown, language) && html`<h1>${titleIn(view, language)}</h1>`}${marks}</div>`;
}
