/** The tags of a PDF, which screen readers follow. */
import type { Sheet } from './sheet.ts';

/** Left, top, right and lower edge in points from the upper left corner. */
type Box = [number, number, number, number];

/**
 * The structure tree, which screen readers follow. Everything drawn is either an element of it or an artifact, so
 * nothing is read twice or left out.
 */
/** What is drawn inside an element: at once, or in parts, of which some are links. */
export type Drawn = (() => void) | { isLink: boolean; draw: () => void }[];

export interface Tags {
  text(type: 'H1' | 'H2' | 'P', draw: Drawn): void;
  figure(description: string, box: Box, draw: () => void): void;
  /** Consecutive items become one list. */
  listItem(drawMarker: () => void, drawText: Drawn): void;
  decoration(draw: () => void): void;
}

export function openTags(doc: Sheet): Tags {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let list: PDFKit.PDFStructureElement | null = null;
  const within = (drawn: Drawn) =>
    typeof drawn === 'function'
      ? drawn
      : drawn.map(({ isLink, draw }) => (isLink ? doc.struct('Link', {}, draw) : draw));
  function add(type: string, draw: Drawn, options: { alt?: string; bbox?: Box } = {}): void {
    list = null;
    root.add(doc.struct(type, options, within(draw)));
  }
  return {
    text: (type, draw) => add(type, draw),
    figure: (description, box, draw) => add('Figure', draw, { alt: description, bbox: box }),
    listItem(drawMarker, drawText) {
      if (list === null) {
        list = doc.struct('L');
        root.add(list);
      }
      const item = doc.struct('LI');
      list.add(item);
      item.add(doc.struct('Lbl', {}, drawMarker));
      item.add(doc.struct('LBody', {}, within(drawText)));
    },
    decoration(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
}
