import type { Sql } from './database.ts';
import { claimDue, type Claim, type DueTable } from './due.ts';

export interface FairAsk {
  limit: number;
  now: Date;
  columns: string;
  /** The column that says whose a row is; the table has an index on it and due_at. */
  owner: 'client_id' | 'supplier_id';
  /** Rows that these owners may take now at the most; any other owner may take `capacityOfOthers`. */
  ownerIds: number[];
  capacities: number[];
  capacityOfOthers: number;
  /** Of a table with several channels, the one to serve; then the index begins with it. */
  channel?: 'email' | 'sms';
}

/**
 * Claims due rows one of each owner before the second of any, each owner's oldest first and no more than it has
 * capacity for. It steps from owner to owner along the table's index on (owner, due_at), so what it costs depends
 * on the number of owners that wait, never on the length of one's backlog. Rows are locked while they are chosen, so
 * that two workers choose different ones; an owner's are at most `shareFactor` even shares, or every claim would lock
 * `limit` rows of each.
 */
export function claimFairly<Row extends object>(
  db: Sql,
  table: DueTable,
  { limit, now, columns, owner, ownerIds, capacities, capacityOfOthers, channel }: FairAsk,
): Promise<Claim<Row>> {
  const values = [ownerIds, capacities, capacityOfOthers];
  return claimDue<Row>(db, table, {
    limit,
    now,
    columns,
    where: fairShare(table.name, owner, channel),
    values,
  });
}

/** More than 1, since some owners have fewer rows than their share, and another worker may hold some. */
const shareFactor = 2;

/** $1 and $2 are the instant and the limit of `claimDue`. */
function fairShare(table: DueTable['name'], owner: FairAsk['owner'], channel: FairAsk['channel']): string {
  const waits = channel === undefined ? `state = 'due'` : `state = 'due' and channel = '${channel}'`;
  return `ctid = any(array(
  with recursive waiting (${owner}) as (
    (select ${owner} from ${table} where ${waits} order by ${owner} limit 1)
    union all
    select (select ${owner} from ${table}
            where ${waits} and ${owner} > waiting.${owner} order by ${owner} limit 1)
    from waiting where waiting.${owner} is not null),
  first_in_line (${owner}, capacity) as (
    select ${owner}, coalesce(known.capacity, $7)
    from waiting
    left join unnest($5::bigint[], $6::integer[]) as known (${owner}, capacity) using (${owner})
    cross join lateral (
      select due_at from ${table} where ${owner} = waiting.${owner} and ${waits} and due_at <= $1
      order by due_at limit 1) oldest
    where coalesce(known.capacity, $7) > 0
    order by oldest.due_at limit ${shareFactor} * $2::bigint)
  select mine.place
  from (select ${owner}, capacity, ceil(${shareFactor}.0 * $2::bigint / count(*) over ())::bigint as share
        from first_in_line) mine_at_most
  cross join lateral (
    select place, due_at, row_number() over (order by due_at) as turn
    from (select ctid as place, due_at from ${table}
          where ${owner} = mine_at_most.${owner} and ${waits} and due_at <= $1
          order by due_at limit least(capacity, share) for update skip locked) oldest) mine
  order by mine.turn, mine.due_at limit $2))`;
}
