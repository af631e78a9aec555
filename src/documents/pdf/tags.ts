import type { Sheet } from './sheet.ts';

/** Left, top, right and lower edge in points from the upper left corner. */
type Box = [number, number, number, number];

/**
 * The structure tree, which screen readers follow. Everything drawn is either an element of it or an artifact, so
 * nothing is read twice or left out.
 */
export interface Tags {
  text(type: 'H1' | 'H2' | 'P', draw: () => void): void;
  figure(description: string, box: Box, draw: () => void): void;
  /** Consecutive items become one list. */
  listItem(drawMarker: () => void, drawText: () => void): void;
  decoration(draw: () => void): void;
}

export function openTags(doc: Sheet): Tags {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let list: PDFKit.PDFStructureElement | null = null;
  function add(type: string, draw: () => void, options: { alt?: string; bbox?: Box } = {}): void {
    list = null;
    root.add(doc.struct(type, options, draw));
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
      item.add(doc.struct('LBody', {}, drawText));
    },
    decoration(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
}
