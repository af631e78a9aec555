import { setTimeout as sleep } from 'node:timers/promises';
import { startMessageSinks, type MessageSinks } from '../receivers/message-sinks.ts';
import { comparison } from '../report/comparison.ts';
import type { Section } from '../report/line.ts';
import { figuresOf, interleave, quantile } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addCertificates, addDue, letterAddress } from '../world/due-deliveries.ts';
import type { SectionRun } from './section-run.ts';

const letters = { perTick: 10, tickMs: 100 };
const warmUpMs = 1500;
/** Nothing listens there: each text fails at once and is retried, so the queue never pauses. */
const deadPort = 1;
const mostTimes = 1.2;
const limitMs = 20_000;

/** Time from due to sent for letters at a steady rate, while a backlog of texts is due to a dead provider. */
export async function measureDeadChannel(run: SectionRun): Promise<Section> {
  const backlog = run.quick ? 20_000 : 100_000;
  await using cleanUp = new AsyncDisposableStack();
  const sinks = await startMessageSinks();
  cleanUp.defer(() => sinks.stop());
  const shop = cleanUp.use(await run.world.open('dead-channel', 0));
  run.say('a dead channel: making the certificates');
  await addCertificates(shop, backlog);
  const middles: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  const round = async (name: 'alone' | 'beside'): Promise<number> => {
    const { p50Ms, p99Ms } = await measureRound(run, shop, sinks, name === 'beside' ? backlog : 0);
    middles[name].push(p50Ms);
    return p99Ms;
  };
  run.say('letters: without and with a dead channel of texts in turn');
  const tails = await interleave(run.quick ? 1 : 3, {
    alone: () => round('alone'),
    beside: () => round('beside'),
  });
  const without = 'with no text due';
  const line = (share: string) => ({
    section: 'dead-channel',
    what: `letters from due to taken, ${backlog.toLocaleString('en')} texts due to a dead provider, ${share}`,
    unit: 'ms',
  });
  return {
    lines: [
      comparison(
        { ...line('p50'), figures: figuresOf(middles.beside) },
        { what: without, figures: figuresOf(middles.alone) },
      ),
      comparison(
        { ...line('p99'), figures: tails.beside },
        { what: without, figures: tails.alone },
        (ratio) => ({
          details: `≤ ${mostTimes}×`,
          met: ratio <= mostTimes,
        }),
      ),
    ],
    curves: [],
  };
}

async function measureRound(
  run: SectionRun,
  shop: ShopDatabase,
  sinks: MessageSinks,
  backlog: number,
): Promise<{ p50Ms: number; p99Ms: number }> {
  await shop.db.query(`truncate deliveries, text_parts, receipt_codes`);
  if (backlog > 0) await addDue(shop, { channel: 'sms', first: 1, count: backlog });
  await shop.db.query(`vacuum (analyze) deliveries`);
  await run.world.server.checkpoint();
  const smsUrl = `smpp://bench:bench@127.0.0.1:${deadPort}?from=Bench&window=50`;
  const work = await shop.start('work', { smtpUrl: sinks.smtpUrl, smsUrl });
  try {
    await sendSteadily(shop, sinks, { firstId: 1, forMs: warmUpMs });
    const times = await sendSteadily(shop, sinks, { firstId: 1001, forMs: run.quick ? 3000 : 5000 });
    if (backlog > 0) await checkBacklog(shop, backlog);
    const sorted = times.toSorted((one, other) => one - other);
    return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
  } finally {
    await work.kill();
  }
}

/** Makes a few letters due every tick, regardless of earlier ones. Returns the time that each one took. */
async function sendSteadily(
  shop: ShopDatabase,
  sinks: MessageSinks,
  { firstId, forMs }: { firstId: number; forMs: number },
): Promise<number[]> {
  const dueMs = new Map<string, number>();
  const startedAt = performance.now();
  const ticks = forMs / letters.tickMs;
  await sinks.arrivals();
  for (let tick = 0; tick < ticks; tick += 1) {
    await sleep(Math.max(0, startedAt + tick * letters.tickMs - performance.now()));
    const first = firstId + tick * letters.perTick;
    const atMs = performance.timeOrigin + performance.now();
    for (let id = first; id < first + letters.perTick; id += 1) dueMs.set(letterAddress(id), atMs);
    await addDue(shop, { channel: 'email', first, count: letters.perTick });
  }
  return collect(sinks, dueMs);
}

async function collect(sinks: MessageSinks, dueMs: Map<string, number>): Promise<number[]> {
  const times: number[] = [];
  const deadline = performance.now() + limitMs;
  while (times.length < dueMs.size) {
    for (const { to, atMs } of await sinks.arrivals()) {
      const due = dueMs.get(to);
      if (due !== undefined) times.push(atMs - due);
    }
    if (performance.now() > deadline) throw new Error(`${times.length} of ${dueMs.size} letters were taken.`);
    await sleep(50);
  }
  return times;
}

/** If the backlog disappeared, the comparison would be invalid. */
async function checkBacklog({ db }: ShopDatabase, expected: number): Promise<void> {
  const { rows } = await db.query<{ due: number; tried: number }>(
    `select count(*) filter (where state = 'due') as due, count(*) filter (where attempts > 0) as tried
     from deliveries where channel = 'sms'`,
  );
  const { due = 0, tried = 0 } = rows[0] ?? {};
  if (due !== expected || tried === 0) {
    throw new Error(`${due} of ${expected} texts are still due, ${tried} were tried.`);
  }
}
