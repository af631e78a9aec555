/** Our documents as plain pages: headings, paragraphs, lists, tables, samples, links and pictures, which is all that they use. */
import { html, raw, type Content, type Html } from '../../platform/text/html.ts';
import { createSlugs } from './slugs.ts';

/** Where a link or picture of the document leads; null: nowhere that a reader could go. */
export type Resolve = (target: string) => string | null;

export interface Rendered {
  title: string;
  main: Html;
}

export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const lines = text.replaceAll(/<!--.*?-->/gs, '').split(/\r?\n/);
  const state: State = { lines, at: 0, slug: createSlugs(), resolve };
  const main = html`${[...blocks(state)]}`;
  const title = lines.find((line) => line.startsWith('# '))?.slice(2) ?? '';
  return { title: title.replaceAll('`', ''), main };
}

interface State {
  lines: readonly string[];
  at: number;
  slug: (heading: string) => string;
  resolve: Resolve;
}

const heading = /^(#{1,4}) (.*)$/;
const fence = /^ *```(\w*)/;
const item = /^( *)([-*]|\d+\.) (.*)$/;

function* blocks(state: State): Iterable<Html> {
  while (state.at < state.lines.length) {
    const line = state.lines[state.at] ?? '';
    if (line.trim() === '') state.at += 1;
    else if (heading.test(line)) yield headingView(state);
    else if (fence.test(line)) yield sampleView(state);
    else if (line.startsWith('|')) yield tableView(state);
    else if (item.test(line)) yield listView(state);
    else yield html`<p>${inline(paragraph(state), state.resolve)}</p>`;
  }
}

function headingView(state: State): Html {
  const [, marks = '#', text = ''] = heading.exec(state.lines[state.at] ?? '') ?? [];
  state.at += 1;
  const tag = raw(`h${marks.length}`);
  return html`<${tag} id="${state.slug(text.replaceAll('`', ''))}">${inline(text, state.resolve)}</${tag}>`;
}

function sampleView(state: State): Html {
  state.at += 1;
  const from = state.at;
  while (state.at < state.lines.length && !fence.test(state.lines[state.at] ?? '')) state.at += 1;
  const sample = state.lines.slice(from, state.at);
  state.at += 1;
  return html`<pre tabindex="0"><code>${sample.join('\n')}</code></pre>`;
}

const startsBlock = (line: string): boolean =>
  line.trim() === '' || heading.test(line) || fence.test(line) || line.startsWith('|') || item.test(line);

function paragraph(state: State): string {
  const from = state.at;
  do state.at += 1;
  while (state.at < state.lines.length && !startsBlock(state.lines[state.at] ?? ''));
  return state.lines
    .slice(from, state.at)
    .map((line) => line.trim())
    .join('\n');
}

/** Items of one depth; deeper ones belong to the item before. */
function listView(state: State): Html {
  const [, indent = '', mark = '-'] = item.exec(state.lines[state.at] ?? '') ?? [];
  const items: Html[] = [];
  for (;;) {
    const [, spaces = '', ownMark] = item.exec(state.lines[state.at] ?? '') ?? [];
    if (ownMark === undefined || spaces.length < indent.length) break;
    if (spaces.length > indent.length) {
      items.push(html`<li class="deeper">${listView(state)}</li>`);
      continue;
    }
    const text = paragraph(state).slice(ownMark.length).trimStart();
    items.push(html`<li>${inline(text, state.resolve)}${samplesOfItem(state)}</li>`);
    skipBlankBeforeItem(state);
  }
  return mark.endsWith('.') ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

/** Samples that are indented below an item. */
function samplesOfItem(state: State): Content {
  const next = state.lines[state.at] === '' ? state.at + 1 : state.at;
  if (!/^ +```/.test(state.lines[next] ?? '')) return null;
  state.at = next;
  return sampleView(state);
}

function skipBlankBeforeItem(state: State): void {
  if (state.lines[state.at] === '' && item.test(state.lines[state.at + 1] ?? '')) state.at += 1;
}

/** A bar within a cell has a backslash before it, also in code. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function tableView(state: State): Html {
  const from = state.at;
  while ((state.lines[state.at] ?? '').startsWith('|')) state.at += 1;
  const [head = [], , ...rows] = state.lines.slice(from, state.at).map(cellsOf);
  const cells = (row: string[], tag: 'th' | 'td'): Html[] =>
    row.map((cell) => {
      // A head without a text names nothing.
      const name = raw(cell === '' ? 'td' : tag);
      return html`<${name}>${inline(cell, state.resolve)}</${name}>`;
    });
  return html`<div class="wide" tabindex="0" role="group"><table>
${head.some((cell) => cell !== '') && html`<thead><tr>${cells(head, 'th')}</tr></thead>`}
<tbody>${rows.map((row) => html`<tr>${cells(row, 'td')}</tr>`)}</tbody></table></div>`;
}

const marks = /[`![<*\\]/g;

function inline(text: string, resolve: Resolve): Content[] {
  const contents: Content[] = [];
  let from = 0;
  for (const { index } of text.matchAll(marks)) {
    const span = index < from ? null : spanAt(text, index, resolve);
    if (span === null) continue;
    contents.push(text.slice(from, index), span.content);
    from = span.end;
  }
  return [...contents, text.slice(from)];
}

interface Span {
  content: Content;
  end: number;
}

/** Null: the mark there is a character like others. */
function spanAt(text: string, at: number, resolve: Resolve): Span | null {
  const within = (open: string, close: string): { inner: string; end: number } | null => {
    const end = text.startsWith(open, at) ? text.indexOf(close, at + open.length) : -1;
    return end <= at + open.length
      ? null
      : { inner: text.slice(at + open.length, end), end: end + close.length };
  };
  const code = within('``', '``') ?? within('`', '`');
  if (code !== null) return { content: html`<code>${code.inner.trim()}</code>`, end: code.end };
  if (text[at] === '!') return text[at + 1] === '[' ? linkAt(text, at + 1, pictureView(resolve)) : null;
  if (text[at] === '[') return linkAt(text, at, linkView(resolve));
  const url = within('<http', '>');
  if (url !== null) return { content: html`<a href="http${url.inner}">http${url.inner}</a>`, end: url.end };
  const strong = within('**', '**');
  if (strong !== null)
    return { content: html`<strong>${inline(strong.inner, resolve)}</strong>`, end: strong.end };
  const em = text[at + 1] === ' ' ? null : within('*', '*');
  if (em !== null) return { content: html`<em>${inline(em.inner, resolve)}</em>`, end: em.end };
  return text[at] === '\\' ? { content: text[at + 1], end: at + 2 } : null;
}

type LinkView = (name: string, target: string) => Content;

function linkAt(text: string, at: number, view: LinkView): Span | null {
  const middle = text.indexOf('](', at);
  const end = middle === -1 ? -1 : text.indexOf(')', middle);
  const name = text.slice(at + 1, middle);
  // A bracket that is no link, before one.
  if (end === -1 || name.replaceAll(/`[^`]*`/g, '').includes('[')) return null;
  return { content: view(name, text.slice(middle + 2, end)), end: end + 1 };
}

const pictureView =
  (resolve: Resolve): LinkView =>
  (name, target) => {
    const address = resolve(target);
    return address === null ? name : html`<img src="${address}" alt="${name}" loading="lazy">`;
  };

const linkView =
  (resolve: Resolve): LinkView =>
  (name, target) => {
    const address = resolve(target);
    const content = inline(name, resolve);
    return address === null ? content : html`<a href="${address}">${content}</a>`;
  };
