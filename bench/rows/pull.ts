/** The section `pull`: the used export of a supplier, a million rows. */
import { systemClock } from '../../src/platform/time/clock.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import { startPlainCalls } from '../load/plain-calls.ts';
import { comparison } from '../report/comparison.ts';
import type { Line, Section } from '../report/line.ts';
import { figuresOf } from '../rounds.ts';
import { peakMebibytes } from '../world/peak-memory.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import type { SectionRun } from './section-run.ts';

const intervalMs = 2 * 3600_000;
const mostGrowth = 1.1;

/**
 * Rows per second of a supplier's used export, read to its end. The first answer of an interval also lists the codes; a
 * repeat only reads.
 */
export async function measurePull(run: SectionRun): Promise<Section> {
  const codes = run.quick ? 20_000 : 1_000_000;
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('pull', 0));
  const { token } = await addSoldProduct(shop, codes, (done) => run.say(`pull: ${done} codes loaded`));
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());

  const now = systemClock.now();
  const [from, to] = [new Date(now.getTime() - intervalMs), now].map(moscowDateTime);
  const query = new URLSearchParams({ from: from ?? '', to: to ?? '' });
  const ask = {
    url: `${serve.baseUrl}/integration/v1/used?${query.toString()}`,
    headers: { authorization: `Bearer ${token}` },
  };
  const pull = async (): Promise<number> => {
    const { lines, seconds } = await calls.ask('download', ask);
    // Each item of the JSON is on its own line.
    if (lines !== codes) throw new Error(`${lines} of ${codes} codes were told.`);
    return codes / seconds;
  };
  const before = peakMebibytes(serve.pid);
  run.say('pull: the first answer of the interval, then its repeat');
  const first = figuresOf([await pull()]);
  const afterFirst = peakMebibytes(serve.pid);
  const repeat = figuresOf([await pull()]);
  const ours = {
    section: 'pull',
    what: `list of ${codes.toLocaleString('en')} sold codes`,
    unit: 'rows/s',
    figures: first,
  };
  const lines = [comparison(ours, { what: 'the same asked again', figures: repeat })];
  return { lines: [...lines, ...memoryLines(before, afterFirst, peakMebibytes(serve.pid))], curves: [] };
}

/** A peak that the second answer does not raise comes from the process, not from the number of rows. */
function memoryLines(before: number | null, first: number | null, second: number | null): Line[] {
  if (before === null || first === null || second === null) return [];
  const line = { section: 'pull', unit: 'MiB' };
  return [
    {
      ...line,
      what: 'peak memory of serve, first answer',
      value: first,
      beside: { what: 'before the first list', value: before },
      ratio: first / before,
    },
    {
      ...line,
      what: 'peak memory of serve, repeat',
      value: second,
      beside: { what: 'after the first answer', value: first },
      ratio: second / first,
      aim: { details: `≤ ${mostGrowth}×`, met: second / first <= mostGrowth },
    },
  ];
}
