/** `history read` and `history check`. */
import { once } from 'node:events';
import { InvalidArgumentError, type Command } from 'commander';
import { HistoryFileProblem } from '../../upkeep/history/history-file.ts';
import { checkMoved, readMoved, readOrder } from '../../upkeep/history/read-moved.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import { findRequestKeys } from '../../reports/find-request-keys.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';

/** Adds what reads the files. */
export function registerReading(history: Command): void {
  history
    .command('read')
    .description('Print history from the files: a line of JSON for each order.')
    .requiredOption('--from <folder>', 'where the files are')
    .option('--request <id>', 'only of this order', anId)
    .option('--month <month>', 'only orders accepted in this month, as 2023-05', aMonth)
    .option('--client <id>', 'only of this client', anId)
    .option('--json', 'print one JSON object, `{"orders": […]}`')
    .action(read);
  history
    .command('check')
    .description('Read all files and compare them with what the database knows of them.')
    .requiredOption('--from <folder>', 'where the files are')
    .option(...jsonOption)
    .action(check);
}

function aMonth(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('It must be a month, as 2023-05.');
  return `${text}-01`;
}

interface ReadOptions extends OutputOptions {
  from: string;
  request?: number;
  month?: string;
  client?: number;
}

async function read(options: ReadOptions): Promise<void> {
  await orRefusal(() =>
    withWorld(async (world) => {
      if (options.json === true) return printObject(linesOf(world, options));
      for await (const line of linesOf(world, options)) {
        if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
      }
    }),
  );
}

async function printObject(lines: AsyncIterable<string>): Promise<void> {
  const orders: unknown[] = [];
  for await (const line of lines) orders.push(JSON.parse(line));
  process.stdout.write(`${JSON.stringify({ orders })}\n`);
}

async function* linesOf(
  world: CommandWorld,
  { from, request, month, client }: ReadOptions,
): AsyncGenerator<string> {
  if (request === undefined) {
    yield* readMoved(world.db, from, { month: month ?? null, clientId: client ?? null });
    return;
  }
  const { db } = cellOf(world, request);
  const orders = await findRequestKeys(db, request);
  if (orders.length === 0) throw new Refusal('There is no such request.');
  const lines = (await Promise.all(orders.map((key) => readOrder(db, from, key)))).flat();
  if (lines.length === 0) throw new Refusal('Nothing of this order has been moved out.');
  yield* lines;
}

async function check(options: OutputOptions & { from: string }): Promise<void> {
  const checked = await orRefusal(() => withWorld(({ db }) => checkMoved(db, options.from, () => {})));
  const { pieces, orders, problems } = checked;
  answer(options, { ok: problems.length === 0, ...checked }, () =>
    [
      ...problems,
      `${orders} orders in ${pieces} pieces; ${problems.length} pieces are not as they were written.`,
    ].join('\n'),
  );
  if (problems.length > 0) process.exitCode = 1;
}

async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (problem) {
    throw problem instanceof HistoryFileProblem ? new Refusal(problem.message) : problem;
  }
}
