/** What waits in each queue, and for how long. Pages, the recorded minutes and `/metrics` read these figures here. */
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { gathered, joined, plus } from '../../platform/cells/merge.ts';
import { isOfCells } from '../../platform/cells/table-classes.ts';
import type { Sql } from '../../platform/database/database.ts';

interface Queue {
  /** Its label in metrics. */
  metric: string;
  tables: string[];
  /** Which of their rows wait; $1 is now. A row that is leased or is to be tried again waits too. */
  waits: string;
  /** Since when a row is due; by default `due_at`. */
  since?: string;
  /** Pages and the rules of docs/monitoring/alerts.yml warn when the oldest row has been due for longer. */
  limitSeconds?: number;
}

/** A lease moves its row a few minutes ahead. Scheduled letters and reminders do not wait yet. */
const isNear = `state = 'due' and due_at <= $1::timestamptz + interval '10 minutes'`;

export const queueKinds = {
  requests: { metric: 'requests', tables: ['requests'], waits: `state = 'queued'`, limitSeconds: 60 },
  suppliers: { metric: 'obtaining', tables: ['exchanges'], waits: `state = 'due'` },
  letters: {
    metric: 'deliveries',
    tables: ['deliveries'],
    waits: `channel = 'email' and ${isNear}`,
    limitSeconds: 600,
  },
  texts: {
    metric: 'texts',
    tables: ['deliveries'],
    waits: `channel = 'sms' and ${isNear}`,
    limitSeconds: 600,
  },
  callbacks: { metric: 'callbacks', tables: ['callbacks'], waits: `state = 'due'`, limitSeconds: 900 },
  // About the service itself.
  'service-letters': {
    metric: 'service_letters',
    tables: ['letters_to_people', 'letters_to_clients'],
    waits: isNear,
  },
  // Pages tell them by face and by what they wait for (`readDelayed`).
  delayed: {
    metric: 'delayed',
    tables: ['requests'],
    waits: `state = 'delayed' and not testmode`,
    since: 'accepted_at',
  },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof queueKinds;

const everyQueue = Object.keys(queueKinds) as QueueName[];
export type ListedQueue = Exclude<QueueName, 'delayed'>;
const listed = everyQueue.filter((name): name is ListedQueue => name !== 'delayed');

export interface QueueMeasure<Name = QueueName> {
  queue: Name;
  waiting: number;
  /** 0 if nothing is due. */
  oldestDueSeconds: number;
}

/** On a page a longer queue is not counted to its end: `mostQueued` + 1 is more than that. */
export const mostQueued = 1000;

/** Which tables are in the database that is asked. */
type Place = 'one server' | 'cell' | 'centre';

/** All queues, counted to their end. */
export const measureQueues = (db: Sql, place: Place, now: Date): Promise<QueueMeasure[]> =>
  askQueues(db, { place, names: everyQueue, most: null }, now);

/** Measures of several databases as one. */
export const joinQueues = (measures: readonly QueueMeasure[]): QueueMeasure[] =>
  joined(measures, ({ queue }) => queue, { waiting: plus, oldestDueSeconds: Math.max });

/** The queues that pages list, in their order. */
export async function readQueues(ctx: ReadingContext, now: Date): Promise<QueueMeasure<ListedQueue>[]> {
  const ask = (db: Sql, place: Place) => askQueues(db, { place, names: listed, most: mostQueued + 1 }, now);
  const measures = await (ctx.cells.length === 0
    ? ask(ctx.pageDb, 'one server')
    : Promise.all([gathered(ctx, ({ pageDb }) => ask(pageDb, 'cell')), ask(ctx.pageDb, 'centre')]));
  const found = joinQueues(measures.flat());
  return listed.map((queue) => {
    const { waiting = 0, oldestDueSeconds = 0 } = found.find((one) => one.queue === queue) ?? {};
    return { queue, waiting: Math.min(waiting, mostQueued + 1), oldestDueSeconds };
  });
}

interface Ask {
  place: Place;
  names: readonly QueueName[];
  /** Null: all are counted. */
  most: number | null;
}

async function askQueues(db: Sql, { place, names, most }: Ask, now: Date): Promise<QueueMeasure[]> {
  const isHere = (table: string): boolean =>
    place === 'one server' || isOfCells(table) === (place === 'cell');
  const heads = names.flatMap((name) =>
    queueKinds[name].tables.filter(isHere).map((table) => headOf(name, table, most)),
  );
  const { rows } = await db.query<QueueMeasure>(
    `select queue, waiting, coalesce(greatest(0, extract(epoch from $1::timestamptz - oldest)), 0)::float8 as "oldestDueSeconds"
     from (${heads.join(' union all ')}) as heads`,
    [now],
  );
  return joinQueues(rows);
}

function headOf(name: QueueName, table: string, most: number | null): string {
  const { waits, since = 'due_at' }: Queue = queueKinds[name];
  const count =
    most === null
      ? 'count(*)'
      : `(select count(*) from (select from ${table} where ${waits} limit ${most}) f)`;
  return `select '${name}' as queue, ${count} as waiting, min(${since}) as oldest from ${table} where ${waits}`;
}
