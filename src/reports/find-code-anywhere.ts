import { operator } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/rows.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { normaliseNumber } from '../vault/compared-number.ts';
import { wantedCodes, type WantedCode } from '../vault/wanted-codes.ts';

/** Where a code is. The number itself stays sealed. */
export interface CodePlace {
  supplierId: number;
  supplier: string;
  codeId: number;
  productId: number;
  title: string;
  faceKopecks: number;
  state: string;
  active: boolean;
  expiresAt: Date | null;
  clientId: number | null;
  client: string | null;
  requestId: number | null;
  orderId: number | null;
  soldAt: Date | null;
  redeemedAt: Date | null;
  till: string | null;
  /** What is left of a code of which a part was redeemed. */
  leftKopecks: number | null;
  readings: CodeReading[];
}

/** An opening of the code. */
export interface CodeReading {
  reader: string;
  /** Network address of a reader; of a person in a cabinet, the name. */
  by: string;
  at: Date;
}

/** Shorter texts are no codes. */
const shortestNumber = 4;
const longestNumber = 100;
/** Different suppliers may have equal numbers. */
const mostPlaces = 5;
const mostReadings = 20;
const mostSuppliers = 5000;

/**
 * Finds a code by its number among all suppliers, by the keyed fingerprints. Finding one is an act that the audit keeps, by the
 * code's id: whoever asks holds the number, and asks what it is worth.
 */
export async function findCodeAnywhere(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  number: string,
  now: Date,
): Promise<CodePlace[]> {
  if (!mayBeCode(number) || !may(principal, 'codes.find', operator)) return [];
  return atomically(db, async (tx) => {
    const places = await findPlaces(tx, keyring, number);
    if (places.length === 0) return [];
    const about = places.map(({ supplierId, codeId }) => `code ${supplierId}/${codeId}`).join(', ');
    await recordAct(tx, keyring, { party: operator, by: actorOf(principal), act: 'code.found', about }, now);
    return places;
  });
}

export function mayBeCode(number: string): boolean {
  const { length } = normaliseNumber(number);
  return length >= shortestNumber && length <= longestNumber;
}

/** What the number would be stored as, whichever supplier it is of. */
export async function wantedOfAll(db: Sql, keyring: Keyring, number: string): Promise<WantedCode[]> {
  const suppliers = await db.query<{ id: number }>(`select id from suppliers order by id limit $1`, [
    mostSuppliers,
  ]);
  return wantedCodes(
    keyring,
    suppliers.rows.map(({ id }) => ({ supplierId: id, number })),
  );
}

async function findPlaces(db: Sql, keyring: Keyring, number: string): Promise<CodePlace[]> {
  const wanted = await wantedOfAll(db, keyring, number);
  const { rows } = await db.query<Omit<CodePlace, 'readings'>>(
    `select c.supplier_id as "supplierId", s.name as supplier, c.id as "codeId", p.id as "productId", p.title,
       c.face_kopecks as "faceKopecks", c.state, c.active, coalesce(t.expires_at, c.expires_at) as "expiresAt",
       c.client_id as "clientId", k.name as client, c.request_id as "requestId", t.order_id as "orderId", c.sold_at as "soldAt",
       d.redeemed_at as "redeemedAt", d.till,
       case when c.taken_kopecks > 0 and c.taken_kopecks < c.face_kopecks then c.face_kopecks - c.taken_kopecks end as "leftKopecks"
     from unnest($1::bigint[], $2::bytea[], $3::boolean[]) as w (supplier_id, fingerprint, of_platform)
     join codes c on c.supplier_id = w.supplier_id and c.fingerprint = w.fingerprint
     join suppliers s on s.id = c.supplier_id join products p on p.id = c.product_id
     left join clients k on k.id = c.client_id
     left join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
     left join redemptions d on d.supplier_id = c.supplier_id and d.code_id = c.id
       and d.taken_back_at is null and d.part = 0 and d.undone_at is null
     where not w.of_platform or p.transfer_scheme = 'platform'
     order by c.supplier_id, c.id limit ${mostPlaces}`,
    columnsOf(wanted, ['supplierId', 'fingerprint', 'ofPlatform']),
  );
  return Promise.all(rows.map(async (row) => ({ ...row, readings: await readingsOf(db, row) })));
}

/** The last openings, the newest first. */
async function readingsOf(
  db: Sql,
  { supplierId, codeId }: Pick<CodePlace, 'supplierId' | 'codeId'>,
): Promise<CodeReading[]> {
  const { rows } = await db.query<CodeReading>(
    `select r.reader, coalesce(p.name, r.address) as by, r.at from code_readings r
     left join persons p on r.address = 'person:' || p.id
     where r.supplier_id = $1 and r.code_id = $2 order by r.at desc, r.id desc limit ${mostReadings}`,
    [supplierId, codeId],
  );
  return rows;
}
