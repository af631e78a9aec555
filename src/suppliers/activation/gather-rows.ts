/** Puts sold codes that wait for their activation into a letter to the supplier. */
import { everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import { gathered } from '../../platform/cells/merge.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import { insertion } from '../../platform/database/rows.ts';
import type { CrashPoint } from '../../platform/process/crash-point.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { revealCodes } from '../../vault/reveal.ts';

/** Maximum number of rows per letter; the rest goes into further letters at once. */
const maxRows = 5000;

/** The centre, or the transaction in it in which the letter is made, and the cells. */
interface GatheringPlace extends Celled {
  db: DatabaseOrTx;
  keyring: Keyring;
  crashPoint?: CrashPoint;
}

interface Gathered {
  /** Null: there is no row. */
  letterId: number | null;
  rows: number;
}

/**
 * Gives the codes their rows, cell by cell. Each cell commits for itself, and the letter only after them: if the process dies
 * between, whoever makes the supplier's next letter finds rows without one, and it becomes theirs.
 */
export async function gatherRows(
  place: GatheringPlace,
  supplierId: number,
  now: Date,
): Promise<Gathered & { more: boolean }> {
  const { db, cells, keyring, crashPoint = () => {} } = place;
  let letter: Gathered = (cells.length > 0 ? await findBrokenOff(place, supplierId) : null) ?? {
    letterId: null,
    rows: 0,
  };
  for (const cell of everyCell(place)) {
    const before = letter;
    letter = await atomically(cell.db, (tx) => addRows({ tx, centre: db, keyring }, supplierId, before, now));
    if (cells.length > 0) crashPoint('activation-letters:cell-asked');
  }
  return { ...letter, more: letter.rows >= maxRows };
}

/** The rows of a letter that was never made. Letters of a supplier are made one after the other, so it is the last. */
async function findBrokenOff(place: Celled & { db: Sql }, supplierId: number): Promise<Gathered | null> {
  const found = await gathered(place, async ({ db }) => {
    const { rows } = await db.query<{ letterId: number; last: number }>(
      `select letter_id as "letterId", row as last from activation_rows where supplier_id = $1
       order by letter_id desc, row desc limit 1`,
      [supplierId],
    );
    return rows;
  });
  if (found.length === 0) return null;
  const letterId = Math.max(...found.map((one) => one.letterId));
  const rows = Math.max(...found.filter((one) => one.letterId === letterId).map(({ last }) => last));
  const { rowCount } = await place.db.query(
    `select from activation_letters where supplier_id = $1 and id = $2`,
    [supplierId, letterId],
  );
  return rowCount === 0 ? { letterId, rows } : null;
}

interface Adding {
  tx: Tx;
  centre: Sql;
  keyring: Keyring;
}

/** The letter with the codes of one cell. */
async function addRows(
  { tx, centre, keyring }: Adding,
  supplierId: number,
  letter: Gathered,
  now: Date,
): Promise<Gathered> {
  const codes = await findUnasked(tx, supplierId, maxRows - letter.rows);
  if (codes.length === 0) return letter;
  const letterId = letter.letterId ?? (await nextLetterId(centre));
  const ask = { supplierId, codeIds: codes.map(({ id }) => id), reader: 'supplier' as const, address: '' };
  const plain = await revealCodes(tx, keyring, ask, now);
  await rowsInsertion.into(
    tx,
    codes.map((code, index) => ({
      supplier_id: supplierId,
      letter_id: letterId,
      row: letter.rows + index + 1,
      code_id: code.id,
      order_number: code.order_number,
      face_kopecks: code.face_kopecks,
      expires_at: code.expires_at,
      number_tail: tailOf(plain.get(code.id)?.number ?? ''),
    })),
  );
  return { letterId, rows: letter.rows + codes.length };
}

interface UnaskedCode {
  id: number;
  face_kopecks: number;
  expires_at: Date | null;
  order_number: string;
}

async function findUnasked(tx: Tx, supplierId: number, limit: number): Promise<UnaskedCode[]> {
  const { rows } = await tx.query<UnaskedCode>(
    `select c.id, c.face_kopecks, t.expires_at, t.order_id || '-' || t.request_id as order_number
     from stock s
     join products p on p.id = s.product_id and p.activation_scheme = 'letter'
     join codes c on c.supplier_id = s.supplier_id and c.product_id = s.product_id
       and c.face_kopecks = s.face_kopecks and c.ends_on = s.ends_on and c.position < s.next_position and not c.active and c.state = 'sold'
     join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
     where s.supplier_id = $1
       and not exists (select from activation_rows r where r.supplier_id = c.supplier_id and r.code_id = c.id)
     order by c.sold_at, c.id limit $2`,
    [supplierId, limit],
  );
  return rows;
}

async function nextLetterId(db: Sql): Promise<number> {
  const { rows } = await db.query<{ id: number }>(`select nextval('activation_letters_id_seq') as id`);
  return rows[0]?.id ?? 0;
}

const rowsInsertion = insertion('activation_rows', {
  supplier_id: 'bigint',
  letter_id: 'bigint',
  row: 'integer',
  code_id: 'bigint',
  order_number: 'text',
  face_kopecks: 'bigint',
  expires_at: 'timestamptz',
  number_tail: 'text',
});

/** At most a third of the number, and never more than four characters. */
const tailOf = (number: string): string => {
  const signs = Math.min(4, Math.floor(number.length / 3));
  return signs === 0 ? '' : number.slice(-signs);
};
