/** The foot of a PDF: legal address, support. */
import type { Drawing } from './drawing.ts';
import { contentWidth, printable, sheet } from './sheet.ts';

const footHeight = 42;
export const footTop = sheet.height - sheet.margin / 2 - footHeight;
const maxLineHeight = 23;

/** The legal address and the support contacts, at the bottom of the last page. */
export function drawFoot(drawing: Drawing): void {
  const { doc, tags, ink } = drawing;
  const lines = linesOf(drawing);
  if (lines.length === 0) return;
  tags.decoration(() =>
    doc
      .moveTo(sheet.margin, footTop)
      .lineTo(sheet.margin + contentWidth, footTop)
      .lineWidth(0.6)
      .stroke(ink.line),
  );
  doc.font('regular').fontSize(8.5).fillColor(ink.muted);
  let y = footTop + 7;
  for (const line of lines) {
    const height = Math.min(doc.heightOfString(line, { width: contentWidth }), maxLineHeight);
    const place = { width: contentWidth, height: height + 1, ellipsis: true };
    const top = y;
    tags.text('P', () => doc.text(line, sheet.margin, top, place));
    y += height + 2;
  }
}

function linesOf({ view, labels }: Drawing): string[] {
  const { below } = view.design.blocks;
  const { name, legalAddress } = view.issuer;
  const address = legalAddress === '' ? '' : `${labels.legalAddress} ${legalAddress}`;
  const issuer = printable([name, address].filter(Boolean).join('. '));
  const contacts = [view.support.phone, view.support.email, view.support.url].map(printable);
  const support = contacts.filter((contact) => contact !== '').join(' · ');
  return below
    .flatMap((block) =>
      block === 'issuer'
        ? [issuer]
        : block === 'support' && support !== ''
          ? [`${labels.support} ${support}`]
          : [],
    )
    .filter((line) => line !== '');
}
