import { readFileSync } from 'node:fs';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { plainDesign } from '../../templates/design.ts';
import { scriptPath } from './page-scripts.ts';
import { colourStyle } from './design-style.ts';
import type { GiftLabels } from './gift-labels.ts';
import { giftLabels } from './labels.ts';

const read = (name: string): string =>
  readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1');

/** Inline, so that the first view is one answer; the content policy names each by its hash. */
export const sheetStyle = read('base') + read('sheet') + read('below');
/** What only the opened gift needs, its print included. */
export const openedStyle = read('code') + read('till') + read('print');
const noticeStyle = read('base') + read('sheet') + read('notice');

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23a63c1a'/%3E%3Cpath d='M7 13h18v3H7zM8.500 17.500h15V25h-15zM14.500 13h3v12h-3z' fill='%23fff'/%3E%3Cpath d='M16 13c-6 0-7-6-3.500-6S16 13 16 13s0-6 3.500-6S22 13 16 13z' fill='none' stroke='%23fff' stroke-width='1.800'/%3E%3C/svg%3E";

export interface Page {
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
  labels?: GiftLabels;
}

export interface Rendered {
  markup: string;
  /** Inline styles, for the content policy. */
  styles: readonly string[];
  /** Where forms may lead, beside ourselves. */
  formTargets?: readonly string[];
}

/** The frame of every page of this door. */
export function giftLayout(page: Page): Rendered {
  const { language, title, path, main, footer = null, scripts = false } = page;
  const labels = page.labels ?? giftLabels[language];
  const styles = page.styles ?? [noticeStyle, colourStyle(plainDesign)];
  const other = labels.otherLanguage;
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
${page.preview !== undefined && previewTags(title, page.preview.pictureUrl)}
<link rel="icon" href="${raw(icon)}">
${styles.map((style) => html`<style>${raw(style)}</style>`)}
${scripts && html`<script type="module" src="${scriptPath}"></script>`}
</head>
<body>
<header class="top">
<span>${labels.certificate}</span>
${path !== null && html`<nav aria-label="${labels.languageNav}" class="online"><a href="${path}?lang=${other.language}" lang="${other.language}" hreflang="${other.language}" rel="nofollow">${other.name}</a></nav>`}
</header>
<main>
${scripts && html`<p class="kept-copy note">${labels.keptCopy}</p>`}
${main}
</main>
${footer}
</body>
</html>
`;
  return { markup, styles };
}

const previewTags = (title: string, pictureUrl: string | null): Html =>
  html`<meta property="og:type" content="website"><meta property="og:title" content="${title}">${pictureUrl !== null && html`<meta property="og:image" content="${pictureUrl}"><meta name="twitter:card" content="summary_large_image">`}`;
