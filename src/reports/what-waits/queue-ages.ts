/** How long the oldest entry of each queue has been due. */
import { gathered, joined, plus } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { isOfCells } from '../../platform/cells/table-classes.ts';
import type { ReadingContext } from '../../platform/cells/cell-context.ts';

const queueNames = ['requests', 'suppliers', 'letters', 'texts', 'callbacks', 'service-letters'] as const;
export type QueueName = (typeof queueNames)[number];

export interface QueueAge {
  queue: QueueName;
  /** `mostQueued` + 1: more than that. */
  waiting: number;
  /** 0 if nothing is due. */
  oldestSeconds: number;
}

/** A longer queue is not counted to its end. */
export const mostQueued = 1000;

const head = (table: string, where: string): string =>
  `(select due_at from ${table} where state = '${where}' and due_at <= $1 order by due_at limit ${mostQueued + 1})`;

/** Letters about the service itself. */
const serviceLetters = ['letters_to_people', 'letters_to_clients'];

/** What is due in each queue now, and for how long. */
export async function readQueues(ctx: ReadingContext, now: Date): Promise<QueueAge[]> {
  const [ofCells, ofCentre] = [lettersOfCells, lettersOfCentre];
  const rows =
    ctx.cells.length === 0
      ? await readHeads(ctx.pageDb, ordersDue + lettersDue([...ofCells, ...ofCentre]), now)
      : [
          ...(await gathered(ctx, ({ pageDb }) => readHeads(pageDb, ordersDue + lettersDue(ofCells), now))),
          ...(await readHeads(ctx.pageDb, noOrders + lettersDue(ofCentre), now)),
        ];
  const found = joined(rows, ({ queue }) => queue, { waiting: plus, oldestSeconds: Math.max });
  return queueNames.map((queue) => {
    const { waiting, oldestSeconds } = found.find((row) => row.queue === queue) ?? nothing;
    return { queue, waiting: Math.min(waiting, mostQueued + 1), oldestSeconds };
  });
}

const nothing = { waiting: 0, oldestSeconds: 0 };

const lettersOfCells = serviceLetters.filter(isOfCells);
const lettersOfCentre = serviceLetters.filter((table) => !isOfCells(table));

const ordersDue = `
  select 'requests' as queue, due_at from ${head('requests', 'queued')} q
  union all select 'suppliers', due_at from
    (select due_at from exchanges where state = 'due' and due_at <= $1 limit ${mostQueued + 1}) q
  union all select case channel when 'email' then 'letters' else 'texts' end, due_at from (
    select channel, due_at from deliveries where state = 'due' and due_at <= $1 order by due_at limit ${2 * mostQueued + 1}) messages
  union all select 'callbacks', due_at from ${head('callbacks', 'due')} q`;

const noOrders = `select null as queue, null::timestamptz as due_at where false`;

const lettersDue = (tables: readonly string[]): string =>
  tables.map((table) => ` union all select 'service-letters', due_at from ${head(table, 'due')} q`).join('');

/** Only the head of each index is read. */
async function readHeads(db: Sql, due: string, now: Date): Promise<QueueAge[]> {
  const { rows } = await db.query<QueueAge>(
    `select queue, least(count(*), ${mostQueued + 1}) as waiting,
       extract(epoch from $1::timestamptz - min(due_at))::float8 as "oldestSeconds"
     from (${due}) due group by queue`,
    [now],
  );
  return rows;
}
