/** Finds codes of a supplier that have equal numbers, though they were loaded as different ones. */
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { formerNumber, normaliseNumber } from '../compared-number.ts';
import { codeFingerprint, openCode, type SealedCode } from '../seal-code.ts';

/** One of several codes with the same number. Its position is reported, its number never. */
export interface EqualNumber {
  supplierId: number;
  codeId: number;
  /** The first of the codes that equal each other. */
  equals: number;
  productId: number;
  faceKopecks: number;
  endsOn: string;
  position: number | null;
  state: string;
  /** The file that brought it. */
  fileName: string | null;
}

interface Numbered {
  supplierId: number;
  id: number;
  fingerprint: Buffer;
}

type Stored = Numbered & SealedCode;

const codesAtOnce = 5000;
/** More are not kept in memory: what is told of them is enough to begin with. */
const mostFound = 50_000;

/**
 * Opens all codes that came from suppliers, of one server or of all cells. Those that equal another one are among the few whose fingerprint
 * is not that of their number: they were loaded before it was known that numbers may look alike.
 */
export async function findEqualNumbers(places: readonly Sql[], keyring: Keyring): Promise<EqualNumber[]> {
  const others = await ofEach(places, (db) => findOthers(db, keyring));
  if (others.length === 0) return [];
  const all = [...others, ...(await ofEach(places, (db) => storedBy(db, others)))];
  const equal = [...Map.groupBy(all, keyOf).values()].filter((codes) => codes.length > 1);
  const numbered = equal.flatMap((codes) => {
    const equals = Math.min(...codes.map(({ id }) => id));
    return codes.map(({ supplierId, id }) => ({ supplierId, id, equals }));
  });
  const described = await ofEach(places, (db) => describe(db, numbered));
  return described.toSorted(
    (one, other) =>
      one.supplierId - other.supplierId || one.equals - other.equals || one.codeId - other.codeId,
  );
}

const ofEach = async <Found>(places: readonly Sql[], find: (db: Sql) => Promise<Found[]>): Promise<Found[]> =>
  (await Promise.all(places.map(find))).flat();

async function findOthers(db: Sql, keyring: Keyring): Promise<Numbered[]> {
  const others: Numbered[] = [];
  let after = { supplierId: 0, id: 0 };
  for (;;) {
    const codes = await nextCodes(db, after);
    const last = codes.at(-1);
    if (last === undefined || others.length > mostFound) return others;
    after = last;
    others.push(...codes.flatMap((code) => otherwiseStored(keyring, code)));
  }
}

const keyOf = ({ supplierId, fingerprint }: Numbered): string =>
  `${supplierId}:${fingerprint.toString('hex')}`;

async function nextCodes(db: Sql, after: { supplierId: number; id: number }): Promise<Stored[]> {
  const { rows } = await db.query<Stored>(
    `select c.supplier_id as "supplierId", c.id, c.fingerprint, c.sealed from codes c
     where (c.supplier_id, c.id) > ($1, $2)
       and c.product_id in (select id from products where transfer_scheme <> 'platform')
     order by c.supplier_id, c.id limit ${codesAtOnce}`,
    [after.supplierId, after.id],
  );
  return rows;
}

/** By the fingerprint of its number, if it is stored by another. Erased codes cannot be opened. */
function otherwiseStored(keyring: Keyring, { supplierId, id, ...code }: Stored): Numbered[] {
  if (code.sealed.length === 0) return [];
  const { number } = openCode(keyring, supplierId, code);
  // Nearly all: hashing each would take as long as opening it.
  if (formerNumber(number) === normaliseNumber(number)) return [];
  const fingerprint = codeFingerprint(keyring, supplierId, number);
  return fingerprint.equals(code.fingerprint) ? [] : [{ supplierId, id, fingerprint }];
}

async function storedBy(db: Sql, wanted: Numbered[]): Promise<Numbered[]> {
  const each = [...new Map(wanted.map((one) => [keyOf(one), one])).values()];
  const { rows } = await db.query<Numbered>(
    `select c.supplier_id as "supplierId", c.id, c.fingerprint
     from unnest($1::bigint[], $2::bytea[]) as w (supplier_id, fingerprint)
     join codes c on c.supplier_id = w.supplier_id and c.fingerprint = w.fingerprint`,
    columnsOf(each, ['supplierId', 'fingerprint']),
  );
  return rows;
}

async function describe(
  db: Sql,
  codes: { supplierId: number; id: number; equals: number }[],
): Promise<EqualNumber[]> {
  const { rows } = await db.query<EqualNumber>(
    `select c.supplier_id as "supplierId", c.id as "codeId", w.equals, c.product_id as "productId",
       c.face_kopecks as "faceKopecks", c.ends_on::text as "endsOn", c.position, c.state, i.file_name as "fileName"
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as w (supplier_id, id, equals)
     join codes c on c.supplier_id = w.supplier_id and c.id = w.id
     left join imports i on i.supplier_id = c.supplier_id and i.id = c.import_id`,
    columnsOf(codes, ['supplierId', 'id', 'equals']),
  );
  return rows;
}
