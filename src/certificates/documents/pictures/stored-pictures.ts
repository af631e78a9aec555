/** Pictures of products that are kept in the database. */
import { LRUCache } from 'lru-cache';
import type { Sql, Tx } from '../../../platform/database/database.ts';
import type { MadePicture } from './make-pictures.ts';

/** Below `/pictures/`, where this server serves them. */
export const storedPrefix = 'of/';
const storedName = /^of\/(\d{1,15})\/([\w-]{22}-(?:large|medium|small)\.(?:png|jpg))$/;
/** Three for each upload. */
const mostOfSupplier = 6000;

export const storedPath = (supplierId: number, name: string): string =>
  `/pictures/${storedPrefix}${supplierId}/${name}`;

/** The same picture is kept once. */
export async function storePictures(
  tx: Tx,
  supplierId: number,
  made: readonly MadePicture[],
  now: Date,
): Promise<'stored' | 'too-many'> {
  const { rows } = await tx.query<{ count: number; known: string[] }>(
    `select count(*) as count, coalesce(array_agg(name) filter (where name = any($2)), '{}') as known
     from pictures where supplier_id = $1`,
    [supplierId, made.map(({ name }) => name)],
  );
  const [{ count, known } = { count: 0, known: [] }] = rows;
  const news = made.filter(({ name }) => !known.includes(name));
  if (count + news.length > mostOfSupplier) return 'too-many';
  await tx.query(
    `insert into pictures (supplier_id, name, bytes, added_at)
     select $1, name, bytes, $4 from unnest($2::text[], $3::bytea[]) as made (name, bytes) on conflict do nothing`,
    [supplierId, news.map(({ name }) => name), news.map(({ bytes }) => bytes), now],
  );
  return 'stored';
}

/** The newest first, in their largest size. */
export async function listStoredPictures(
  db: Sql,
  { supplierId, limit }: { supplierId: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select name from pictures where supplier_id = $1 and name like '%-large.%' order by added_at desc, name limit $2`,
    [supplierId, limit],
  );
  return rows.map(({ name }) => storedPath(supplierId, name));
}

const maxKeptBytes = 30_000_000;

/** A row never changes, so it is read once. */
const kept = new WeakMap<Sql, LRUCache<string, Buffer>>();

/** Finds a picture by the part of its address after `/pictures/`; null: there is none. */
export async function storedPicture(db: Sql, place: string): Promise<Buffer | null> {
  const [, supplierId, name] = storedName.exec(place) ?? [];
  if (supplierId === undefined || name === undefined) return null;
  const cache =
    kept.get(db) ?? new LRUCache({ maxSize: maxKeptBytes, sizeCalculation: ({ length }) => length });
  kept.set(db, cache);
  const known = cache.get(place);
  if (known !== undefined) return known;
  const { rows } = await db.query<{ bytes: Buffer }>(
    `select bytes from pictures where supplier_id = $1 and name = $2`,
    [supplierId, name],
  );
  const bytes = rows[0]?.bytes ?? null;
  if (bytes !== null) cache.set(place, bytes);
  return bytes;
}
