/** Marks the parts of a page that belong to one person, and finds them in the finished page. */
import { escapeHtml, html, raw, type Content, type Html } from './html.ts';

/**
 * Marks in markup what belongs to one person. A page is made of what many pages share, which is compressed once and
 * remembered, and of what is its own, which never is (web/gzip-page.ts). HTML allows neither character in a page.
 */
const [opening, closing] = ['\u0001', '\u0002'];

/** Text, or markup, of one person. */
export const own = (content: Content): Html =>
  raw(
    opening +
      withoutMarks(typeof content === 'string' ? escapeHtml(content) : html`${content}`.markup) +
      closing,
  );

/** Marks each occurrence of a person's value in a text; the whole text if there is none. */
export function ownIn(text: string, value: string): Html {
  const places = value === '' ? [] : text.split(value);
  if (places.length < 2) return own(text);
  return html`${places.map((place, index) => [index > 0 && own(value), place])}`;
}

export interface Run {
  own: boolean;
  text: string;
}

/** Splits marked markup into runs, without the marks. If nothing is marked, all of it may be one person's. */
export function runsOf(marked: string): Run[] {
  const runs: Run[] = [];
  let at = 0;
  let begin = marked.indexOf(opening);
  while (begin !== -1) {
    const close = marked.indexOf(closing, at);
    // Marks that are not in pairs are not ours.
    if (close === -1 || close < begin) return unpaired(marked);
    const next = marked.indexOf(opening, begin + 1);
    if (next !== -1 && next < close) return unpaired(marked);
    // Between the marks: cutting a text is cheaper than looking through it.
    runs.push(
      { own: false, text: marked.slice(at, begin) },
      { own: true, text: marked.slice(begin + 1, close) },
    );
    [at, begin] = [close + 1, next];
  }
  if (marked.indexOf(closing, at) !== -1) return unpaired(marked);
  runs.push({ own: runs.length === 0, text: marked.slice(at) });
  return runs;
}

/** A text into which somebody has put marks counts as one person's as a whole, so that nothing of it is cached. */
const unpaired = (marked: string): Run[] => [{ own: true, text: withoutMarks(marked) }];

/** The markup as it is sent to the browser. */
export const withoutMarks = (marked: string): string =>
  marked.includes(opening) || marked.includes(closing)
    ? marked.replaceAll(opening, '').replaceAll(closing, '')
    : marked;
