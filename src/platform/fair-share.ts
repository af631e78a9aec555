import type { Sql } from './database.ts';
import { claimDue, type Claim, type DueTable } from './due.ts';

export interface FairAsk {
  limit: number;
  now: Date;
  columns: string;
  /** Rows that these clients may take now at the most; any other client may take `roomOfOthers`. */
  clientIds: number[];
  rooms: number[];
  roomOfOthers: number;
}

/**
 * Claims due rows one of each client before the second of any, each client's oldest first and no more than it has
 * room for. It steps from client to client along the table's index on (client_id, due_at), so what it costs depends
 * on the number of clients that wait, never on the length of one's backlog.
 */
export function claimFairly<Row extends object>(
  db: Sql,
  table: DueTable,
  { limit, now, columns, clientIds, rooms, roomOfOthers }: FairAsk,
): Promise<Claim<Row>> {
  const values = [clientIds, rooms, roomOfOthers];
  return claimDue<Row>(db, table, { limit, now, columns, where: fairShare(table.name), values });
}

/** $1 and $2 are the instant and the limit of `claimDue`. */
const fairShare = (table: DueTable['name']): string => `ctid = any(array(
  with recursive waiting (client_id) as (
    (select client_id from ${table} where state = 'due' order by client_id limit 1)
    union all
    select (select client_id from ${table}
            where state = 'due' and client_id > waiting.client_id order by client_id limit 1)
    from waiting where waiting.client_id is not null)
  select mine.place
  from waiting
  left join unnest($5::bigint[], $6::integer[]) as known (client_id, room) using (client_id)
  cross join lateral (
    select place, due_at, row_number() over (order by due_at) as turn
    from (select ctid as place, due_at from ${table}
          where client_id = waiting.client_id and state = 'due' and due_at <= $1
          order by due_at limit coalesce(known.room, $7) for update skip locked) oldest) mine
  order by mine.turn, mine.due_at limit $2))`;
