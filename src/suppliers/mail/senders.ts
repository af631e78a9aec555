import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';

/** The supplier whose spreadsheets this address may send; none; or ambiguous. */
export async function supplierOfSender(db: Sql, address: string): Promise<number | 'unknown' | 'several'> {
  const { rows } = await db.query<{ supplier_id: number }>(
    `select supplier_id from supplier_senders where address = $1
     union select id from suppliers where contact_email <> '' and lower(contact_email) = $1
     limit 2`,
    [address],
  );
  if (rows.length > 1) return 'several';
  return rows[0]?.supplier_id ?? 'unknown';
}

export interface SenderLine {
  supplierId: number;
  supplierName: string;
  address: string;
  /** The supplier's own contact address, as opposed to an added one. */
  contact: boolean;
}

export async function listSenders(db: Sql): Promise<SenderLine[]> {
  const { rows } = await db.query<SenderLine>(
    `select s.id as "supplierId", s.name as "supplierName", known.address, known.contact
     from (select supplier_id, address, false as contact from supplier_senders
           union all select id, lower(contact_email), true from suppliers where contact_email <> '') known
     join suppliers s on s.id = known.supplier_id order by s.id, known.address`,
  );
  return rows;
}

export interface SenderChange {
  add?: { supplierId: number; address: string } | undefined;
  remove?: string | undefined;
}

type Sender = NonNullable<SenderChange['add']>;

/** Changes the list of senders: all that is asked for, or nothing. An address can so be given to another supplier. */
export function changeSenders(
  db: DatabaseOrTx,
  { add, remove }: SenderChange,
): Promise<'changed' | 'not-listed' | 'no-supplier' | 'bad-address' | 'taken'> {
  return atomically(db, async (tx) => {
    const removed = remove?.toLowerCase();
    const refusal = add === undefined ? null : await whyNotSender(tx, add, removed);
    if (refusal !== null) return refusal;
    if (removed !== undefined) {
      const { rowCount } = await tx.query(`delete from supplier_senders where address = $1`, [removed]);
      if (rowCount === 0) return 'not-listed';
    }
    if (add !== undefined) await addSender(tx, add);
    return 'changed';
  });
}

async function whyNotSender(
  tx: Tx,
  { supplierId, address }: Sender,
  removed: string | undefined,
): Promise<'no-supplier' | 'bad-address' | 'taken' | null> {
  if (!isEmailAddress(address)) return 'bad-address';
  const { rows } = await tx.query<{ known: boolean; taken: boolean }>(
    `select exists (select from suppliers where id = $1) as known,
       exists (select from supplier_senders
               where address = $2 and supplier_id <> $1 and address is distinct from $3) as taken`,
    [supplierId, address.toLowerCase(), removed ?? null],
  );
  const [found] = rows;
  if (found?.known !== true) return 'no-supplier';
  return found.taken ? 'taken' : null;
}

async function addSender(tx: Tx, { supplierId, address }: Sender): Promise<void> {
  const { rows } = await tx.query<{ supplier_id: number }>(
    `insert into supplier_senders (address, supplier_id) values ($1, $2)
     on conflict (address) do update set address = excluded.address returning supplier_id`,
    [address.toLowerCase(), supplierId],
  );
  if (rows[0]?.supplier_id !== supplierId)
    throw new Error('Another supplier was given this address at the same moment.');
}
