import { readFileSync } from 'node:fs';
import { html, raw, type Content, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import { moscowDateTime } from '../src/platform/time/moscow-time.ts';
import { demoLabels } from './demo-labels.ts';
import { smsLabels } from './sms/sms-labels.ts';
import { supplierLabels } from './supplier-labels.ts';

export const demoStyle = readFileSync(new URL('./demo.css', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23a63c1a'/%3E%3Cpath d='M7 13h18v3H7zM8.500 17.500h15V25h-15zM14.500 13h3v12h-3z' fill='%23fff'/%3E%3C/svg%3E";

/** Inline on pages that show a story; named by its hash in the content policy. */
export const liveScript = readFileSync(new URL('./story/live.browser.js', import.meta.url), 'utf8');

export interface DemoPage {
  language: Language;
  title: string;
  /** The page's own address, for its other language. */
  path: string;
  main: Content;
}

/** An address inside the demo that keeps the reader's language. */
export const inLanguage = (path: string, language: Language): string => `${path}?lang=${language}`;

/** The frame of every page of the demo world. */
export function demoFrame({ language, title, path, main }: DemoPage): string {
  const labels = demoLabels[language];
  const other = labels.otherLanguage;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${labels.demo}</title>
<link rel="icon" href="${raw(icon)}">
<style>${raw(demoStyle)}</style>
</head>
<body>
<a class="skip" href="#main">${labels.skip}</a>
<header class="top">
<nav aria-label="${labels.pages}">
<a class="home" href="${inLanguage('/demo', language)}">${labels.demo}</a>
<a href="${inLanguage('/demo/inbox', language)}"${path.startsWith('/demo/inbox') && raw(' aria-current="true"')}>${labels.inbox.title}</a>
<a href="${inLanguage('/demo/sms', language)}"${path.startsWith('/demo/sms') && raw(' aria-current="true"')}>${smsLabels[language].title}</a>
<a href="${inLanguage('/demo/suppliers', language)}"${path.startsWith('/demo/suppliers') && raw(' aria-current="true"')}>${supplierLabels[language].title}</a>
</nav>
<nav aria-label="${labels.languages}"><a href="${inLanguage(path, other.language)}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></nav>
</header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${main}
</main>
<script type="module">${raw(liveScript)}</script>
</body>
</html>
`.markup;
}

/** Places one order, wherever there is nothing to see yet. */
export const orderButton = (language: Language): Html =>
  html`<form method="post" action="/demo/orders"><input type="hidden" name="lang" value="${language}"><button>${demoLabels[language].orderOne}</button></form>`;

/** An instant in Moscow time, as people read it. */
export const moment = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${moscowDateTime(at)}</time>`;
