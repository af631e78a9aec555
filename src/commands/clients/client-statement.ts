import { Option, type Command } from 'commander';
import { readStatement, type Statement, type StatementLine } from '../../ledger/statement.ts';
import { endOfMoscowDay, moscowDateTime, moscowDay, moscowMonth } from '../../platform/time/moscow-time.ts';
import { csvLine } from '../../platform/spreadsheet/write-csv.ts';
import { aCount, aDay, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, noClient } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

const usualLines = 10_000;

/** Adds the statement to `client`. */
export function registerStatement(client: Command): void {
  client
    .command('statement')
    .description("All movements of a client's balance in a period; opening + movements = closing.")
    .argument('<client>', 'id of the client', anId)
    .option('--from <day>', 'first day, Moscow time (default: the first of this month)', aDay)
    .option('--to <day>', 'last day, inclusive (default: today)', aDay)
    .addOption(new Option('--format <format>', 'of the answer').choices(['text', 'csv']).default('text'))
    .option('--limit <lines>', 'maximum number of lines, oldest first', aCount, usualLines)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nThe balance is what the client can spend besides its credit line; holds are already subtracted.\n\nExample:\n  facevalue client statement 11638 --from 2026-11-01 --to 2026-11-30 --format csv > november.csv',
    )
    .action(show);
}

interface StatementOptions extends OutputOptions {
  from?: string;
  to?: string;
  format: 'text' | 'csv';
  limit: number;
}

async function show(clientId: number, options: StatementOptions): Promise<void> {
  const { statement, days } = await withWorld(async ({ db, clock }) => {
    const period = periodOf(options, clock.now());
    const found = await readStatement(db, { clientId, ...period, limit: options.limit });
    if (found === null) throw noClient(clientId);
    return { statement: found, days: period };
  });
  answer(options, toJson(clientId, days, statement), () =>
    options.format === 'csv' ? csv(statement) : text(days, statement),
  );
}

interface Period {
  from: Date;
  to: Date;
}

function periodOf({ from, to }: StatementOptions, now: Date): Period {
  const period = {
    from: new Date(`${from ?? moscowMonth(now)}T00:00:00+03:00`),
    to: new Date(endOfMoscowDay(to ?? moscowDay(now)).getTime() + 1000),
  };
  if (period.from >= period.to) throw new Misuse('The period ends before it begins.');
  return period;
}

const kinds: Record<StatementLine['kind'], string> = {
  top_up: 'top-up',
  chargeback: 'booked back',
  hold: 'order',
  release: 'order not issued',
  refund: 'refund',
};

const noteOf = ({ reference, note }: StatementLine): string =>
  [reference, note].filter((part) => part !== '').join(': ');

const headings = ['AT', 'WHAT', 'REQUEST', 'AMOUNT', 'BALANCE', 'REFERENCE AND NOTE'];

function text({ from, to }: Period, statement: Statement): string {
  const { openingKopecks, closingKopecks, movements, lines } = statement;
  const rows = lines.map((line) => [
    moscowDateTime(line.at),
    kinds[line.kind],
    line.requestId ?? '',
    roubles(line.amountKopecks),
    roubles(line.balanceKopecks),
    noteOf(line),
  ]);
  const left = movements - lines.length;
  return [
    `From ${moscowDateTime(from)} to ${moscowDateTime(to)}, Moscow time.`,
    `Opening balance  ${roubles(openingKopecks)}`,
    ...(rows.length === 0 ? ['No movements.'] : [table(headings, rows)]),
    ...(left > 0 ? [`… and ${left} more: see --limit.`] : []),
    `Closing balance  ${roubles(closingKopecks)}`,
  ].join('\n');
}

const csv = ({ lines }: Statement): string =>
  [
    headings,
    ...lines.map((line) => [
      moscowDateTime(line.at),
      kinds[line.kind],
      line.requestId ?? '',
      line.amountKopecks / 100,
      line.balanceKopecks / 100,
      noteOf(line),
    ]),
  ]
    .map(csvLine)
    .join('\n');

function toJson(clientId: number, { from, to }: Period, statement: Statement): object {
  return {
    client_id: clientId,
    from,
    to,
    opening: statement.openingKopecks / 100,
    closing: statement.closingKopecks / 100,
    movements: statement.movements,
    lines: statement.lines.map((line) => ({
      at: line.at,
      kind: line.kind,
      request_id: line.requestId,
      amount: line.amountKopecks / 100,
      balance: line.balanceKopecks / 100,
      reference: line.reference,
      note: line.note,
    })),
  };
}
