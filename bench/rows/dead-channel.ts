/** Time from due to sent for letters at a steady rate, while a backlog of texts is due to a dead provider. */
import { startMessageSinks, type MessageSinks } from '../receivers/message-sinks.ts';
import { comparison } from '../report/comparison.ts';
import type { Section } from '../report/line.ts';
import { latenciesOf, type Latencies } from '../report/latency.ts';
import { figuresOf, interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addCertificates, addDue } from '../world/due-deliveries.ts';
import type { SectionRun } from './section-run.ts';
import { sendSteadily } from './sending.ts';

const perSecond = 100;
const warmUpSeconds = 1.5;
/** Nothing listens there: each text fails at once and is retried, so the queue never pauses. */
const deadPort = 1;
const mostTimes = 1.2;

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
): Promise<Latencies> {
  await shop.db.query(`truncate deliveries, text_parts, receipt_codes`);
  if (backlog > 0) await addDue(shop, { channel: 'sms', first: 1, count: backlog });
  await shop.db.query(`vacuum (analyze) deliveries`);
  await run.world.server.checkpoint();
  const smsUrl = `smpp://bench:bench@127.0.0.1:${deadPort}?from=Bench&window=50`;
  const work = await shop.start('work', { smtpUrl: sinks.smtpUrl, smsUrl });
  try {
    const steadily = { shop, sinks, channel: 'email', perSecond } as const;
    await sendSteadily({ ...steadily, firstId: 1, seconds: warmUpSeconds });
    const times = await sendSteadily({ ...steadily, firstId: 1001, seconds: run.quick ? 3 : 5 });
    if (backlog > 0) await checkBacklog(shop, backlog);
    return latenciesOf(times);
  } finally {
    await work.kill();
  }
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
