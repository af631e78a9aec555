/** The client through which the gift came, below the head of a PDF: its logo, its words and whom to ask there. */
import { siteName } from '../../looks/client-look.ts';
import type { Drawing } from './drawing.ts';
import { contentWidth, printable, sheet } from './sheet.ts';

const logoHeight = 34;
const besideLogo = 14;
const fontSize = 9.5;
const maxHeight = 48;

/** Returns the lower edge; null: there is nothing of it. */
export function drawGiver(drawing: Drawing, top: number): number | null {
  const { doc, tags, ink, view } = drawing;
  const logo = view.clientLook?.logo ?? null;
  const text = linesOf(drawing).join('\n');
  if (logo === null && text === '') return null;
  const logoWidth = logo === null ? 0 : (logo.width * logoHeight) / logo.height;
  const indent = logo === null ? 0 : logoWidth + besideLogo;
  const [left, width] = [sheet.margin + indent, contentWidth - indent];
  doc.font('regular').fontSize(fontSize).fillColor(ink.muted);
  const textHeight = text === '' ? 0 : Math.min(doc.heightOfString(text, { width }), maxHeight);
  const height = Math.max(logo === null ? 0 : logoHeight, textHeight);
  if (logo !== null) {
    const y = top + (height - logoHeight) / 2;
    const name = printable(view.clientLook?.senderName ?? '') || drawing.labels.giver;
    tags.figure(name, [sheet.margin, y, sheet.margin + logoWidth, y + logoHeight], () =>
      doc.image(Buffer.from(logo.png), sheet.margin, y, { height: logoHeight }),
    );
  }
  const y = top + (height - textHeight) / 2;
  const place = { width, height: textHeight + 1, ellipsis: true };
  doc.font('regular').fontSize(fontSize).fillColor(ink.muted);
  if (text !== '') tags.text('P', () => doc.text(text, left, y, place));
  return top + height;
}

function linesOf({ view, language, labels }: Drawing): string[] {
  if (!view.clientLook) return [];
  const { senderName, words, support, site } = view.clientLook;
  const contacts = [senderName, support.phone, support.email, siteName(site)].filter((part) => part !== '');
  return [
    ...(contacts.length === 0 ? [] : [`${labels.giver} ${contacts.join(' · ')}`]),
    ...words[language].footer.split('\n'),
  ]
    .map(printable)
    .filter((line) => line !== '');
}
