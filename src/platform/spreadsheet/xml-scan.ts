/** Looks through the XML of a workbook, tag by tag, in one pass whose time grows with the length alone. */
import { TableProblem } from './table-problem.ts';

/** A cell has at most 32,767 characters, each written by seven at most. */
export const maxTokenCharacters = 256 * 1024;
/** The deepest part of a workbook has a tenth of it. */
const maxDepth = 100;

export interface XmlTag {
  /** Name without its prefix. */
  name: string;
  /** The text of the tag, from `<` to `>`. */
  source: string;
  opens: boolean;
  /** An empty element opens and closes. */
  closes: boolean;
}

export interface XmlScan {
  write(text: string): void;
  /** Nothing more comes. */
  end(): void;
}

/** Throws a TableProblem where a tag, comment or text is longer than any program writes, or never ends. */
export function scanXml(onTag: (tag: XmlTag) => void): XmlScan {
  /** What began and has not ended; a text's characters are counted, not kept. */
  let unfinished = '';
  let textCharacters = 0;
  let depth = 0;

  function tell(tag: XmlTag): void {
    depth = Math.max(0, depth + Number(tag.opens) - Number(tag.closes));
    if (depth > maxDepth) throw new TableProblem({ is: 'nested-too-deeply' });
    onTag(tag);
  }

  return {
    write(text) {
      const seen = unfinished + text;
      let at = 0;
      for (;;) {
        const from = seen.indexOf('<', at);
        textCharacters += (from === -1 ? seen.length : from) - at;
        limit(textCharacters);
        at = from === -1 ? seen.length : from;
        const end = from === -1 ? -1 : endOf(seen, from);
        if (end === -1) break;
        limit(end - from);
        textCharacters = 0;
        const tag = tagOf(seen, from, end);
        if (tag !== null) tell(tag);
        at = end;
      }
      unfinished = seen.slice(at);
      limit(unfinished.length);
    },
    end() {
      if (unfinished !== '') throw new TableProblem({ is: 'part-unended' });
    },
  };
}

function limit(characters: number): void {
  if (characters > maxTokenCharacters)
    throw new TableProblem({ is: 'piece-too-large', kilobytes: maxTokenCharacters / 1024 });
}

/** The tags of a part that is there as a whole. */
export function tagsIn(xml: string, onTag: (tag: XmlTag) => void): void {
  const scan = scanXml(onTag);
  scan.write(xml);
  scan.end();
}

const commentStart = '<!--';
const cdataStart = '<![CDATA[';

/** Where what starts here ends; -1: not in this text. */
function endOf(text: string, from: number): number {
  switch (text[from + 1]) {
    case '!':
      if (text.startsWith(commentStart, from)) return after(text, '-->', from + commentStart.length);
      if (text.startsWith(cdataStart, from)) return after(text, ']]>', from + cdataStart.length);
      // One of them may be cut in two.
      return text.length - from < cdataStart.length ? -1 : after(text, '>', from);
    case '?':
      return after(text, '?>', from);
    case '/':
      return after(text, '>', from);
    case undefined:
      return -1;
    default:
      return tagEnd(text, from);
  }
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length;
}

const [quote, apostrophe, greater] = ['"', "'", '>'].map((sign) => sign.charCodeAt(0));

/** A value in quotes may hold a `>`. */
function tagEnd(text: string, from: number): number {
  let within: number | undefined;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (within !== undefined) within = sign === within ? undefined : within;
    else if (sign === greater) return at + 1;
    else if (sign === quote || sign === apostrophe) within = sign;
  }
  return -1;
}

const nameAt = /<\/?(?:[^\s:/>]*:)?([^\s/>]*)/y;

/** Null for comments and the like. */
function tagOf(text: string, from: number, end: number): XmlTag | null {
  const second = text[from + 1];
  if (second === '!' || second === '?') return null;
  nameAt.lastIndex = from;
  const name = nameAt.exec(text)?.[1] ?? '';
  const opens = second !== '/';
  return { name, source: text.slice(from, end), opens, closes: !opens || text[end - 2] === '/' };
}

const attributeAt = /\s([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The value of a tag's attribute, with or without a prefix; empty where it has none. */
export function attribute(tag: string, name: string): string {
  for (const [, written = '', quoted, apostrophed] of tag.matchAll(attributeAt))
    if (written.slice(written.indexOf(':') + 1) === name) return quoted ?? apostrophed ?? '';
  return '';
}
