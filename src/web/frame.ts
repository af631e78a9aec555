import { LRUCache } from 'lru-cache';
import { html, raw, type Content, type Html } from '../platform/text/html.ts';
import type { Language } from '../platform/text/language.ts';
import { own, withoutMarks } from '../platform/text/own.ts';
import { frameLabels } from './frame-labels.ts';
import { stylePath } from './page-assets.ts';
import { hashSource, type PageNeeds } from './page-headers.ts';
import { at } from './request-language.ts';

/** The parts of a page. */
export interface PageParts {
  language: Language;
  /** Title of the window. */
  title: string;
  /** The line at the top; null for a page that is a file. */
  top: TopLine | null;
  /** The sections of signed-in pages, between the top and the content. */
  navigation?: Content;
  /** Rows of lists stand closer; true on signed-in pages. */
  isDense?: boolean;
  main: Content;
  footer?: Content;
  /** Class of `main`; the card in it belongs to the page. */
  layout?: string;
  /** Whether to link the common sheet, or to use only `styles`. */
  sheet?: 'linked' | 'none';
  /** Inline style of this page alone. */
  styles?: readonly string[];
  /** Inline modules. */
  scripts?: readonly string[];
  /** Addresses of our own modules. */
  scriptPaths?: readonly string[];
  /** Further elements of the head. */
  head?: Content;
  /** What the page may load besides its styles and scripts. */
  needs?: Omit<PageNeeds, 'styles' | 'scripts'>;
}

/** The line at the top: place, links, and the other language. */
export interface TopLine {
  place: Content;
  /** Links and forms between the place and the languages, with a skip link. */
  links?: Content;
  /** The page's own address, for the other language; null if the answer has none. */
  path: string | null;
  /** The address is one person's secret. */
  secretPath?: boolean;
}

/** A page ready to be sent. */
export interface Page {
  /** The whole page: its head and its body. */
  readonly markup: string;
  head: PageHead;
  /** From `<body>` on, with the marks of what is one person's own. */
  body: string;
  needs: PageNeeds;
}

/** Everything before `<body>`: pages with the same title and styles share one. */
export interface PageHead {
  readonly markup: string;
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23a63c1a'/%3E%3Cpath d='M7 13h18v3H7zM8.5 17.5h15V25h-15zM14.5 13h3v12h-3z' fill='%23fff'/%3E%3Cpath d='M16 13c-6 0-7-6-3.5-6S16 13 16 13s0-6 3.5-6S22 13 16 13z' fill='none' stroke='%23fff' stroke-width='1.8'/%3E%3C/svg%3E";

/** The frame of every page of the installation. */
export function renderPage(parts: PageParts): Page {
  const { language, top, navigation = null, isDense = false, main, footer = null, layout = '' } = parts;
  const { styles = [], scripts = [] } = parts;
  const { markup: body } = html`<body${navigation !== null && html` class="shell${isDense && ' dense'}"`}>
${top !== null && topLine(top, language)}
${navigation}
<main id="main" tabindex="-1"${layout !== '' && html` class="${layout}"`}>
${main}
</main>
${footer}
${scripts.map((script) => html`<script type="module">${raw(script)}</script>`)}
</body>
</html>
`;
  const head = headOf(parts);
  return {
    head,
    body,
    needs: { ...parts.needs, styles, scripts },
    get markup() {
      return head.markup + withoutMarks(body);
    },
  };
}

/** Titles of pages about one order each come and go; those of products stay. */
const maxHeads = 500;
const heads = new LRUCache<string, PageHead>({ max: maxHeads });

function headOf(parts: PageParts): PageHead {
  const { language, title, head = null, styles = [], scriptPaths = [], sheet = 'linked' } = parts;
  const { markup: more } = html`${head}`;
  // Texts of pages have no NUL.
  const key = [language, title, more, sheet, ...scriptPaths, ...styles.map(hashSource)].join('\0');
  const known = heads.get(key);
  if (known !== undefined) return known;
  const made = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
${raw(more)}
<link rel="icon" href="${raw(icon)}">
${sheet === 'linked' && html`<link rel="stylesheet" href="${stylePath}">`}
${styles.map((style) => html`<style>${raw(style)}</style>`)}
${scriptPaths.map((path) => html`<script type="module" src="${path}"></script>`)}
</head>
`;
  heads.set(key, made);
  return made;
}

function topLine({ place, links = null, path, secretPath = false }: TopLine, language: Language): Html {
  const { other, languages, skip } = frameLabels[language];
  const address = path === null ? null : at(path, other.language);
  return html`${links !== null && html`<a class="skip" href="#main">${skip}</a>`}
<header class="top">
<p class="place">${place}</p>
${links}
${address !== null && html`<nav class="languages" aria-label="${languages}"><a href="${secretPath ? own(address) : address}" lang="${other.language}" hreflang="${other.language}" rel="nofollow">${other.name}</a></nav>`}
</header>`;
}
