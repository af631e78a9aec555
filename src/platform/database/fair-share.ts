/** Claims due rows of a queue so that no owner takes all places. */
import type { Sql } from './database.ts';
import { lease, type Claim, type DueTable } from './due.ts';
import { floorOf, sinceFloor, type QueueHead } from './kept-versions.ts';

export interface FairAsk {
  limit: number;
  now: Date;
  columns: string;
  /** The column with the owner of a row; the table has an index on it and due_at. */
  owner: 'client_id' | 'supplier_id';
  /** Maximum number of rows these owners may take now; any other owner may take `capacityOfOthers`. */
  ownerIds: number[];
  capacities: number[];
  capacityOfOthers: number;
  /** The channel to serve, for a table with several; the index then begins with it. */
  channel?: 'email' | 'sms';
}

/**
 * Claims due rows fairly: one of each owner before the second of any, oldest first, up to the owner's capacity. It
 * steps from owner to owner along the index (owner, due_at), so its cost depends on the number of waiting owners, not
 * on the length of a backlog. Chosen rows are locked, so that two workers choose different ones. Of one owner at most
 * an even share is locked, otherwise every claim would lock `limit` rows of each.
 */
export function claimFairly<Row extends object>(
  db: Sql,
  table: DueTable,
  { limit, now, columns, owner, ownerIds, capacities, capacityOfOthers, channel }: FairAsk,
): Promise<Claim<Row>> {
  const from = floorOf(db, channel ?? headOf(table.name));
  const values = [ownerIds, capacities, capacityOfOthers, ...(from === null ? [] : [from])];
  const waits = waitingIn(channel, from === null ? '' : 'and due_at >= $8');
  return lease<Row>(db, table, { limit, now, columns, values }, fairShare(table.name, owner, waits));
}

/** The queue's head for tables without channels. */
function headOf(table: DueTable['name']): QueueHead {
  if (table !== 'callbacks' && table !== 'exchanges') throw new Error(`${table} has no queue with owners.`);
  return table;
}

/** Whether `claimFairly` may find something, as a worker says it for all cells (`Worker.due`). */
export const dueFairly = (
  table: DueTable['name'],
  owner: FairAsk['owner'],
  channel?: FairAsk['channel'],
): string =>
  `with recursive ${oldestOfEach(`{cell}.${table}`, owner, waitingIn(channel, sinceFloor(channel ?? headOf(table))))} select from waiting where due_at <= $1`;

/** SQL: when the oldest of all falls due; the floors are filled in by `withFloors`. */
export const oldestFairly = (
  table: DueTable['name'],
  owner: FairAsk['owner'],
  channel?: FairAsk['channel'],
): string =>
  `with recursive ${oldestOfEach(table, owner, waitingIn(channel, sinceFloor(channel ?? headOf(table))))} select min(due_at) from waiting`;

const waitingIn = (channel: FairAsk['channel'], since = ''): string =>
  `${channel === undefined ? `state = 'due'` : `state = 'due' and channel = '${channel}'`} ${since}`;

/** SQL, a recursive query `waiting`: of each owner its oldest row that `waits`. */
export function oldestOfEach(table: string, owner: string, waits: string): string {
  const oldestOf = (owners: string): string =>
    `select ${owner}, due_at from ${table} where ${waits} ${owners} order by ${owner}, due_at limit 1`;
  return `waiting (${owner}, due_at) as (
    (${oldestOf('')})
    union all
    select next.* from waiting cross join lateral (${oldestOf(`and ${owner} > waiting.${owner}`)}) next)`;
}

/** More than 1, because another worker may hold all rows of some owners. */
const ownersPerRow = 2;

function fairShare(table: DueTable['name'], owner: FairAsk['owner'], waits: string): string {
  return `with recursive ${oldestOfEach(table, owner, waits)},
  first_in_line (${owner}, capacity) as (
    select ${owner}, coalesce(known.capacity, $7)
    from waiting left join unnest($5::bigint[], $6::integer[]) as known (${owner}, capacity) using (${owner})
    where due_at <= $1 and coalesce(known.capacity, $7) > 0
    order by due_at limit ${ownersPerRow} * $2::bigint)
  select mine.place
  from (select ${owner}, capacity, ceil($2::numeric / count(*) over ())::bigint as share
        from first_in_line) mine_at_most
  cross join lateral (
    select place, due_at, row_number() over (order by due_at) as turn
    from (select ctid as place, due_at from ${table}
          where ${owner} = mine_at_most.${owner} and ${waits} and due_at <= $1
          order by due_at limit least(capacity, share) for update skip locked) oldest) mine
  order by mine.turn, mine.due_at limit $2`;
}
