/** The frame of gift pages, light enough for a first view of 14 kB. */
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { readStyle, styleOf, withoutUnused } from '../../web/styles.ts';
import { scriptPath } from './page-scripts.ts';
import type { GiftLabels } from './gift-labels.ts';
import { giftLabels } from './labels.ts';

const read = (name: string): string => readStyle(new URL(`./style/${name}.css`, import.meta.url));

/** Style of the opened gift alone, including its print layout. */
export const openedStyle = styleOf('link', 'print') + read('code') + read('till') + read('print');
/** Inline, so that the first view is one answer; the content security policy has the hash of each. */
export const sheetStyle = withoutUnused(
  styleOf('tokens', 'base', 'button', 'notice') + read('sheet') + read('below'),
  [openedStyle],
);
const messageStyle = styleOf('tokens', 'base', 'button', 'message');

export interface GiftParts {
  language: Language;
  title: string;
  /** The address of this page in the other language; null for pages without their own address. */
  path: string | null;
  main: Html;
  footer?: Html | null;
  /** The preview for messengers: only the product, nothing about the gift or its value. */
  preview?: { pictureUrl: string | null };
  styles?: readonly string[];
  /** Only the opened gift has some. */
  scripts?: boolean;
  /** Form targets besides this server. */
  formTargets?: readonly string[];
  labels?: GiftLabels;
}

/** The layout shared by all pages of a gift. */
export function giftLayout(parts: GiftParts): Page {
  const { language, title, path, footer, preview, scripts = false, formTargets = [] } = parts;
  const labels = parts.labels ?? giftLabels[language];
  const main = html`${scripts && html`<p class="kept-copy notice">${labels.keptCopy}</p>`}${parts.main}`;
  return renderPage({
    language,
    title,
    top: { place: labels.certificate, path, secretPath: true },
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
