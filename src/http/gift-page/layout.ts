import { readFileSync } from 'node:fs';
import { html, raw, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { giftWords } from './words.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Inline, so that the first view is one answer; the content policy names both by their hashes. */
export const giftStyle = read('./gift-page.css').replaceAll(/\s+/g, ' ');
export const giftScript = read('./gift-page.browser.js');

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23a63c1a'/%3E%3Cpath d='M7 13h18v3H7zM8.500 17.500h15V25h-15zM14.500 13h3v12h-3z' fill='%23fff'/%3E%3Cpath d='M16 13c-6 0-7-6-3.500-6S16 13 16 13s0-6 3.500-6S22 13 16 13z' fill='none' stroke='%23fff' stroke-width='1.800'/%3E%3C/svg%3E";

export interface Page {
  language: Language;
  title: string;
  /** Where the other language of this page is; null on pages without an address of their own. */
  path: string | null;
  main: Html;
  footer?: Html | null;
}

/** The frame of every page of this door. */
export function giftLayout({ language, title, path, main, footer = null }: Page): string {
  const words = giftWords[language];
  const other = words.otherLanguage;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="${raw(icon)}">
<style>${raw(giftStyle)}</style>
</head>
<body>
<header class="top">
<span>${words.certificate}</span>
${path !== null && html`<nav aria-label="${words.languageNav}"><a href="${path}?lang=${other.language}" lang="${other.language}" hreflang="${other.language}" rel="nofollow">${other.name}</a></nav>`}
</header>
<main>
${main}
</main>
${footer}
<script type="module">${raw(giftScript)}</script>
</body>
</html>
`.markup;
}
