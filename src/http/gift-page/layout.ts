import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { readStyle, styleOf } from '../../web/styles.ts';
import { scriptPath } from './page-scripts.ts';
import type { GiftLabels } from './gift-labels.ts';
import { giftLabels } from './labels.ts';

const read = (name: string): string => readStyle(new URL(`./style/${name}.css`, import.meta.url));

/** Inline, so that the first view is one answer; the content policy names each by its hash. */
export const sheetStyle = styleOf('tokens', 'base', 'button', 'notice') + read('sheet') + read('below');
/** What only the opened gift needs, its print included. */
export const openedStyle = styleOf('print') + read('code') + read('till') + read('print');
const messageStyle = styleOf('tokens', 'base', 'button', 'message');

export interface GiftParts {
  language: Language;
  title: string;
  /** Where the other language of this page is; null on pages without an address of their own. */
  path: string | null;
  main: Html;
  footer?: Html | null;
  /** Where a messenger may preview the page: nothing but the product, never whose gift it is or what it is worth. */
  preview?: { pictureUrl: string | null };
  styles?: readonly string[];
  /** The opened gift has some; nothing else needs any. */
  scripts?: boolean;
  /** Where forms may lead, beside ourselves. */
  formTargets?: readonly string[];
  labels?: GiftLabels;
}

/** The pages of a gift: what every page has, and what they share. */
export function giftLayout(parts: GiftParts): Page {
  const { language, title, path, footer, preview, scripts = false, formTargets = [] } = parts;
  const labels = parts.labels ?? giftLabels[language];
  const main = html`${scripts && html`<p class="kept-copy notice">${labels.keptCopy}</p>`}${parts.main}`;
  return renderPage({
    language,
    title,
    top: { place: labels.certificate, path },
    main,
    footer,
    sheet: 'none',
    styles: parts.styles ?? [messageStyle],
    scriptPaths: scripts ? [scriptPath] : [],
    head: preview !== undefined && previewTags(title, preview.pictureUrl),
    needs: { formTargets },
  });
}

const previewTags = (title: string, pictureUrl: string | null): Html =>
  html`<meta property="og:type" content="website"><meta property="og:title" content="${title}">${pictureUrl !== null && html`<meta property="og:image" content="${pictureUrl}"><meta name="twitter:card" content="summary_large_image">`}`;
