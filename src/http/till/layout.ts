import { readFileSync } from 'node:fs';
import { html, raw, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { tillLabels } from './labels.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Inline, so that a page is one answer; the content policy names both by their hashes. */
export const tillStyle = read('./till.css').replaceAll(/\s+/g, ' ');
export const tillScript = read('./till.browser.js');

/** Who is signed in, and the token that proves that a form is a page's of ours. */
export interface SignedInTill {
  supplierName: string;
  userName: string;
  formToken: string;
}

export interface TillPage {
  language: Language;
  title: string;
  /** Where the other language is to be had; the answer to a form has no address of its own. */
  path: string;
  /** Null on the pages before the sign-in. */
  till: SignedInTill | null;
  main: Content;
  scripts?: boolean;
}

/** An address of the till that keeps the reader's language. */
export const at = (path: string, language: Language): string => `${path}?lang=${language}`;

export const formToken = (till: SignedInTill): Content =>
  html`<input type="hidden" name="form" value="${till.formToken}">`;

/** The frame of every page of the till. */
export function tillLayout({ language, title, path, till, main, scripts = false }: TillPage): string {
  const labels = tillLabels[language];
  const other = labels.otherLanguage;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · ${labels.till}</title>
<link rel="icon" href="data:,">
<style>${raw(tillStyle)}</style>
</head>
<body>
<a class="skip" href="#main">${labels.skip}</a>
<header class="top">
${till === null ? html`<p class="who">Facevalue · ${labels.till}</p>` : signedIn(till, language)}
<nav aria-label="${labels.languageNav}"><a href="${at(path, other.language)}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></nav>
</header>
<main id="main" tabindex="-1">
<article class="card">
${main}
</article>
${till !== null && path !== '/till/password' && html`<p class="foot"><a href="${at('/till/password', language)}">${labels.changePassword}</a></p>`}
</main>
${scripts && html`<script type="module">${raw(tillScript)}</script>`}
</body>
</html>
`.markup;
}

function signedIn(till: SignedInTill, language: Language): Content {
  const labels = tillLabels[language];
  return html`<p class="who">${till.supplierName} · ${till.userName}</p>
<nav aria-label="${labels.pagesNav}">
<a href="${at('/till', language)}">${labels.till}</a>
<a href="${at('/till/today', language)}">${labels.today}</a>
</nav>
<form method="post" action="${at('/till/sign-out', language)}">${formToken(till)}<button class="plain" type="submit">${labels.signOut}</button></form>`;
}

/** Symbols in groups of four, as they are read out. */
export const inGroups = (text: string): Content =>
  (text.match(/.{1,4}/gu) ?? []).map((group) => html`<span>${group}</span>`);
