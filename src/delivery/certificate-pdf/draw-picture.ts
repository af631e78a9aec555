import { brandColour } from '../brand-colour.ts';
import { contentWidth, printable, sheet, type Sheet } from './sheet.ts';

/** A picture beyond these is not put on paper: the file stays small and no bomb is unpacked. */
export const maxPictureBytes = 2_000_000;
export const maxPicturePixels = 8_000_000;

/** The catalogue's pictures are 1360 × 620. */
export const pictureHeight = (contentWidth * 620) / 1360;
const cornerRadius = 10;

/** The brand's picture on top of the page, or its name on its colour where there is no drawable one. */
export function drawPicture(doc: Sheet, picture: Uint8Array | null, title: string): void {
  doc.save();
  doc.roundedRect(sheet.margin, sheet.margin, contentWidth, pictureHeight, cornerRadius).clip();
  if (picture === null || !drawImage(doc, picture)) drawPlaceholder(doc, title);
  doc.restore();
}

function drawImage(doc: Sheet, picture: Uint8Array): boolean {
  if (!isDrawable(picture)) return false;
  try {
    const box: [number, number] = [contentWidth, pictureHeight];
    doc.image(Buffer.from(picture), sheet.margin, sheet.margin, {
      cover: box,
      align: 'center',
      valign: 'center',
    });
    return true;
  } catch {
    // A file that only begins like a picture: the certificate is worth more than its decoration.
    return false;
  }
}

/** PNG and JPEG within the limits; the size of a PNG stands in its header, a JPEG is embedded as it is. */
export function isDrawable(picture: Uint8Array): boolean {
  if (picture.length < 24 || picture.length > maxPictureBytes) return false;
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.length);
  if (bytes.readUInt16BE(0) === 0xffd8) return true;
  if (bytes.readUInt32BE(0) !== 0x89504e47 || bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  return bytes.readUInt32BE(16) * bytes.readUInt32BE(20) <= maxPicturePixels;
}

function drawPlaceholder(doc: Sheet, title: string): void {
  const { deep, light } = brandColour(title);
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
  doc.fillOpacity(1).fillColor('#ffffff').font('bold').fontSize(34);
  const width = contentWidth - 80;
  const text = printable(title);
  const height = Math.min(doc.heightOfString(text, { width, align: 'center' }), pictureHeight - 40);
  const top = sheet.margin + (pictureHeight - height) / 2;
  doc.text(text, sheet.margin + 40, top, { width, height, align: 'center', ellipsis: true });
}
