// What Eleventy makes: one page of each document, in the frame of src/layout.ts.
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAssets } from './src/assets.ts';
import { renderLayout } from './src/layout.ts';
import { Links } from './src/links.ts';
import { createMarkdown } from './src/markdown.mjs';
import { addressOf, readNavigation, readPages } from './src/pages.ts';
import { root, sitePath } from './src/repository.ts';
import { searchPages } from './src/search-page.ts';

export default function configure(eleventy) {
  const pages = readPages();
  const site = { pages: [...pages, ...searchPages], navigation: readNavigation(), assets: readAssets() };
  const links = new Links(site.pages);
  const markdown = createMarkdown(links);
  eleventy.setLibrary('md', markdown);
  for (const folder of ['docs', 'sdk', 'packages/docs/src', 'packages/docs/assets'])
    eleventy.addWatchTarget(join(root, folder));
  for (const page of site.pages) {
    eleventy.addTemplate(`${page.language}/${page.name}.md`, page.text, {
      doc: page,
      permalink: join(addressOf(page).slice(sitePath.length), 'index.html'),
    });
  }
  eleventy.addTransform('frame', function (content) {
    const page = site.pages.find((one) => `/${addressOf(one).slice(sitePath.length)}` === this.page.url);
    return page === undefined ? content : renderLayout(site, page, content, headingsOf(content));
  });
  eleventy.on('eleventy.after', ({ directories }) => {
    const output = directories.output;
    site.assets.write(output);
    for (const file of links.copied) copyInto(output, links.resolve('', file).slice(sitePath.length), file);
    if (links.dead.length > 0) throw new Error(`Links that lead nowhere:\n${links.dead.join('\n')}`);
  });
  return { markdownTemplateEngine: false, dir: { input: 'content' } };
}

function copyInto(output, path, file) {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  cpSync(join(root, file), join(output, path));
}

const heading = /<h([1-6]) id="([^"]*)">([^]*?)(?:<a class="anchor"|<\/h)/g;

const headingsOf = (content) =>
  [...content.matchAll(heading)].map(([, level, id, text]) => ({
    level: Number(level),
    id,
    text: text
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"'),
  }));
