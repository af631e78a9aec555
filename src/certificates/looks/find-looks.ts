/** Finds the looks of clients in which gifts are shown. */
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../platform/database/database.ts';
import type { CertificateDesign } from '../templates/design.ts';
import { logoPath, shownLook, type ClientLook, type LookFields } from './client-look.ts';
import { fieldsColumn, type LookKey } from './look-rows.ts';

/**
 * SQL: id of the look for an order of this client with this campaign code; null: the client has none. It is read each
 * time a gift is shown, so that a withdrawn look disappears at once in all processes. It avoids `exists`, for which
 * PostgreSQL may read the looks of all clients.
 */
export const approvedLook = (clientId: string, campaign: string): string => `case when (
    select true from client_looks l where l.client_id = ${clientId} and l.state = 'approved' limit 1)
  then (select l.id from client_looks l where l.client_id = ${clientId} and l.state = 'approved'
    and l.campaign in ('', ${campaign}) order by l.campaign desc limit 1) end`;

/** An approved look never changes, so it can be cached. Each takes up to 30 kB. */
const maxCached = 500;

const caches = new WeakMap<Sql, LRUCache<string, ClientLook>>();

const nameOf = ({ clientId, id }: LookKey): string => `${clientId}:${id}`;

/** Returns the look of each key, in order; null for one that was withdrawn meanwhile with its client. */
export async function findClientLooks(
  db: Sql,
  keys: readonly (LookKey | null)[],
): Promise<(ClientLook | null)[]> {
  if (keys.every((key) => key === null)) return keys.map(() => null);
  const cache = caches.get(db) ?? new LRUCache<string, ClientLook>({ max: maxCached });
  caches.set(db, cache);
  const missing = keys.filter((key) => key !== null).filter((key) => !cache.has(nameOf(key)));
  // What was read now is also kept here: the cache may already have dropped it for others.
  const looks = new Map<string, ClientLook>();
  for (const { key, look } of await readLooks(db, missing)) {
    cache.set(nameOf(key), look);
    looks.set(nameOf(key), look);
  }
  return keys.map((key) =>
    key === null ? null : (looks.get(nameOf(key)) ?? cache.get(nameOf(key)) ?? null),
  );
}

/** Finds the look that an order with this campaign code would have now; null: none. */
export async function findOrderLook(
  db: Sql,
  { clientId, campaign }: { clientId: number; campaign: string },
): Promise<ClientLook | null> {
  const { rows } = await db.query<{ id: number | null }>(`select ${approvedLook('$1::bigint', '$2')} as id`, [
    clientId,
    campaign,
  ]);
  const id = rows[0]?.id ?? null;
  const [look = null] = await findClientLooks(db, [id === null ? null : { clientId, id }]);
  return look;
}

interface Row {
  clientId: number;
  id: number;
  fields: LookFields;
  png: Buffer | null;
  name: string;
  width: number;
  height: number;
}

async function readLooks(db: Sql, keys: LookKey[]): Promise<{ key: LookKey; look: ClientLook }[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<Row>(
    `select l.client_id as "clientId", l.id, ${fieldsColumn} as fields, l.logo as png, l.logo_name as name,
       l.logo_width as width, l.logo_height as height
     from client_looks l where (l.client_id, l.id) in (select * from unnest((select $1::bigint[]), (select $2::integer[])))`,
    [keys.map(({ clientId }) => clientId), keys.map(({ id }) => id)],
  );
  return rows.map(({ clientId, id, fields, png, name, width, height }) => ({
    key: { clientId, id },
    look: shownLook(fields, png && { path: logoPath(clientId, name), width, height, png }),
  }));
}

/** The same object for the same design and look, as drawings are cached by it. */
const designs = new WeakMap<ClientLook, WeakMap<CertificateDesign, CertificateDesign>>();

/** Returns a product's design in the colours of the client; the banner stays that of the brand. */
export function withColours(design: CertificateDesign, look: ClientLook | null): CertificateDesign {
  if (look === null || look.colours === null) return design;
  const ofLook = designs.get(look) ?? new WeakMap<CertificateDesign, CertificateDesign>();
  designs.set(look, ofLook);
  const coloured = ofLook.get(design) ?? { ...design, colours: look.colours };
  ofLook.set(design, coloured);
  return coloured;
}
