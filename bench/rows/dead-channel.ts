/** Time from due to sent for letters at a steady rate, while a backlog of texts is due to a dead provider. */
import { startMessageSinks, type MessageSinks } from '../receivers/message-sinks.ts';
import { latenciesOf, timesLines, type Latencies } from '../report/latency.ts';
import type { Section } from '../report/line.ts';
import { measureInTurns, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addCertificates, addDue } from '../world/due-deliveries.ts';
import type { SectionRun } from './section-run.ts';
import { sendSteadily } from './sending.ts';

const perSecond = 100;
const letters = { warmUp: 150, round: 250 };
/** Nothing listens there: each text fails at once and is retried, so the queue never pauses. */
const deadPort = 1;
const mostTimes = 1.2;

/** Two installations, of which one has the texts. They send letters in turns, each time by a fresh `work`. */
export async function measureDeadChannel(run: SectionRun): Promise<Section> {
  const backlog = run.quick ? 20_000 : 100_000;
  await using cleanUp = new AsyncDisposableStack();
  const sinks = await startMessageSinks();
  cleanUp.defer(() => sinks.stop());
  run.say('a dead channel: making the certificates');
  const alone = await open(run, cleanUp, sinks, 0);
  const beside = await open(run, cleanUp, sinks, backlog);
  run.say('letters: without and with a dead channel of texts in turn');
  const rounds = await measureInTurns(roundsOf(run), {
    alone: () => alone.measure(),
    beside: () => beside.measure(),
  });
  await checkBacklog(beside.shop, backlog);
  return {
    lines: timesLines({
      section: 'dead-channel',
      what: `letters from due to taken, ${backlog.toLocaleString('en')} texts due to a dead provider`,
      rounds: rounds.beside,
      beside: { what: 'with no text due', rounds: rounds.alone },
      mostTimes,
    }),
    curves: [],
  };
}

interface Installation {
  shop: ShopDatabase;
  measure(): Promise<Latencies>;
}

async function open(
  run: SectionRun,
  cleanUp: AsyncDisposableStack,
  sinks: MessageSinks,
  backlog: number,
): Promise<Installation> {
  const name = backlog === 0 ? 'living-channels' : 'dead-channel';
  const shop = cleanUp.use(await run.world.open(name, 0));
  await addCertificates(shop, 3 * backlog + roundsOf(run) * (letters.warmUp + letters.round));
  if (backlog > 0) await addDue(shop, { channel: 'sms', first: 1, count: backlog });
  await shop.db.query(`vacuum (analyze) deliveries`);
  await run.world.server.checkpoint();
  const smsUrl = `smpp://bench:bench@127.0.0.1:${deadPort}?from=Bench&window=50`;
  let firstId = 1;
  let firstText = backlog + 1;
  const measure = async (): Promise<Latencies> => {
    firstText += await renewTried(shop, firstText);
    const work = await shop.start('work', { smtpUrl: sinks.smtpUrl, smsUrl });
    try {
      const send = (count: number): Promise<number[]> => {
        const sent = { shop, sinks, channel: 'email', perSecond, firstId, count } as const;
        firstId += count;
        return sendSteadily(sent);
      };
      await send(letters.warmUp);
      return latenciesOf(await send(letters.round));
    } finally {
      await work.kill();
    }
  };
  return { shop, measure };
}

/** Texts that were tried are not due again for a while: others stand in for them. Returns how many. */
async function renewTried(shop: ShopDatabase, first: number): Promise<number> {
  const { rowCount } = await shop.db.query(`delete from deliveries where channel = 'sms' and attempts > 0`);
  const count = rowCount ?? 0;
  if (count > 0) await addDue(shop, { channel: 'sms', first, count });
  return count;
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
