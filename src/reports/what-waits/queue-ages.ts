/** How long the oldest entry of each queue has been due. */
import type { Sql } from '../../platform/database/database.ts';

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

const serviceLetters = [
  'activation_mails',
  'alert_mails',
  'digest_mails',
  'person_mails',
  'balance_mails',
  'report_mails',
  'onboarding_mails',
  'client_onboarding_mails',
];

/** What is due in each queue now, and for how long: only the head of each index is read. */
export async function readQueues(db: Sql, now: Date): Promise<QueueAge[]> {
  const { rows } = await db.query<QueueAge>(
    `with messages as materialized (
       select channel, due_at from deliveries where state = 'due' and due_at <= $1 order by due_at limit ${2 * mostQueued + 1}),
     due (queue, due_at) as (
       select 'requests', due_at from ${head('requests', 'queued')} q
       union all select 'suppliers', due_at from
         (select due_at from exchanges where state = 'due' and due_at <= $1 limit ${mostQueued + 1}) q
       union all select case channel when 'email' then 'letters' else 'texts' end, due_at from messages
       union all select 'callbacks', due_at from ${head('callbacks', 'due')} q
       ${serviceLetters.map((table) => `union all select 'service-letters', due_at from ${head(table, 'due')} q`).join('\n')})
     select queue, least(count(*), ${mostQueued + 1}) as waiting,
       extract(epoch from $1::timestamptz - min(due_at))::float8 as "oldestSeconds"
     from due group by queue`,
    [now],
  );
  const found = new Map(rows.map((row) => [row.queue, row]));
  return queueNames.map((queue) => found.get(queue) ?? { queue, waiting: 0, oldestSeconds: 0 });
}
