/** Messages sent to a sink, at once or at a steady rate: what letters and texts are measured by. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageArrival, MessageSinks } from '../receivers/message-sinks.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { ProcessorMeter } from '../report/processor-lines.ts';
import { addDue, letterAddress, phone } from '../world/due-deliveries.ts';
import type { PlatformProcess, PlatformSettings } from '../world/platform-process.ts';
import type { SectionRun } from './section-run.ts';

const limitMs = 60_000;
const lookEveryMs = 100;
const tickMs = 20;
/** The first messages are slower: the process is warming up. */
const leftOutShare = 0.2;

export interface Sending {
  run: SectionRun;
  shop: ShopDatabase;
  sinks: MessageSinks;
  channel: 'email' | 'sms';
  count: number;
  settings: Partial<PlatformSettings>;
}

/** Of a message. */
export type SendingMeter = ProcessorMeter<'work' | 'PostgreSQL'>;

export interface Sent {
  messagesPerSecond: number;
  /** Arrivals per message: 1 for letters, the number of parts for texts. */
  parts: number;
}

/** Messages that are due when `work` starts; the rate is measured from the first fifth to the last arrival. */
export async function sendDue(sending: Sending): Promise<Sent> {
  const { run, shop, sinks, channel, count, settings } = sending;
  await clearMessages(sending);
  await addDue(shop, { channel, first: 1, count });
  await shop.db.query(`vacuum (analyze) deliveries`);
  await run.world.server.checkpoint();
  await sinks.arrivals();
  const work = await shop.start('work', settings);
  try {
    await untilAllSent(shop, channel, count);
    return rateOf(await sinks.arrivals(), count);
  } finally {
    await work.stop();
  }
}

/** The same by a process that has sent messages before, as the bare loop has: all become due in one commit. */
export async function sendAtOnce(
  sending: Sending,
  work: PlatformProcess,
  meter: SendingMeter,
): Promise<Sent> {
  const { run, shop, sinks, channel, count } = sending;
  await clearMessages(sending);
  await run.world.server.checkpoint();
  await sinks.arrivals();
  await addDue(shop, { channel, first: 1, count });
  const pids = { work: work.pid, PostgreSQL: run.world.server.pid };
  await meter.round(
    pids,
    () => untilAllSent(shop, channel, count),
    () => count,
  );
  return rateOf(await sinks.arrivals(), count);
}

const clearMessages = ({ shop }: Sending): Promise<unknown> =>
  shop.db.query(`truncate deliveries, text_parts, receipt_codes`);

function rateOf(arrivals: MessageArrival[], count: number): Sent {
  const people = new Set(arrivals.map(({ to }) => to)).size;
  const parts = arrivals.length / count;
  if (people !== count || !Number.isInteger(parts)) {
    throw new Error(`${count} messages made ${arrivals.length} arrivals at ${people} addresses.`);
  }
  const times = arrivals.map(({ atMs }) => atMs).toSorted((one, other) => one - other);
  const leftOut = Math.round(arrivals.length * leftOutShare);
  const seconds = ((times.at(-1) ?? 0) - (times[leftOut] ?? 0)) / 1000;
  return { messagesPerSecond: (arrivals.length - leftOut) / parts / seconds, parts };
}

/** Looks for one that is due, which costs nothing beside the sending; a count would read the whole table. */
async function untilAllSent({ db }: ShopDatabase, channel: string, expected: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const { rows } = await db.query<{ waits: boolean }>(
      `select exists (select from deliveries where channel = $1 and state = 'due') as waits`,
      [channel],
    );
    if (rows[0]?.waits === false) break;
    if (performance.now() > deadline) throw new Error(`Not all of ${expected} messages were sent.`);
    await sleep(lookEveryMs);
  }
  const sent = await db.query<{ sent: number }>(
    `select count(*) as sent from deliveries where channel = $1 and state = 'sent'`,
    [channel],
  );
  if (sent.rows[0]?.sent !== expected)
    throw new Error(`${sent.rows[0]?.sent} of ${expected} messages were sent.`);
}

interface Steady {
  shop: ShopDatabase;
  sinks: MessageSinks;
  channel: 'email' | 'sms';
  /** The certificate of the first message; the others follow. */
  firstId: number;
  perSecond: number;
  count: number;
}

/** Makes messages due at a steady rate, whatever becomes of earlier ones. Returns how long each took until its last part. */
export async function sendSteadily({
  shop,
  sinks,
  channel,
  firstId,
  perSecond,
  count,
}: Steady): Promise<number[]> {
  const addressOf = channel === 'email' ? letterAddress : phone;
  const dueMs = new Map<string, number>();
  const startedAt = performance.now();
  await sinks.arrivals();
  for (let next = 0; next < count;) {
    const elapsedMs = performance.now() - startedAt;
    const due = Math.min(count, Math.ceil((elapsedMs * perSecond) / 1000));
    if (due > next) {
      const atMs = performance.timeOrigin + performance.now();
      for (let id = next; id < due; id += 1) dueMs.set(addressOf(firstId + id), atMs);
      await addDue(shop, { channel, first: firstId + next, count: due - next });
      next = due;
    }
    await sleep(tickMs);
  }
  return arrivalTimes(sinks, dueMs);
}

async function arrivalTimes(sinks: MessageSinks, dueMs: Map<string, number>): Promise<number[]> {
  const times = new Map<string, number>();
  const deadline = performance.now() + limitMs;
  let quiet = false;
  // Parts of one text arrive one after the other; its time is that of the last.
  while (times.size < dueMs.size || !quiet) {
    const arrivals = await sinks.arrivals();
    quiet = arrivals.length === 0;
    for (const { to, atMs } of arrivals) {
      const due = dueMs.get(to);
      if (due !== undefined) times.set(to, atMs - due);
    }
    if (performance.now() > deadline) throw new Error(`${times.size} of ${dueMs.size} messages were taken.`);
    await sleep(lookEveryMs);
  }
  return [...times.values()];
}
