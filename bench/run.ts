/** `npm run bench`: see `npm run bench -- --help`. */
import { loadavg } from 'node:os';
import { inspect } from 'node:util';
import { startLoad } from './load/load.ts';
import { help, parseOptions, type Options, type SectionName } from './options.ts';
import { keepCurves, keepResults, resultsText, type Results } from './report/keep-results.ts';
import type { Section } from './report/line.ts';
import { machineFacts } from './report/machine.ts';
import { startProgress, type Progress } from './report/progress.ts';
import { confidenceNote, tableOf, verdictsOf } from './report/table.ts';
import { measureAccept } from './rows/accept.ts';
import { measureBrowsing } from './rows/browsing.ts';
import { measureCabinet } from './rows/cabinet.ts';
import { measureBulk } from './rows/bulk.ts';
import { measureCluster } from './rows/cluster.ts';
import { measureDeadChannel } from './rows/dead-channel.ts';
import { measureEndures } from './rows/endures.ts';
import { measureStart } from './rows/first-after-start.ts';
import { measureGiftPages } from './rows/gift-pages.ts';
import { measureIssueTime } from './rows/issue-time.ts';
import { measureIssue } from './rows/issue.ts';
import { measureLetters } from './rows/letters.ts';
import { measureOldSnapshot } from './rows/old-snapshot.ts';
import { measureOverload } from './rows/overload.ts';
import { measurePdfs } from './rows/pdfs.ts';
import { measurePoolSize } from './rows/pool-size.ts';
import { measurePull } from './rows/pull.ts';
import { measureRedeem } from './rows/redeem.ts';
import type { SectionRun } from './rows/section-run.ts';
import { measureStatus } from './rows/status.ts';
import { measureSuppliers } from './rows/suppliers.ts';
import { measureTableSizes } from './rows/table-sizes.ts';
import { measureTexts } from './rows/texts.ts';
import { measureTracing } from './rows/tracing.ts';
import { measureUpkeep } from './rows/upkeep.ts';
import { startBenchWorld } from './world/bench-world.ts';
import { emptyFolder, fillAndKeep, filledOrders } from './world/filled-installation.ts';
import { readFilled, type Filled } from './world/filled.ts';
import { stopOnSignals, unlessStopped } from './world/stop-run.ts';

const sections: Record<SectionName, (run: SectionRun) => Promise<Section>> = {
  accept: measureAccept,
  overload: measureOverload,
  issue: measureIssue,
  'issue-time': measureIssueTime,
  bulk: measureBulk,
  status: measureStatus,
  'pool-size': measurePoolSize,
  suppliers: measureSuppliers,
  redeem: measureRedeem,
  pull: measurePull,
  letters: measureLetters,
  texts: measureTexts,
  'dead-channel': measureDeadChannel,
  'gift-pages': measureGiftPages,
  pdfs: measurePdfs,
  cabinet: measureCabinet,
  browsing: measureBrowsing,
  start: measureStart,
  'table-sizes': measureTableSizes,
  tracing: measureTracing,
  endures: measureEndures,
  upkeep: measureUpkeep,
  'old-snapshot': measureOldSnapshot,
  cluster: measureCluster,
};

/** Above this, other processes were using the cores. */
const busyLoad = 0.5;

interface Measured {
  results: Results;
  /** Sections that broke off; the others were measured. */
  failed: SectionName[];
}

async function measure(options: Options, filled: Filled | null, progress: Progress): Promise<Measured> {
  const startedAt = performance.now();
  const [loadBefore = 0] = loadavg();
  const world = await startBenchWorld({
    profile: options.profile,
    filled,
    onProgress: (message) => progress.say(message),
  });
  const load = startLoad();
  try {
    const measured: Section[] = [];
    const seconds: Results['sections'] = [];
    const failed: SectionName[] = [];
    for (const name of options.only) {
      const begunAt = performance.now();
      const say = (message: string): void => progress.say(message);
      const { quick, pages, orders, codes } = options;
      let section: Section;
      try {
        section = await unlessStopped(
          sections[name]({ world, load, quick, pages, filled, orders, codes, say }),
        );
      } catch (problem) {
        failed.push(name);
        progress.show(`${name} broke off: ${inspect(problem)}`);
        continue;
      }
      measured.push(section);
      seconds.push({ name, seconds: secondsSince(begunAt) });
      // A run that is stopped has said what it has measured; the table of all comes at the end.
      if (options.only.length > 1) progress.show(tableOf(section.lines));
    }
    const results = {
      machine: machineFacts(await world.server.facts(), loadBefore),
      seconds: secondsSince(startedAt),
      sections: seconds,
      lines: measured.flatMap((section) => section.lines),
      curves: measured.flatMap((section) => section.curves),
    };
    return { results, failed };
  } finally {
    progress.say('ending what was started');
    await load.stop();
    await world.close();
    progress.end();
  }
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1000);

/** Seconds that it took; null: the folder is not empty. */
async function fill({ orders, codes }: Options, wanted: string, progress: Progress): Promise<number | null> {
  const folder = emptyFolder(wanted);
  if (folder === null) return null;
  const startedAt = performance.now();
  const say = (message: string): void => progress.say(message);
  const world = await startBenchWorld({ profile: null, fill: folder, onProgress: say });
  try {
    const size = orders ?? filledOrders;
    await fillAndKeep(world, { orders: size, codes: codes ?? size, say });
    return secondsSince(startedAt);
  } finally {
    progress.say('ending what was started');
    await world.close();
    progress.end();
  }
}

function print(results: Results, options: Options): void {
  if (options.json) return console.log(resultsText(results));
  const { machine } = results;
  console.log(
    `\n${machine.cores} cores (${machine.processor}), Node ${machine.node}, PostgreSQL ${machine.postgres}, ` +
      `load generator on the same machine; ${results.seconds} s\n`,
  );
  if (machine.loadBefore > busyLoad) {
    console.log(
      `The machine was busy before the run (load ${machine.loadBefore.toFixed(1)}): figures are lower than it can do.\n`,
    );
  }
  console.log(tableOf(results.lines));
  console.log(`\n${results.sections.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`);
  console.log(`\n${confidenceNote}\n${verdictsOf(results.lines)}`);
  if (options.keep) console.log('Written: bench/results/latest.json and the curves beside it.');
}

const parsed = parseOptions(process.argv.slice(2));
switch (parsed.is) {
  case 'help':
    console.log(help);
    break;
  case 'wrong':
    console.error(`${parsed.details}\n\n${help}`);
    process.exitCode = 2;
    break;
  case 'run':
    await run(parsed.options, startProgress());
}

async function run(options: Options, progress: Progress): Promise<void> {
  stopOnSignals(() => {
    progress.end();
    console.error('Stopping…');
  });
  if (options.fill !== null) {
    const seconds = await unlessStopped(fill(options, options.fill, progress));
    if (seconds === null) return stop(`${options.fill} is not empty.`);
    return console.log(`Filled in ${seconds} s. Measure on it: --only endures --from ${options.fill}`);
  }
  const filled = options.from === null ? null : readFilled(options.from);
  if (options.from !== null && filled === null) return stop(`${options.from} has no filled installation.`);
  const { results, failed } = await unlessStopped(measure(options, filled, progress));
  const keep = options.keep && failed.length === 0;
  if (keep) keepResults(results);
  if (options.curves !== null) keepCurves(results, options.curves);
  print(results, { ...options, keep });
  if (failed.length === 0) return;
  console.error(`\nBroke off: ${failed.join(', ')}. Nothing was kept.`);
  process.exitCode = 1;
}

function stop(problem: string): void {
  console.error(problem);
  process.exitCode = 2;
}
