/** The section `texts`: texts taken by an SMPP peer. */
import { startBareMessages } from '../peers/bare-messages.ts';
import { startMessageSinks } from '../receivers/message-sinks.ts';
import { latenciesOf, latencySection, steadyCount } from '../report/latency.ts';
import { lineOf, type Section } from '../report/line.ts';
import { processorLines, processorMeter } from '../report/processor-lines.ts';
import { interleave, roundsOf } from '../rounds.ts';
import { addCertificates } from '../world/due-deliveries.ts';
import { sendAtOnce, sendSteadily, type Sending } from './sending.ts';
import type { SectionRun } from './section-run.ts';

const window = 50;
/** Of a round. */
const count = 4000;
const warmUp = { perSecond: 200, count: 400 };
const section = 'texts';
/** A part of a Cyrillic text. */
const partBytes = 140;

/**
 * Texts per second with a code for later receipt, to a provider that accepts them at once, compared to bare
 * submissions.
 */
export async function measureTexts(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const sinks = await startMessageSinks();
  cleanUp.defer(() => sinks.stop());
  const bare = startBareMessages();
  cleanUp.defer(() => bare.stop());
  const shop = cleanUp.use(await run.world.open('texts', 0));
  await addCertificates(shop, count);
  const smsUrl = `smpp://bench:bench@127.0.0.1:${sinks.smppPort}?from=Bench&window=${window}`;
  const sending = { run, shop, sinks, channel: 'sms' as const, count, settings: { smsUrl } };
  const work = await shop.start('work', sending.settings);
  cleanUp.defer(() => work.stop());
  await sendAtOnce(sending, work, processorMeter('work', 'PostgreSQL'));
  await shop.db.query(`vacuum (analyze)`);
  const { parts } = await sendAtOnce(sending, work, processorMeter('work', 'PostgreSQL'));
  const bareRate = async (): Promise<number> => {
    const ask = { port: sinks.smppPort, count: count * parts, window, bytes: partBytes };
    return count / (await bare.ask('texts', ask));
  };
  await bareRate();
  run.say('texts: ours and bare submissions in turn');
  const meter = processorMeter('work', 'PostgreSQL');
  const rates = await interleave(roundsOf(run), {
    ours: async () => (await sendAtOnce(sending, work, meter)).messagesPerSecond,
    bare: bareRate,
  });
  run.say('texts: times at a steady rate');
  const latency = await steadily(sending, rates.ours.median);
  const line = lineOf({
    section,
    what: `texts of ${parts} parts taken by an SMPP peer`,
    unit: 'texts/s',
    rounds: rates.ours.rounds,
    beside: { what: 'bare submissions', rounds: rates.bare.rounds },
  });
  return {
    lines: [line, ...processorLines({ section, what: 'a text' }, meter), ...latency.lines],
    curves: latency.curves,
  };
}

/** From due to taken, with one process that has sent texts before. */
async function steadily({ run, shop, sinks }: Sending, highest: number): Promise<Section> {
  await shop.db.query(`truncate certificates, deliveries, text_parts, receipt_codes`);
  await addCertificates(shop, warmUp.count + steadyCount(run, highest));
  let firstId = 1;
  const send = async (ask: { perSecond: number; count: number }): Promise<number[]> => {
    const times = await sendSteadily({ shop, sinks, channel: 'sms', firstId, ...ask });
    firstId += times.length;
    return times;
  };
  await send(warmUp);
  await shop.db.query(`vacuum (analyze) deliveries`);
  const path = { section, what: 'a text', curve: 'text-time', of: 'texts', highest };
  return await latencySection(run, path, async ({ perSecond, count: texts }) =>
    latenciesOf(await send({ perSecond, count: texts })),
  );
}
