/** What waits in each queue, and for how long. Pages, the recorded minutes and `/metrics` read these figures here. */
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { gathered, joined, plus } from '../../platform/cells/merge.ts';
import { isOfCells } from '../../platform/cells/table-classes.ts';
import type { Sql } from '../../platform/database/database.ts';
import { oldestOfEach } from '../../platform/database/fair-share.ts';
import { readPlannedOnce } from '../../platform/database/planned-once.ts';

interface Queue {
  /** Its label in metrics. */
  metric: string;
  tables: string[];
  /** Which of their rows are in the queue. */
  where: string;
  /** By what its index is ordered before `due_at`. */
  owner?: 'client_id' | 'supplier_id' | 'kind';
  /** Rows due later than this do not wait yet: scheduled letters, reminders. A lease moves its row a few minutes ahead. */
  until?: string;
  /** Since when a row is due; by default `due_at`. */
  since?: string;
  /** Pages and the rules of docs/monitoring/alerts.yml warn when the oldest row has been due for longer. */
  limitSeconds?: number;
}

const soon = `$1::timestamptz + interval '10 minutes'`;

/** A row that is leased or is to be tried again waits too. */
export const queueKinds = {
  requests: { metric: 'requests', tables: ['requests'], where: `state = 'queued'`, limitSeconds: 60 },
  suppliers: { metric: 'obtaining', tables: ['exchanges'], where: `state = 'due'`, owner: 'supplier_id' },
  letters: {
    metric: 'deliveries',
    tables: ['deliveries'],
    where: `state = 'due' and channel = 'email'`,
    owner: 'client_id',
    until: soon,
    limitSeconds: 600,
  },
  texts: {
    metric: 'texts',
    tables: ['deliveries'],
    where: `state = 'due' and channel = 'sms'`,
    owner: 'client_id',
    until: soon,
    limitSeconds: 600,
  },
  callbacks: {
    metric: 'callbacks',
    tables: ['callbacks'],
    where: `state = 'due'`,
    owner: 'client_id',
    limitSeconds: 900,
  },
  // About the service itself.
  'service-letters': {
    metric: 'service_letters',
    tables: ['letters_to_people', 'letters_to_clients'],
    where: `state = 'due'`,
    owner: 'kind',
    until: soon,
  },
  // Pages tell them by face and by what they wait for (`readDelayed`).
  delayed: {
    metric: 'delayed',
    tables: ['requests'],
    where: `state = 'delayed' and not testmode`,
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
    ? readPlannedOnce(ctx.pageDb, (sql) => ask(sql, 'one server'))
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
  const { where, since = 'due_at', until, owner }: Queue = queueKinds[name];
  const isDue = until === undefined ? 'true' : `due_at <= ${until}`;
  const all = `from ${table} where ${where} and ${isDue}`;
  const figures = (count: string, oldest: string) =>
    `select '${name}' as queue, (select count(*) ${count}) as waiting, (select min(${since}) ${oldest}) as oldest`;
  if (most === null) return `select '${name}' as queue, count(*) as waiting, min(${since}) as oldest ${all}`;
  if (owner === undefined) return figures(`from (select ${all} limit ${most}) f`, all);
  // From owner to owner along the index: neither a long queue nor what is due much later is read.
  const some = `cross join lateral (select ${all} and ${owner} = waiting.${owner} order by due_at limit ${most}) f limit ${most}`;
  return `select * from (with recursive ${oldestOfEach(table, owner, where)}
    ${figures(`from (select from waiting ${some}) w`, `from waiting where ${isDue}`)}) of_owners`;
}
