/** Makes the logo of a client from a file that somebody uploaded. */
import { createHash } from 'node:crypto';
import sharp, { type OutputInfo } from 'sharp';
import { TooManyWaiting } from '../../../platform/batching/permits.ts';
import { isRaster, making, maxPixels, timeoutSeconds } from './make-pictures.ts';

export const maxLogoUploadBytes = 2_000_000;
/** Smaller ones would be blurred. */
export const leastLogo = { width: 64, height: 24 };
/** Twice as large as it is shown, for sharp screens and for paper. */
const box = { width: 440, height: 128 };
const padding = 12;
/** A wider one would not fit a phone at the height of a line of others, nor leave space beside it on paper. */
const widest = 5;
/** The largest that a letter and a gift page can carry. */
const maxLogoBytes = 24_000;
const colourCounts = [256, 64, 16, 8] as const;
/** How much darker than white a point must be to be seen, and which share of all points must be. */
const seenBelow = 215;
const leastSeen = 0.004;

export interface MadeLogo {
  name: string;
  width: number;
  height: number;
  png: Buffer;
}

/** `pale`: on white nobody would see it. */
export type LogoRefusal = 'kind' | 'pixels' | 'small' | 'pale' | 'heavy' | 'broken' | 'busy';
export type LogoMade = { is: 'made'; logo: MadeLogo } | { is: 'refused'; why: LogoRefusal };

/**
 * A new file drawn from the pixels alone, on a white ground: mail programs in dark mode change the colours of a letter but not those
 * of its pictures, and a dark logo without a ground would be gone there.
 */
export async function makeLogo(upload: Buffer): Promise<LogoMade> {
  if (!isRaster(upload)) return { is: 'refused', why: 'kind' };
  try {
    return await making.within(() => draw(upload));
  } catch (problem) {
    return { is: 'refused', why: problem instanceof TooManyWaiting ? 'busy' : 'broken' };
  }
}

async function draw(upload: Buffer): Promise<LogoMade> {
  const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return { is: 'refused', why: 'pixels' };
  if (width < leastLogo.width || height < leastLogo.height) return { is: 'refused', why: 'small' };
  const flat = await sharp(upload, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 3 })
    .toBuffer();
  if (!(await isSeen(flat))) return { is: 'refused', why: 'pale' };
  const fitted = await withGround(
    await sharp(await withoutMargin(flat))
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 3 })
      .toBuffer({ resolveWithObject: true }),
  );
  for (const colours of colourCounts) {
    const { data, info } = await sharp(fitted)
      .png({ palette: true, colours, compressionLevel: 9, effort: 7 })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= maxLogoBytes)
      return { is: 'made', logo: { name: nameOf(data), width: info.width, height: info.height, png: data } };
  }
  return { is: 'refused', why: 'heavy' };
}

function withGround({ data, info }: { data: Buffer; info: OutputInfo }): Promise<Buffer> {
  const missing = (info.width + 2 * padding) / widest - (info.height + 2 * padding);
  const more = Math.max(0, Math.ceil(missing / 2));
  const [above, beside] = [padding + more, padding];
  return sharp(data)
    .extend({ top: above, bottom: above, left: beside, right: beside, background: '#ffffff' })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

/** A white logo for a dark ground has nothing left on a white one. */
async function isSeen(flat: Buffer): Promise<boolean> {
  const { data } = await sharp(flat)
    .resize({ width: 200, height: 200, fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((point) => point < seenBelow).length >= data.length * leastSeen;
}

const withoutMargin = (flat: Buffer): Promise<Buffer> =>
  sharp(flat).trim({ background: '#ffffff', threshold: 12 }).png({ compressionLevel: 3 }).toBuffer();

const nameOf = (png: Buffer): string =>
  `${createHash('sha256').update(png).digest('base64url').slice(0, 22)}.png`;
