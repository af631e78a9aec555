/** The section `texts`: texts taken by an SMPP peer. */
import { startBareMessages } from '../peers/bare-messages.ts';
import { startMessageSinks } from '../receivers/message-sinks.ts';
import { comparison } from '../report/comparison.ts';
import { latenciesOf, latencySection, steadySeconds } from '../report/latency.ts';
import type { Section } from '../report/line.ts';
import { interleave } from '../rounds.ts';
import { addCertificates } from '../world/due-deliveries.ts';
import { sendAtOnce, sendSteadily, type Sending } from './sending.ts';
import type { SectionRun } from './section-run.ts';

const window = 50;
const leastShare = 0.35;
const warmUpPerSecond = 200;
/** Certificates for the texts at a steady rate. */
const mostSteady = 20_000;
/** A part of a Cyrillic text. */
const partBytes = 140;

/**
 * Texts per second with a code for later receipt, to a provider that accepts them at once, compared to bare
 * submissions.
 */
export async function measureTexts(run: SectionRun): Promise<Section> {
  const count = run.quick ? 2000 : 6000;
  await using cleanUp = new AsyncDisposableStack();
  const sinks = await startMessageSinks();
  cleanUp.defer(() => sinks.stop());
  const bare = startBareMessages();
  cleanUp.defer(() => bare.stop());
  const shop = cleanUp.use(await run.world.open('texts', 0));
  await addCertificates(shop, Math.max(count, mostSteady));
  const smsUrl = `smpp://bench:bench@127.0.0.1:${sinks.smppPort}?from=Bench&window=${window}`;
  const sending = { run, shop, sinks, channel: 'sms' as const, count, settings: { smsUrl } };
  const work = await shop.start('work', sending.settings);
  cleanUp.defer(() => work.stop());
  await sendAtOnce(sending, work);
  await shop.db.query(`vacuum (analyze)`);
  const { parts } = await sendAtOnce(sending, work);
  const bareRate = async (): Promise<number> => {
    const ask = { port: sinks.smppPort, count: count * parts, window, bytes: partBytes };
    return count / (await bare.ask('texts', ask));
  };
  await bareRate();
  run.say('texts: ours and bare submissions in turn');
  const rates = await interleave(run.quick ? 1 : 3, {
    ours: async () => (await sendAtOnce(sending, work)).messagesPerSecond,
    bare: bareRate,
  });
  run.say('texts: processor time');
  const { processor } = await sendAtOnce(sending, work);
  run.say('texts: times at a steady rate');
  const latency = await steadyTexts(sending, rates.ours.median);
  const what = `texts of ${parts} parts taken by an SMPP peer`;
  const ours = { section: 'texts', what, unit: 'texts/s', figures: rates.ours };
  const limit = { what: 'bare submissions', figures: rates.bare };
  return {
    lines: [comparison(ours, limit, shareOfBare), ...processor, ...latency.lines],
    curves: latency.curves,
  };
}

const shareOfBare = (ratio: number) => ({ details: `≥ ${leastShare}×`, met: ratio >= leastShare });

/** From due to taken, with one process that has sent texts before. */
async function steadyTexts({ run, shop, sinks }: Sending, highest: number): Promise<Section> {
  await shop.db.query(`truncate deliveries, text_parts, receipt_codes`);
  let firstId = 1;
  const steadily = async (perSecond: number): Promise<number[]> => {
    const seconds = steadySeconds(run.quick);
    const times = await sendSteadily({ shop, sinks, channel: 'sms', firstId, perSecond, seconds });
    firstId += times.length;
    return times;
  };
  await steadily(warmUpPerSecond);
  await shop.db.query(`vacuum (analyze) deliveries`);
  return latencySection(
    { section: 'texts', what: 'a text', curve: 'text-time', of: 'texts', highest },
    async (perSecond) => latenciesOf(await steadily(perSecond)),
  );
}
