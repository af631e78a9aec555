/** The frame of every page. */
import type { Assets } from './assets.ts';
import { labels } from './labels.ts';
import { addressOf, twinOf, type DocPage, type Group } from './pages.ts';
import type { Language } from './repository.ts';

export interface Heading {
  level: number;
  id: string;
  text: string;
}

interface Site {
  pages: readonly DocPage[];
  navigation: readonly Group[];
  assets: Assets;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function renderLayout(
  site: Site,
  page: DocPage,
  content: string,
  headings: readonly Heading[],
): string {
  const texts = labels[page.language];
  const { assets } = site;
  const title = page.name === 'index' ? texts.site : `${page.title} – ${texts.site}`;
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<link rel="icon" href="${assets.address('icon.svg')}">
<link rel="stylesheet" href="${assets.address('docs.css')}">
<script src="${assets.address('theme.js')}"></script>
<script type="module" src="${assets.address('docs.js')}"></script>
${page.name === 'search' ? `<script type="module" src="${assets.address('search.js')}"></script>` : ''}
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
${topView(site, page)}
<div class="columns">
${navigationView(site, page)}
<main id="main" tabindex="-1"${page.isAside || page.name === 'search' ? '' : ' data-pagefind-body'}>
${content}
${neighboursView(site, page)}
</main>
${contentsView(page.language, headings)}
</div>
</body>
</html>
`;
}

function topView({ pages }: Site, page: DocPage): string {
  const texts = labels[page.language];
  const other: Language = page.language === 'ru' ? 'en' : 'ru';
  const twin =
    twinOf(page, pages) ?? pages.find(({ name, language }) => name === 'index' && language === other);
  const home = addressOf({ name: 'index', language: page.language });
  const search = addressOf({ name: 'search', language: page.language });
  return `<header class="top">
<p class="place"><a href="${home}">${texts.site}</a></p>
<form class="find" role="search" action="${search}"><label class="quiet" for="find">${texts.search}</label><input id="find" name="q" type="search" autocomplete="off" placeholder="${texts.search}"><button>${texts.find}</button></form>
<p class="switches"><button type="button" id="theme" hidden data-light="${texts.light}" data-dark="${texts.dark}">${texts.theme}</button>
${twin === undefined ? '' : `<a href="${addressOf(twin)}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>`}</p>
</header>`;
}

function navigationView({ pages, navigation }: Site, page: DocPage): string {
  const texts = labels[page.language];
  const groups = navigation.map((group) => {
    const items = group.pages
      .map((name) => pageIn(pages, name, page.language))
      .filter((one) => one !== undefined)
      .map(
        (one) =>
          `<li><a href="${addressOf(one)}"${one === page ? ' aria-current="page"' : ''}${one.language === page.language ? '' : ` lang="${one.language}"`}>${escape(one.title)}</a></li>`,
      );
    return items.length === 0 ? '' : `<p>${escape(group[page.language])}</p><ul>${items.join('')}</ul>`;
  });
  return `<nav class="pages" aria-label="${texts.menu}"><details id="menu"><summary>${texts.menu}</summary>${groups.join('')}</details></nav>`;
}

/** In this language, else in the other. */
const pageIn = (pages: readonly DocPage[], name: string, language: Language): DocPage | undefined =>
  pages.find((one) => one.name === name && one.language === language) ??
  pages.find((one) => one.name === name);

const deepestContents = 3;
const fewestContents = 3;

function contentsView(language: Language, headings: readonly Heading[]): string {
  const listed = headings.filter(({ level }) => level > 1 && level <= deepestContents);
  if (listed.length < fewestContents) return '';
  const items = listed.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${encodeURIComponent(id)}">${escape(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="${labels[language].onThisPage}"><p>${labels[language].onThisPage}</p><ul>${items.join('')}</ul></nav>`;
}

function neighboursView({ pages, navigation }: Site, page: DocPage): string {
  const texts = labels[page.language];
  const all = navigation
    .flatMap((group) => group.pages)
    .map((name) => pageIn(pages, name, page.language))
    .filter((one) => one !== undefined);
  const index = all.indexOf(page);
  if (index < 0) return '';
  const [before, after] = [all[index - 1], all[index + 1]];
  return `<nav class="neighbours" aria-label="${texts.previous}, ${texts.next}" data-pagefind-ignore>${neighbour(before, 'prev', texts.previous)}${neighbour(after, 'next', texts.next)}</nav>`;
}

const neighbour = (one: DocPage | undefined, rel: string, text: string): string =>
  one === undefined
    ? ''
    : `<a rel="${rel}" href="${addressOf(one)}"><span>${text}</span> ${escape(one.title)}</a>`;
