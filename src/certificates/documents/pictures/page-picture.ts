import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Context } from '../../../context.ts';
import type { HttpClient } from '../../../platform/network/http-client.ts';
import { safeUrl } from '../../../platform/text/html.ts';
import { productPicture, type PictureContext } from './product-picture.ts';
import { createPermits } from '../../../platform/batching/permits.ts';
import { isSameSecret } from '../../../platform/secrets/constant-time.ts';

/** A page requests the width that its screen needs: of lists the first, of a gift the second, of high-density screens the third. */
export const pageWidths = [340, 680, 1360] as const;
export type PageWidth = (typeof pageWidths)[number];
/** The aspect ratio of every picture: that of `main_image.large` in getProducts. */
const pageAspect = { width: 1360, height: 620 };

/** Keeps a whole gift page below 100 kB. */
export const maxPageBytes = 62_000;
/** Tried in this order. Drawings are sharp at the first; photographs lose resolution before colour. */
const attempts = [
  { quality: 76, share: 1 },
  { quality: 60, share: 1 },
  { quality: 42, share: 1 },
  { quality: 42, share: 0.7 },
  { quality: 42, share: 0.5 },
  { quality: 25, share: 0.4 },
];
const maxUrlLength = 1000;
const maxSourcePixels = 40_000_000;
const maxKept = 400;
const keepMs = 24 * 3600_000;
const keepMissingMs = 60_000;
/** Scaling one picture uses several threads; more at a time would slow down the rest of the process. */
const maxAtOnce = 2;
const scaling = createPermits(() => maxAtOnce);

type Keyring = Pick<Context['keyring'], 'token'>;

/**
 * The path at which this server serves a product's picture. It contains the original's address and our signature, so
 * nobody can make us fetch anything else, and nothing about a gift. Null if there is no picture.
 */
export function pagePicturePath(keyring: Keyring, url: string | null, width: PageWidth): string | null {
  const address = safeUrl(url);
  if (address === null || address.length > maxUrlLength) return null;
  return `/pictures/${width}/${proofOf(keyring, address)}/${Buffer.from(address).toString('base64url')}.webp`;
}

/** The original's address from such a path; null if the signature is not ours. */
export function pictureUrlOf(keyring: Keyring, proof: string, name: string): string | null {
  const [, encoded] = /^([\w-]{1,1400})\.webp$/.exec(name) ?? [];
  if (encoded === undefined) return null;
  const url = Buffer.from(encoded, 'base64url').toString();
  return isSameSecret(proof, proofOf(keyring, url)) ? url : null;
}

const proofOf = (keyring: Keyring, url: string): string => keyring.token(`picture:${url}`);

interface PageAsk {
  ctx: PictureContext;
  url: string;
  width: PageWidth;
}

interface Kept {
  pictures: LRUCache<string, { bytes: Buffer | null }, PageAsk>;
  /** The key is the address of the original. */
  grounds: LRUCache<string, string>;
}

/** Cached as long as the HTTP client exists. */
const keptBy = new WeakMap<HttpClient, Kept>();

function keptOf(http: HttpClient): Kept {
  const kept = keptBy.get(http) ?? { pictures: keepPictures(), grounds: new LRUCache({ max: maxKept }) };
  keptBy.set(http, kept);
  return kept;
}

const keepPictures = (): Kept['pictures'] =>
  new LRUCache({
    max: maxKept,
    ttl: keepMs,
    async fetchMethod(_key, _old, { context, options }) {
      const bytes = await makePicture(context);
      if (bytes === null) options.ttl = keepMissingMs;
      return { bytes };
    },
    ignoreFetchAbort: true,
  });

/** The picture as WebP in the requested width, never enlarged; null if it is not available. */
export async function pagePicture(
  ctx: PictureContext,
  url: string,
  width: PageWidth,
): Promise<Buffer | null> {
  const { pictures } = keptOf(ctx.http);
  return (await pictures.forceFetch(`${width} ${url}`, { context: { ctx, url, width } })).bytes;
}

/**
 * `#rrggbb`: the dominant colour of a picture that this process has served before, shown until the picture is loaded;
 * else null.
 */
export function knownGround({ http }: Pick<Context, 'http'>, url: string | null): string | null {
  const address = safeUrl(url);
  return address === null ? null : (keptOf(http).grounds.get(address) ?? null);
}

async function makePicture({ ctx, url, width }: PageAsk): Promise<Buffer | null> {
  const original = await productPicture(ctx, url);
  if (original === null) return null;
  return scaling.within(async () => {
    const bytes = await scale(original, width);
    if (bytes !== null) keptOf(ctx.http).grounds.set(url, await groundOf(bytes));
    return bytes;
  });
}

async function groundOf(picture: Buffer): Promise<string> {
  const { r, g, b } = (await sharp(picture).stats()).dominant;
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

async function scale(original: Buffer, width: PageWidth): Promise<Buffer | null> {
  const source = sharp(original, { limitInputPixels: maxSourcePixels, failOn: 'error' }).autoOrient();
  try {
    for (const { quality, share } of attempts) {
      const wide = Math.round(width * share);
      const high = Math.round((wide * pageAspect.height) / pageAspect.width);
      const bytes = await source
        .clone()
        .resize({ width: wide, height: high, fit: 'cover', withoutEnlargement: true })
        .webp({ quality, smartSubsample: true })
        .toBuffer();
      if (bytes.length <= maxPageBytes) return bytes;
    }
  } catch {
    // Only the first bytes look like a picture.
  }
  return null;
}
