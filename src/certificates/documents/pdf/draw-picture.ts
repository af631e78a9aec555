import { brandColour } from '../../certificate.ts';
import type { Drawing } from './drawing.ts';
import { contentWidth, sheet, type Sheet } from './sheet.ts';

/** The catalogue's pictures are 1360 × 620. */
export const pictureHeight = (contentWidth * 620) / 1360;
const cornerRadius = 10;

/** Draws the brand's picture at the top of the page, or its name on its colour if there is no usable picture. */
export function drawPicture({ doc, tags, view, title }: Drawing, picture: Uint8Array | null): void {
  const [right, bottom] = [sheet.margin + contentWidth, sheet.margin + pictureHeight];
  tags.figure(title, [sheet.margin, sheet.margin, right, bottom], () => {
    doc.save();
    doc.roundedRect(sheet.margin, sheet.margin, contentWidth, pictureHeight, cornerRadius).clip();
    if (picture === null || !drawImage(doc, picture)) drawPlaceholder(doc, title, view.design.banner);
    doc.restore();
  });
}

function drawImage(doc: Sheet, picture: Uint8Array): boolean {
  try {
    const box: [number, number] = [contentWidth, pictureHeight];
    doc.image(Buffer.from(picture), sheet.margin, sheet.margin, {
      cover: box,
      align: 'center',
      valign: 'center',
    });
    return true;
  } catch {
    // A JPEG or PNG variant that the PDF library does not support: the certificate is made without it.
    return false;
  }
}

/** The brand's name on the background of its design, or on a colour derived from the name. */
function drawPlaceholder(doc: Sheet, title: string, banner: Drawing['view']['design']['banner']): void {
  const { deep, light } =
    banner === null ? brandColour(title) : { deep: banner.ground, light: banner.ground };
  const right = sheet.margin + contentWidth;
  const bottom = sheet.margin + pictureHeight;
  const gradient = doc.linearGradient(sheet.margin, bottom, right, sheet.margin).stop(0, deep).stop(1, light);
  doc.rect(sheet.margin, sheet.margin, contentWidth, pictureHeight).fill(gradient);
  doc.fillColor('#ffffff').fillOpacity(0.08);
  for (const [x, y, radius] of [
    [right - 60, sheet.margin + 30, 120],
    [right - 190, bottom + 20, 90],
    [sheet.margin + 20, bottom + 30, 140],
  ] as const)
    doc.circle(x, y, radius).fill();
  doc
    .fillOpacity(1)
    .fillColor(banner?.text ?? '#ffffff')
    .font('bold')
    .fontSize(34);
  const width = contentWidth - 80;
  const height = Math.min(doc.heightOfString(title, { width, align: 'center' }), pictureHeight - 40);
  const top = sheet.margin + (pictureHeight - height) / 2;
  doc.text(title, sheet.margin + 40, top, { width, height, align: 'center', ellipsis: true });
}
