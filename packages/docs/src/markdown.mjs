// Markdown as the site shows it: anchors, resolved links, coloured samples, tables that scroll, pictures as parts of the page.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import hljs from 'highlight.js/lib/common';
import markdownIt from 'markdown-it';
import { labels } from './labels.ts';
import { root } from './repository.ts';
import { createSlugs } from '../../../src/http/docs/slugs.ts';

const shown = { py: 'python', ts: 'typescript', js: 'javascript', sh: 'bash' };

/** @param {import('./links.ts').Links} links */
export function createMarkdown(links) {
  const md = markdownIt({ html: true, linkify: false, highlight: colour });
  md.core.ruler.push('anchors', addAnchors);
  md.core.ruler.push('empty-heads', nameNoEmptyHeads);
  md.core.ruler.push('addresses', (state) => resolveAll(state, links));
  const fence = md.renderer.rules.fence;
  // Long lines are scrolled, by keys too.
  md.renderer.rules.fence = (...args) => fence(...args).replace('<pre>', '<pre tabindex="0">');
  md.renderer.rules.table_open = () => '<div class="wide" tabindex="0" role="group"><table>';
  md.renderer.rules.table_close = () => '</table></div>\n';
  md.renderer.rules.image = (tokens, index, options, env, self) =>
    pictureView(tokens[index], env, options, self);
  return md;
}

function colour(code, info) {
  const name = shown[info] ?? info;
  return hljs.getLanguage(name) ? hljs.highlight(code, { language: name }).value : '';
}

/** A heading cell without a text names nothing. */
function nameNoEmptyHeads({ tokens }) {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'th_open' || tokens[index + 1].content !== '') continue;
    token.tag = 'td';
    tokens[index + 2].tag = 'td';
  }
}

function addAnchors(state) {
  const slug = createSlugs();
  const headings = [];
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const inline = state.tokens[index + 1];
    const text = inline.children.map(({ content }) => content).join('');
    const id = slug(text);
    token.attrSet('id', id);
    if (token.tag !== 'h1') inline.children.push(...anchorTokens(state, id, text));
    headings.push({ level: Number(token.tag.slice(1)), id, text });
  }
  state.env.headings = headings;
}

function anchorTokens(state, id, text) {
  const token = new state.Token('html_inline', '', 0);
  const label = labels[state.env.doc?.language ?? 'en'].anchor(state.md.utils.escapeHtml(text));
  token.content = `<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${label}"></a>`;
  return [token];
}

function resolveAll(state, links) {
  const file = state.env.doc?.file;
  if (file === undefined) return;
  const all = state.tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  for (const token of all) {
    for (const name of ['href', 'src']) {
      const value = token.attrGet(name);
      if (value === null) continue;
      if (name === 'src') token.meta = { source: value };
      token.attrSet(name, links.resolve(file, value));
    }
  }
}

/** An SVG becomes a part of the page, so that its colours are those of the page. */
function pictureView(token, env, options, self) {
  const source = token.meta?.source ?? '';
  if (!source.endsWith('.svg')) {
    token.attrSet('alt', self.renderInlineAsText(token.children, options, env));
    token.attrSet('loading', 'lazy');
    return `<img${self.renderAttrs(token)}>`;
  }
  const svg = readFileSync(join(root, dirname(env.doc.file), source), 'utf8').replace(
    /^<\?xml[^>]*\?>\s*/,
    '',
  );
  const label = self.renderInlineAsText(token.children, options, env);
  return `<span class="drawing" tabindex="0" role="group" aria-label="${escaped(label)}">${svg}</span>`;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
