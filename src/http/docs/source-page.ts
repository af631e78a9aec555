/** A document of the repository as a page, where nobody has made the site yet: readable at once, without its search and colours. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { html, safeUrl, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { readStyle } from '../../web/styles.ts';
import { renderMarkdown } from './markdown.ts';
import type { SiteFiles } from './site-files.ts';

const style = readStyle(new URL('source-page.css', import.meta.url));

const labels: Record<Language, { other: string; contents: string; notice: string }> = {
  ru: {
    other: 'In English',
    contents: 'Оглавление',
    notice:
      'Это страница из исходных текстов. С поиском и содержанием по разделам документацию собирает команда',
  },
  en: {
    other: 'По-русски',
    contents: 'Contents',
    notice: 'This page comes from the sources. With a search and all contents the documentation is built by',
  },
};

/** Null: there is no such document. `path` is the address below /docs/. */
export function sourcePage(sources: SiteFiles, path: string): Page | null {
  const file = fileOf(sources, path);
  if (file === null) return null;
  const language: Language = file.startsWith('ru/') ? 'ru' : 'en';
  const text = readFileSync(join(sources.folder, file), 'utf8').replace(twinLink, '');
  const { title, main } = renderMarkdown(text, (target) => resolve(sources, file, target));
  return renderPage({
    language,
    title: `${title} · Facevalue`,
    top: { place: 'Facevalue', links: linksView(sources, file, language), path: null },
    layout: 'document',
    styles: [style],
    main: html`<p class="notice note">${labels[language].notice} <code>npm run docs</code>.</p>${main}`,
  });
}

/** A link to the twin, for readers of files. */
const twinLink = /^\[(?:По-русски|In English)\]\([^)]+\)\n+/m;

function fileOf(sources: SiteFiles, path: string): string | null {
  const name = path.replace(/\/$/, '');
  const names =
    name === '' || name === 'ru' ? [posix.join(name, 'index.md')] : [`${name}.md`, `${name}/README.md`];
  return names.find((one) => sources.has(one)) ?? null;
}

function linksView(sources: SiteFiles, file: string, language: Language): Html {
  const twin = language === 'ru' ? file.slice('ru/'.length) : `ru/${file}`;
  const { other, contents } = labels[language];
  return html`<nav class="inline"><a href="${addressOf(language === 'ru' ? 'ru/index.md' : 'index.md')}">${contents}</a>
${sources.has(twin) && html`<a href="${addressOf(twin)}" lang="${language === 'ru' ? 'en' : 'ru'}">${other}</a>`}</nav>`;
}

const addressOf = (file: string): string =>
  posix.join('/docs', file.replace(/(?:^|\/)(?:index|README)\.md$/, '').replace(/\.md$/, ''), '/');

/** Documents lead to their pages, files to themselves; what is outside of docs/ is not here. */
function resolve(sources: SiteFiles, file: string, target: string): string | null {
  if (target.startsWith('#')) return target;
  if (/^https?:/.test(target)) return safeUrl(target);
  const [path = '', anchor] = target.split('#', 2);
  const found = posix.join(posix.dirname(file), path);
  if (!sources.has(found)) return null;
  const address = found.endsWith('.md') ? addressOf(found) : `/docs/${found}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}
