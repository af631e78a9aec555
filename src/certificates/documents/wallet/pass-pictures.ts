/** Pictures of wallet passes. */
import sharp from 'sharp';
import { pictureType } from '../pictures/product-picture.ts';

/** Apple's sizes, in points. */
const iconSize = 29;
const strip = { width: 375, height: 144 };
const densities = [1, 2, 3] as const;
const maxPixels = 40_000_000;

export type PassPictures = Record<string, Buffer>;

/**
 * Pictures of a pass: a gift box icon in the colours of the design, and the brand's picture as a strip if there is one.
 */
export async function passPictures(
  colours: { accent: string; onAccent: string },
  picture: Buffer | null,
): Promise<PassPictures> {
  const [icons, strips] = await Promise.all([iconsOf(colours), stripsOf(picture)]);
  return { ...icons, ...strips };
}

async function iconsOf({ accent, onAccent }: { accent: string; onAccent: string }): Promise<PassPictures> {
  const box = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="${accent}" d="M0 0h29v29H0z"/><path fill="none" stroke="${onAccent}" stroke-width="1.6" d="M6.5 14v8.5h16V14M5 10h19v4H5zM14.5 10v12.5M14.5 10c-6 0-7-5-4.5-5s4.5 5 4.5 5 2-5 4.500-5 1.500 5-4.500 5"/></svg>`;
  const drawn = densities.map(async (density) => {
    const size = iconSize * density;
    const png = sharp(Buffer.from(box), { density: 72 * density })
      .resize(size, size)
      .png();
    return [fileName('icon', density), await png.toBuffer()] as const;
  });
  return Object.fromEntries(await Promise.all(drawn));
}

async function stripsOf(picture: Buffer | null): Promise<PassPictures> {
  if (picture === null || pictureType(picture) === null) return {};
  const pixels = sharp(picture, { limitInputPixels: maxPixels }).rotate();
  const cut = densities.slice(0, 2).map(async (density) => {
    const size = { width: strip.width * density, height: strip.height * density };
    return [
      fileName('strip', density),
      await pixels
        .clone()
        .resize({ ...size, fit: 'cover' })
        .png()
        .toBuffer(),
    ] as const;
  });
  // Only the first bytes look like a picture: the pass is made without it.
  return Promise.all(cut).then(Object.fromEntries<Buffer>, () => ({}));
}

const fileName = (name: string, density: number): string =>
  density === 1 ? `${name}.png` : `${name}@${density}x.png`;
