import type { Sql, Tx } from '../../platform/database/database.ts';
import { isPlainAddress } from '../../platform/mail/mailer.ts';

/** Whose spreadsheets this address may send: one supplier's, nobody's, or not to be told. */
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
  /** The supplier's own contact address, not one that was added. */
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

export async function addSender(
  tx: Tx,
  supplierId: number,
  address: string,
): Promise<'added' | 'no-supplier' | 'bad-address' | 'taken'> {
  if (!isPlainAddress(address)) return 'bad-address';
  const supplier = await tx.query(`select from suppliers where id = $1`, [supplierId]);
  if (supplier.rowCount === 0) return 'no-supplier';
  const { rows } = await tx.query<{ supplier_id: number }>(
    `insert into supplier_senders (address, supplier_id) values ($1, $2)
     on conflict (address) do update set address = excluded.address returning supplier_id`,
    [address.toLowerCase(), supplierId],
  );
  return rows[0]?.supplier_id === supplierId ? 'added' : 'taken';
}

export async function removeSender(tx: Tx, address: string): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from supplier_senders where address = $1`, [
    address.toLowerCase(),
  ]);
  return rowCount === 1;
}
