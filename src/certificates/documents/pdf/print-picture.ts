/** A brand's picture scaled for print, cropped to the page's proportions; null if it is not a picture. */
import sharp from 'sharp';
import { pictureType } from '../pictures/product-picture.ts';

/** Twice the catalogue's medium size: 190 dots per inch across an A4 page. */
const printed = { width: 1360, height: 620 };
/** Keeps a certificate with its fonts and terms well below 300 kB. */
const maxPrintedBytes = 180_000;
const maxDrawnBytes = 90_000;
const qualities = [82, 70, 55, 40, 25] as const;
/** A larger picture would need too much memory to decode. */
const maxPixels = 40_000_000;
const timeoutSeconds = 5;

/** Each picture is scaled once, for as long as its original is cached. */
const scaled = new WeakMap<Buffer, Promise<Uint8Array | null>>();

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
    // Drawings are smaller as lossless files than as JPEG.
    const drawn = pictureType(original) === 'image/png' ? await pixels.clone().png().toBuffer() : null;
    if (drawn !== null && drawn.length <= maxDrawnBytes) return drawn;
    for (const quality of qualities) {
      const photograph = await pixels.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
      if (photograph.length <= maxPrintedBytes) return photograph;
    }
    return null;
  } catch {
    // Only the first bytes look like a picture: the certificate is made without it.
    return null;
  }
}
