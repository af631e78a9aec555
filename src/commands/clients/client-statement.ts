/** `client statement`. */
import { Option, type Command } from 'commander';
import {
  eachMovement,
  readStatement,
  type BalancedMovement,
  type MovementKind,
  type Statement,
} from '../../ledger/statement.ts';
import type { Sql } from '../../platform/database/database.ts';
import { dayAfter, moscowDateTime, moscowDay, moscowMonth } from '../../platform/time/moscow-time.ts';
import { csvLine } from '../../platform/spreadsheet/write-csv.ts';
import { aCount, aDay, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, noClient } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';

const usualLines = 10_000;

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
  const found = await withCell(clientId, async ({ db, clock }) => {
    const period = periodOf(options, clock.now());
    const statement = await readStatement(db, { clientId, ...period });
    if (statement === null) throw noClient(clientId);
    const lines = await firstLines(db, { clientId, ...period, statement, limit: options.limit });
    return { period, statement, lines };
  });
  answer(options, toJson(clientId, found), () => (options.format === 'csv' ? csv(found) : text(found)));
}

interface Period {
  /** Moscow days; `to` is the one after the last. */
  from: string;
  to: string;
}

interface Found {
  period: Period;
  statement: Statement;
  lines: BalancedMovement[];
}

function periodOf({ from, to }: StatementOptions, now: Date): Period {
  const period = { from: from ?? moscowMonth(now), to: dayAfter(to ?? moscowDay(now), 1) };
  if (period.from >= period.to) throw new Misuse('The period ends before it begins.');
  return period;
}

async function firstLines(
  db: Sql,
  { statement, limit, ...ask }: Period & { clientId: number; statement: Statement; limit: number },
): Promise<BalancedMovement[]> {
  const { bounds, openingKopecks } = statement;
  const lines: BalancedMovement[] = [];
  for await (const line of eachMovement(db, { ...ask, bounds, openingKopecks })) {
    if (lines.length >= limit) break;
    lines.push(line);
  }
  return lines;
}

const kinds: Record<MovementKind, string> = {
  top_up: 'top-up',
  chargeback: 'booked back',
  hold: 'order',
  release: 'order not issued',
  refund: 'refund',
};

const noteOf = ({ reference, note }: BalancedMovement): string =>
  [reference, note].filter((part) => part !== '').join(': ');

const headings = ['AT', 'WHAT', 'REQUEST', 'AMOUNT', 'BALANCE', 'REFERENCE AND NOTE'];

function text({ period: { from, to }, statement, lines }: Found): string {
  const { openingKopecks, closingKopecks, movements } = statement;
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
    `From ${from} to ${dayAfter(to, -1)}, Moscow time.`,
    `Opening balance  ${roubles(openingKopecks)}`,
    ...(rows.length === 0 ? ['No movements.'] : [table(headings, rows)]),
    ...(left > 0 ? [`… and ${left} more: see --limit.`] : []),
    `Closing balance  ${roubles(closingKopecks)}`,
  ].join('\n');
}

const csv = ({ lines }: Found): string =>
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

function toJson(clientId: number, { period: { from, to }, statement, lines }: Found): object {
  return {
    client_id: clientId,
    from: `${from}T00:00:00+03:00`,
    to: `${to}T00:00:00+03:00`,
    opening: statement.openingKopecks / 100,
    closing: statement.closingKopecks / 100,
    movements: statement.movements,
    lines: lines.map((line) => ({
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
