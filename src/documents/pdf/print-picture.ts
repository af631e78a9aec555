import sharp from 'sharp';
import { pictureType } from '../pictures/product-picture.ts';

/** Twice the catalogue's middle size: 190 dots an inch across a sheet of A4. */
const printed = { width: 1360, height: 620 };
/** Beside the fonts and the terms this keeps a certificate well below 300 kB. */
export const maxPrintedBytes = 180_000;
const maxDrawnBytes = 90_000;
const qualities = [82, 70, 55, 40, 25] as const;
/** A picture beyond this would cost more memory to unpack than any decoration is worth. */
const maxPixels = 40_000_000;
const timeoutSeconds = 5;

/** Each picture is scaled once for as long as its original is kept. */
const scaled = new WeakMap<Buffer, Promise<Uint8Array | null>>();

/** A brand's picture as it goes on paper, cut to the sheet's proportions; null for what is no picture after all. */
export function printPicture(original: Buffer | null): Promise<Uint8Array | null> {
  if (original === null || pictureType(original) === null) return Promise.resolve(null);
  const known = scaled.get(original);
  if (known !== undefined) return known;
  const picture = scale(original);
  scaled.set(original, picture);
  return picture;
}

/** Runs in the threads of the picture library, not in ours. */
async function scale(original: Buffer): Promise<Uint8Array | null> {
  try {
    const pixels = sharp(original, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize({ ...printed, fit: 'cover', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    // Drawn pictures are smaller without loss than as a photograph.
    const drawn = pictureType(original) === 'image/png' ? await pixels.clone().png().toBuffer() : null;
    if (drawn !== null && drawn.length <= maxDrawnBytes) return drawn;
    for (const quality of qualities) {
      const photograph = await pixels.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
      if (photograph.length <= maxPrintedBytes) return photograph;
    }
    return null;
  } catch {
    // A file that only begins like a picture: the certificate is worth more than its decoration.
    return null;
  }
}
