/** To whom the lines of a bulk order go. */
import type { Sql } from '../../platform/database/database.ts';
import type { BulkKey } from './bulk-order.ts';

export interface Addressees {
  /** Lines that are to be sent and name nobody: they would be paid for, and only their link is there. */
  linkOnly: number;
  /** Lines that order the same product and face for the same person as another one. */
  repeated: number;
}

/** Counts the addressees of the lines that wait to be placed. */
export async function countAddressees(db: Sql, { clientId, bulkId }: BulkKey): Promise<Addressees> {
  const { rows } = await db.query<Addressees>(
    `with waiting_lines as (
       select product_id, face_kopecks, lower(coalesce(f.email_to, '')) as mail, coalesce(f.to_phone, '') as phone,
         coalesce(nullif(f.delivery_type, ''), 'email') in ('email', 'sms') as is_sent
       from bulk_lines l, json_to_record(l.fields::json) as f (email_to text, to_phone text, delivery_type text)
       where l.client_id = $1 and l.bulk_id = $2 and l.state = 'right'),
     counted as (
       select mail = '' and phone = '' as is_nobody, is_sent, count(*) as lines from waiting_lines
       group by product_id, face_kopecks, mail, phone, is_sent)
     select coalesce(sum(lines) filter (where is_nobody and is_sent), 0)::int as "linkOnly",
       coalesce(sum(lines) filter (where not is_nobody and lines > 1), 0)::int as repeated
     from counted`,
    [clientId, bulkId],
  );
  return rows[0] ?? { linkOnly: 0, repeated: 0 };
}
