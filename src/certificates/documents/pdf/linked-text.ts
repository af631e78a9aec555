/** Text of a PDF with links in it. */
import type { TermsLink } from '../../terms.ts';
import type { Sheet } from './sheet.ts';
import type { Drawn } from './tags.ts';

export interface TextPart {
  text: string;
  /** Null: plain text. */
  href: string | null;
}

/** A line cut where its links begin and end; each link is searched behind the one before it. */
export function linkedParts(line: string, links: readonly TermsLink[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { text, href } of links) {
    const at = text === '' ? -1 : line.indexOf(text, end);
    if (at < 0 || !URL.canParse(href)) continue;
    if (at > end) parts.push({ text: line.slice(end, at), href: null });
    // In a PDF addresses are ASCII.
    parts.push({ text, href: new URL(href).href });
    end = at + text.length;
  }
  if (end < line.length || parts.length === 0) parts.push({ text: line.slice(end), href: null });
  return parts;
}

/** Text that wraps as one paragraph, in which links can be clicked. `setFont` comes before each part. */
export function linkedText(
  doc: Sheet,
  parts: readonly TextPart[],
  { left, top, width }: { left: number; top: number; width: number },
  setFont: () => void,
): Drawn {
  return parts.map(({ text, href }, index) => ({
    isLink: href !== null,
    draw() {
      setFont();
      const options = { width, continued: index < parts.length - 1, link: href, underline: href !== null };
      if (index === 0) doc.text(text, left, top, options);
      else doc.text(text, options);
    },
  }));
}
