/** Fetches the pictures of products, and keeps them in memory for a while. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../platform/database/database.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { HttpClient } from '../../../platform/network/http-client.ts';
import { storedPicture, storedPrefix } from './stored-pictures.ts';

const fetchTimeoutMs = 2000;
const maxPictureBytes = 2_000_000;
const maxKept = 100;
const keepMs = 600_000;
/** A picture that could not be fetched is requested again after this time. */
const keepMissingMs = 60_000;

const pictureName = /^[a-z0-9][a-z0-9-]{0,99}\.(?:png|jpe?g)$/;

type Picture = { bytes: Buffer | null };
export interface PictureContext {
  config: Pick<Config, 'baseUrl' | 'ownPictures'>;
  /** Null: nothing is stored. */
  db: Sql | null;
  http: HttpClient;
}
type Pictures = LRUCache<string, Picture, PictureContext>;

/** Cached as long as the HTTP client exists. */
const kept = new WeakMap<HttpClient, Pictures>();

/** The bytes of a product's picture, PNG or JPEG; null if it has none or it cannot be fetched in time. */
export async function productPicture(ctx: PictureContext, url: string | null): Promise<Buffer | null> {
  if (url === null || url === '') return null;
  const pictures = kept.get(ctx.http) ?? keepPictures();
  kept.set(ctx.http, pictures);
  return (await pictures.forceFetch(url, { context: ctx })).bytes;
}

const keepPictures = (): Pictures =>
  new LRUCache({
    max: maxKept,
    ttl: keepMs,
    async fetchMethod(url, _old, { context, options }) {
      const bytes = await loadPicture(url, context);
      if (bytes === null) options.ttl = keepMissingMs;
      return { bytes };
    },
    ignoreFetchAbort: true,
  });

/** `image/png` or `image/jpeg` by the first bytes; null for anything else, whatever its name is. */
export function pictureType(bytes: Buffer): 'image/png' | 'image/jpeg' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? 'image/jpeg' : null;
}

async function loadPicture(url: string, { config, db, http }: PictureContext): Promise<Buffer | null> {
  const own = `${config.baseUrl}/pictures/`;
  const name = url.startsWith(own) ? url.slice(own.length) : null;
  const bytes =
    name?.startsWith(storedPrefix) === true && db !== null
      ? await storedPicture(db, name)
      : name !== null && config.ownPictures !== null
        ? await readOwn(config.ownPictures, name)
        : await fetchPicture(url, http);
  return bytes !== null && pictureType(bytes) !== null ? bytes : null;
}

async function readOwn(folder: string, name: string): Promise<Buffer | null> {
  if (!pictureName.test(name)) return null;
  return readFile(join(folder, name)).catch(() => null);
}

async function fetchPicture(url: string, http: HttpClient): Promise<Buffer | null> {
  const outcome = await http.send({
    purpose: 'pictures',
    method: 'GET',
    url,
    headers: { accept: 'image/png,image/jpeg', 'user-agent': 'Facevalue' },
    timeoutMs: fetchTimeoutMs,
    maxBytes: maxPictureBytes,
  });
  return outcome.is === 'answered' && outcome.status === 200 && outcome.whole ? outcome.head : null;
}
