/** Marks in a page what belongs to one person, and finds it again. */
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

/** The same of a text of which only some places are one person's; all of it if they are not found. */
export function ownIn(text: string, value: string): Html {
  const places = value === '' ? [] : text.split(value);
  if (places.length < 2) return own(text);
  return html`${places.map((place, index) => [index > 0 && own(value), place])}`;
}

export interface Run {
  own: boolean;
  text: string;
}

/** The runs of marked markup, without marks. Where nothing is marked, all of it may be one person's. */
export function runsOf(marked: string): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (let begin = marked.indexOf(opening); begin !== -1; begin = marked.indexOf(opening, at)) {
    const close = marked.indexOf(closing, begin);
    // A closing mark that is missing leaves more that is not remembered.
    const end = close === -1 ? marked.length : close;
    runs.push({ own: false, text: withoutMarks(marked.slice(at, begin)) });
    // From behind the mark on: cutting a text is cheaper than looking through it.
    runs.push({ own: true, text: withoutMarks(marked.slice(begin + 1, end)) });
    at = end + 1;
  }
  runs.push({ own: runs.length === 0, text: withoutMarks(marked.slice(at)) });
  return runs;
}

/** What is sent. */
export const withoutMarks = (marked: string): string =>
  marked.includes(opening) || marked.includes(closing)
    ? marked.replaceAll(opening, '').replaceAll(closing, '')
    : marked;
