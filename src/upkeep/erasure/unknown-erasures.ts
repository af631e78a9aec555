/** Finds erasures that are in a record and not in the database. */
import type { Sql } from '../../platform/database/database.ts';
import type { RecordedErasure } from './record-file.ts';

/** Those that this database has not been asked since. */
export async function unknownErasures(
  db: Sql,
  record: readonly RecordedErasure[],
): Promise<RecordedErasure[]> {
  const { rows } = await db.query<{ place: number }>(
    `select w.place - 1 as place
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::timestamptz[]) with ordinality
       as w (kind, client_id, request_id, address_hash, asked_at, place)
     where not exists (
       select from erasures e
       where e.kind = w.kind and e.client_id is not distinct from w.client_id and e.request_id is not distinct from w.request_id
         and e.address_hash is not distinct from w.address_hash and e.asked_at >= w.asked_at)
     order by w.place`,
    [
      record.map(({ kind }) => kind),
      record.map(({ clientId }) => clientId),
      record.map(({ requestId }) => requestId),
      record.map((one) => one.addressHash),
      record.map(({ askedAt }) => askedAt),
    ],
  );
  return rows.flatMap(({ place }) => record[place] ?? []);
}
