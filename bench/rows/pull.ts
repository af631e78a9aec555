/** The section `pull`: the used export of a supplier, a million rows. */
import { systemClock } from '../../src/platform/time/clock.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import { startPlainCalls } from '../load/plain-calls.ts';
import { countedLine, lineOf, type Line, type Section } from '../report/line.ts';
import { peakMebibytes } from '../world/peak-memory.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import type { SectionRun } from './section-run.ts';

const intervalMs = 2 * 3600_000;
/** Added to the peak by a million rows, and by a million more. */
const mostMebibytes = 64;

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
  const first = await pull();
  const afterFirst = peakMebibytes(serve.pid);
  const repeat = await pull();
  const line = lineOf({
    section: 'pull',
    what: `list of ${codes.toLocaleString('en')} sold codes`,
    unit: 'rows/s',
    rounds: [first],
    beside: { what: 'the same asked again', rounds: [repeat] },
  });
  return { lines: [line, ...memoryLines(before, afterFirst, peakMebibytes(serve.pid))], curves: [] };
}

/** Nobody else uses the memory of `serve`: it needs no second look. */
function memoryLines(before: number | null, first: number | null, second: number | null): Line[] {
  if (before === null || first === null || second === null) return [];
  const line = { section: 'pull', unit: 'MiB' };
  return [
    countedLine({
      ...line,
      what: 'peak memory of serve, what the first answer adds',
      value: first - before,
      beside: { what: 'peak before the first list', value: before },
      aim: { most: mostMebibytes },
    }),
    countedLine({
      ...line,
      what: 'peak memory of serve, what its repeat adds',
      value: second - first,
      aim: { most: mostMebibytes },
    }),
  ];
}
