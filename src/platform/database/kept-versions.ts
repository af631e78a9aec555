/**
 * What a process knows of versions that PostgreSQL may not remove, because somebody holds an old snapshot (docs/decisions/0100). Hot statements look for
 * rows otherwise while there are many: from the newest version, or from where a queue begins. Both ways find the same, so to know it late costs time only.
 */
/** Queues whose rows leave them at the rate of orders, by the column in which each is ordered. */
export const queueHeads = {
  queued: 'due_at',
  expiring: 'ttl_at',
  email: 'due_at',
  sms: 'due_at',
  callbacks: 'due_at',
  exchanges: 'due_at',
  overdue: 'deadline_at',
} as const;

export type QueueHead = keyof typeof queueHeads;
export type QueueFloors = Readonly<Record<QueueHead, Date>>;

/** Common to all connections of a process to one database. */
export interface KeptVersions {
  many: boolean;
  /** Before them nothing waits; null: not known. */
  floors: QueueFloors | null;
  /** Whether this process takes from queues. */
  takes: boolean;
}

export const noKeptVersions = (): KeptVersions => ({ many: false, floors: null, takes: false });

/** Pools and their connections know it (watched-pool.ts). */
export const versionsOf = (sql: object): KeptVersions | undefined =>
  (sql as { versions?: KeptVersions }).versions;

export const keepsMany = (sql: object): boolean => versionsOf(sql)?.many === true;

export function floorsOf(sql: object): QueueFloors | null {
  const versions = versionsOf(sql);
  if (versions !== undefined) versions.takes = true;
  return versions?.floors ?? null;
}

/** The time from which a queue is read; null: from its beginning. */
export const floorOf = (sql: object, head: QueueHead): Date | null => floorsOf(sql)?.[head] ?? null;

/** In what a worker says of its work (`Worker.due`): only rows from the floor of this queue on. */
export const sinceFloor = (head: QueueHead): string => `{since ${head}}`;

const marks = /\{since (\w+)\}/g;

/** `floors`: SQL, an array with the floors in the order of `queueHeads`; null: each queue is looked at from its beginning. */
export const withFloors = (due: string, floors: string | null): string =>
  due.replaceAll(marks, (_mark, head: QueueHead) =>
    floors === null ? '' : `and ${queueHeads[head]} >= (${floors})[${headNames.indexOf(head) + 1}]`,
  );

const headNames = Object.keys(queueHeads) as QueueHead[];

export const floorsInOrder = (floors: QueueFloors): Date[] => headNames.map((head) => floors[head]);
