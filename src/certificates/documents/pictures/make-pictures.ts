/** Makes the pictures of a product from a file that somebody uploaded. */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';

export const maxUploadBytes = 8_000_000;
/** A small file may decode to a huge picture: this is judged by its heading, before anything is decoded. */
export const maxPixels = 40_000_000;
/** Below the medium size of getProducts it would be blurred everywhere. */
export const leastSize = { width: 680, height: 310 };
/** The limit of the table. */
const maxStoredBytes = 400_000;
export const timeoutSeconds = 10;
/** Each uses several threads for a second or two. */
const atOnce = 1;
const maxWaiting = 8;
const qualities = [84, 72, 60, 45, 30] as const;

/** The sizes of `main_image` in getProducts. */
export const pictureSizes = {
  large: { width: 1360, height: 620 },
  medium: { width: 680, height: 310 },
  small: { width: 340, height: 155 },
} as const;
export type PictureSize = keyof typeof pictureSizes;

export interface MadePicture {
  name: string;
  bytes: Buffer;
}

export type PictureRefusal = 'kind' | 'pixels' | 'small' | 'broken' | 'busy';
export type MadePictures =
  | { is: 'made'; pictures: Record<PictureSize, MadePicture> }
  | { is: 'refused'; why: PictureRefusal };

export const making = createPermits(() => atOnce, maxWaiting);

/**
 * Judged by its bytes, whatever its name is. What is kept are new files drawn from the pixels alone, so that nothing else
 * of the upload is ever served: no place where a photograph was taken, and no second file behind the picture.
 */
export async function makePictures(upload: Buffer): Promise<MadePictures> {
  if (!isRaster(upload)) return { is: 'refused', why: 'kind' };
  try {
    return await making.within(() => make(upload));
  } catch (problem) {
    return { is: 'refused', why: problem instanceof TooManyWaiting ? 'busy' : 'broken' };
  }
}

/** PNG, JPEG or WebP by the first bytes; the library knows many more kinds, which are not offered to it. */
export function isRaster(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 12).toString('latin1');
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP'))
  );
}

async function make(upload: Buffer): Promise<MadePictures> {
  const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return { is: 'refused', why: 'pixels' };
  // Either side may be the longer one until the picture is turned upright.
  if (Math.min(width, height) < leastSize.height || Math.max(width, height) < leastSize.width)
    return { is: 'refused', why: 'small' };
  const drawn = await sharp(upload, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ ...pictureSizes.large, fit: 'cover', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 3 })
    .toBuffer();
  const sized = async (size: PictureSize): Promise<MadePicture> =>
    named(
      size,
      await encode(sharp(drawn).resize({ ...pictureSizes[size], fit: 'cover', withoutEnlargement: true })),
    );
  const [large, medium, small] = [await sized('large'), await sized('medium'), await sized('small')];
  return { is: 'made', pictures: { large, medium, small } };
}

interface Encoded {
  bytes: Buffer;
  extension: 'png' | 'jpg';
}

/** Drawings are smaller and sharper as PNG, photographs as JPEG. */
async function encode(pixels: Sharp): Promise<Encoded> {
  const photograph = await jpegOf(pixels);
  const drawing = await pixels.clone().png({ compressionLevel: 9 }).toBuffer();
  return drawing.length <= photograph.length
    ? { bytes: drawing, extension: 'png' }
    : { bytes: photograph, extension: 'jpg' };
}

async function jpegOf(pixels: Sharp): Promise<Buffer> {
  for (const quality of qualities) {
    const bytes = await pixels.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
    if (bytes.length <= maxStoredBytes) return bytes;
  }
  throw new Error('A picture of this size is never that long.');
}

function named(size: PictureSize, { bytes, extension }: Encoded): MadePicture {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { name: `${hash}-${size}.${extension}`, bytes };
}
