import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';

/** Longer terms are cut. Real ones have fewer than 10,000 characters. */
export const maxTermsLength = 100_000;

const lineTags = ['p', 'div', 'br', 'ol', 'ul', 'li', 'h3'];
const wordTags = ['strong', 'b', 'em', 'i', 'a'];

const safe: sanitizeHtml.IOptions = {
  allowedTags: [...lineTags, ...wordTags],
  allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'], li: ['value'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 12,
  transformTags: {
    // The terms are under our second-level heading, so their own headings become third-level.
    ...Object.fromEntries(['h1', 'h2', 'h4', 'h5', 'h6'].map((tag) => [tag, 'h3'])),
    // Adjacent cells become words of one line.
    tr: 'div',
    a: (_tag, { href = '' }) =>
      /^https?:\/\//i.test(href)
        ? { tagName: 'a', attribs: { href, rel: 'noopener noreferrer nofollow', target: '_blank' } }
        : { tagName: 'a', attribs: {} },
  },
};

/** All certificates of a product have the same texts; these are those that are shown most. */
const maxKeptCharacters = 4_000_000;

/** Does once what depends on nothing but a product's text. */
function remembered(make: (terms: string) => string): (terms: string) => string {
  const kept = new LRUCache<string, string>({
    maxSize: maxKeptCharacters,
    sizeCalculation: (made, terms) => terms.length + made.length + 1,
  });
  return (terms) => {
    const known = kept.get(terms);
    if (known !== undefined) return known;
    const made = make(terms);
    kept.set(terms, made);
    return made;
  };
}

/**
 * Sanitises a brand's markup for our pages: keeps lists, paragraphs, emphasis and web links; drops styles, scripts,
 * pictures and everything else. Plain text keeps its line breaks.
 */
export const safeMarkup = (text: string): string =>
  withoutLastBreaks(
    cleanTerms(text)
      .replaceAll(/<(p|div)>(\s|<br \/>)*<\/\1>/g, '')
      .replaceAll(/(<br \/>\s*){3,}/g, '<br /><br />')
      .replace(/^(\s|<br \/>)+/, ''),
  );

/** Without the line breaks at its end, of which an expression would look for the end at each blank of the text. */
function withoutLastBreaks(markup: string): string {
  let rest = markup.trimEnd();
  while (rest.endsWith('<br />')) rest = rest.slice(0, -'<br />'.length).trimEnd();
  return rest;
}

/** `safeMarkup` for the terms of a product. Texts about one recipient must not come here: they would stay in memory. */
export const safeTerms = remembered(safeMarkup);

/** A short text without markup, in one line and without the addresses of links. */
export const plainLine = remembered((text) => termsAsItems(text, false).join(' '));

/** One line of the terms, for paper or plain text. */
export interface TermsItem {
  /** `1.`, `•`, or empty for an ordinary line. */
  marker: string;
  text: string;
  /** 0 for normal lines, 1 and more in nested lists. */
  depth: number;
  bold: boolean;
  /** What of the text leads to an address, in its order. */
  links: TermsLink[];
}

export interface TermsLink {
  text: string;
  href: string;
}

/**
 * The terms as lines without markup, for paper: list items are numbered, typed numbers are recognised, and the address
 * of a link follows its text unless `addresses` says otherwise.
 */
export function termsAsLines(terms: string, addresses = true): TermsItem[] {
  const clean = cleanTerms(terms);
  const reader = lineReader(addresses);
  for (const [token, slash, tag = '', attributes = ''] of clean.matchAll(
    /<(\/?)(\w+)((?:\s[^<>]*)?)>|[^<]+/g,
  )) {
    if (tag === '') reader.text(decode(token));
    else if (slash === '/') reader.close(tag);
    else reader.open(tag, attributes);
  }
  reader.close('');
  return reader.lines;
}

/** The same as plain strings, `1. Предъявите…`, for the text part of letters. */
export function termsAsItems(terms: string, addresses = true): string[] {
  return termsAsLines(terms, addresses).map(({ marker, text }) =>
    marker === '' ? text : `${marker} ${text}`,
  );
}

/** Sanitised terms of a product with the address of each link in `data-address`, for printing. */
export const withAddresses = remembered((clean) =>
  clean.replaceAll(/<a href="([^"]*)"([^<>]*)>(.*?)<\/a>/gs, (link, href: string, rest, inner: string) =>
    addressBehind(decode(inner.replaceAll(/<[^<>]*>/g, '')), decode(href)) === null
      ? link
      : `<a href="${href}" data-address="${href}"${rest}>${inner}</a>`,
  ),
);

/** The address that a printed link would lose; null if the link's text is the address. */
const addressBehind = (text: string, href: string): string | null =>
  bareAddress(text).includes(bareAddress(href)) ? null : href;

const bareAddress = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

function cleanTerms(terms: string): string {
  const clean = sanitizeHtml(withLines(terms.slice(0, maxTermsLength)), safe);
  // Links to anything but the web were removed: only their text stays.
  const bare: boolean[] = [];
  return clean.replaceAll(/<(\/?)a( [^>]*)?>/g, (tag, slash: string, attributes?: string) => {
    if (slash === '') bare.push(attributes === undefined);
    return (slash === '' ? bare.at(-1) : bare.pop()) ? '' : tag;
  });
}

/** In plain text line breaks count; in markup they do not. Adjacent cells must not run together. */
function withLines(terms: string): string {
  return /<\w[^<>]*>/.test(terms)
    ? terms.replaceAll(/<\/t[dh][^<>]*>/gi, ' $&')
    : terms.trim().replaceAll(/\r\n?|\n/g, '<br />');
}

const decode = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** `20. Срок`, `20.Срок`, `1.2) Если`, `— при покупке`; not `1.5 литра`. */
const typedMarker = /^(\d{1,3}(?:\.\d{1,3})*[.)](?=\s|\p{Lu})|[•·–—-](?=\s))\s*(?=\S)/u;

const collapsed = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();

const emptyLine = (marker: string) => ({ marker, text: '', boldLength: 0, links: [] as TermsLink[] });

/** Collects lines while reading the tokens of sanitised markup. */
function lineReader(addresses: boolean) {
  const lines: TermsItem[] = [];
  const lists: { ordered: boolean; next: number }[] = [];
  let pending = emptyLine('');
  let boldDepth = 0;
  let link: { href: string; text: string } | null = null;

  const finishLine = (): void => {
    const text = collapsed(pending.text);
    if (text !== '') {
      const typed = pending.marker === '' ? typedMarker.exec(text) : null;
      const bold = pending.boldLength >= pending.text.trim().length;
      const place = { depth: Math.max(0, lists.length - 1), bold, links: pending.links };
      if (typed === null) lines.push({ marker: pending.marker, text, ...place });
      else lines.push({ marker: bullet(typed[1] ?? ''), text: text.slice(typed[0].length), ...place });
      pending = emptyLine('');
    } else {
      // An empty line keeps the marker: `<li><p>text</p></li>` opens a paragraph within its item.
      pending = emptyLine(pending.marker);
    }
  };

  const finishLink = (): void => {
    const address = link === null ? null : addressBehind(link.text, link.href);
    if (link !== null) pending.links.push({ text: collapsed(link.text), href: link.href });
    if (addresses && address !== null) {
      pending.text += ` (${address})`;
      pending.links.push({ text: address, href: address });
    }
    link = null;
  };

  const openItem = (attributes: string): void => {
    finishLine();
    const list = lists.at(-1);
    if (list !== undefined) list.next = numberIn(attributes, 'value') ?? list.next;
    pending.marker = list === undefined || !list.ordered ? '•' : `${list.next++}.`;
  };

  return {
    lines,
    text(text: string): void {
      pending.text += text;
      if (link !== null) link.text += text;
      if (boldDepth > 0) pending.boldLength += text.length;
    },
    open(tag: string, attributes: string): void {
      if (tag === 'strong' || tag === 'b' || tag === 'h3') boldDepth++;
      if (tag === 'a') link = { href: decode(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''), text: '' };
      if (tag === 'li') openItem(attributes);
      else if (lineTags.includes(tag)) finishLine();
      if (tag === 'ol' || tag === 'ul')
        lists.push({ ordered: tag === 'ol', next: numberIn(attributes, 'start') ?? 1 });
    },
    close(tag: string): void {
      if (tag === 'a') finishLink();
      if (tag === '' || (lineTags.includes(tag) && tag !== 'br')) finishLine();
      if (tag === 'li') pending.marker = '';
      if (tag === 'ol' || tag === 'ul') lists.pop();
      if (tag === 'strong' || tag === 'b' || tag === 'h3') boldDepth = Math.max(0, boldDepth - 1);
    },
  };
}

const bullet = (marker: string): string => (/^[•·–—-]$/.test(marker) ? '•' : marker);

function numberIn(attributes: string, name: string): number | null {
  const match = new RegExp(`${name}="(\\d{1,4})"`).exec(attributes);
  return match === null ? null : Number(match[1]);
}
