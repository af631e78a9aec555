import { Option, type Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import { endOfMoscowDay, moscowDateTime, moscowMidnight } from '../../platform/time/moscow-time.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import type { Language } from '../../platform/text/language.ts';
import {
  differenceKinds,
  settleAndCompare,
  type Comparison,
  type DifferenceKind,
} from '../../reports/compare-settlement.ts';
import { settlementCsv, settlementXlsx } from '../../reports/settlement-file.ts';
import {
  settledCounts,
  settledKopecks,
  totalsOf,
  type Settlement,
  type SettlementAsk,
} from '../../reports/settlement.ts';
import { aDay, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';
import { reasonsJson } from '../catalog/pool-report.ts';
import { importReasons } from '../../vault/import-pool/import-reasons.ts';
import { rowReasons } from '../../vault/import-pool/row-reasons.ts';

/** `settlement`: figures of a supplier and a period, and the comparison with its own table. */
export function register(program: Command): void {
  program
    .command('settlement')
    .description(
      'Issued, activated, redeemed, expired, refunded and unclear certificates of a supplier in a period.',
    )
    .requiredOption('--supplier <id>', 'supplier', anId)
    .requiredOption('--from <day>', 'first day, Moscow time', aDay)
    .requiredOption('--to <day>', 'last day, inclusive', aDay)
    .addOption(
      new Option('--format <format>', 'of the answer').choices(['text', 'csv', 'xlsx']).default('text'),
    )
    .option('--output <file>', 'write to a file')
    .addOption(new Option('--language <language>', 'for CSV and XLSX').choices(['ru', 'en']).default('ru'))
    .option('--compare <file>', "the supplier's own table, XLSX or CSV: show the differences")
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run);
}

const help = `
issued: sold in the period. activated: accepted by the supplier in the period; at once where codes come active. redeemed:
at tills that the platform knows, in the period. expired: validity ended in the period, not redeemed at such a till.
refunded: by "order refund" in the period; taken back: those of them that a till had accepted. unclear: calls begun in
the period that may have been done without our knowing; they stand in "quarantine list" until somebody settles them.

With --compare, certificates are found by number, or by our order number or request_id (columns are found by their
headings as in "pool import"). Exit code 1: there are differences.

Examples:
  facevalue settlement --supplier 501 --from 2026-11-01 --to 2026-11-30 --format xlsx --output november.xlsx
  facevalue settlement --supplier 501 --from 2026-11-01 --to 2026-11-30 --compare theirs.xlsx`;

interface SettlementOptions extends OutputOptions {
  supplier: number;
  from: string;
  to: string;
  format: 'text' | 'csv' | 'xlsx';
  output?: string;
  language: Language;
  compare?: string;
}

async function run(options: SettlementOptions): Promise<void> {
  const ask = {
    supplierId: options.supplier,
    from: moscowMidnight(options.from),
    to: new Date(endOfMoscowDay(options.to).getTime() + 1000),
  };
  if (ask.from >= ask.to) throw new Misuse('The period ends before it begins.');
  if (options.format === 'xlsx' && options.output === undefined) {
    throw new Misuse('A workbook is written to a file: name it with --output.');
  }
  const { settlement, comparison } = await withWorld((world) => read(world, ask, options.compare));
  if (comparison !== null && differs(comparison)) process.exitCode = 1;
  if (options.output !== undefined) await write(options.output, await contentOf(settlement, options));
  const written = options.output === undefined ? '' : `Written to ${options.output}.`;
  answer(options, toJson(settlement, comparison), () =>
    [
      written === '' ? bodyOf(settlement, options) : written,
      ...(comparison === null ? [] : [comparisonText(comparison)]),
    ].join('\n'),
  );
}

async function read(
  world: CommandWorld,
  ask: SettlementAsk,
  file: string | undefined,
): Promise<{ settlement: Settlement; comparison: Comparison | null }> {
  try {
    const rows = file === undefined ? null : readTable(file, {});
    const outcome = await settleAndCompare(world, { ...ask, rows }, world.clock.now());
    if (outcome.is === 'no-supplier') throw new Refusal(`There is no supplier ${ask.supplierId}.`);
    if (outcome.is === 'no-columns')
      throw new Refusal(`${file}: ${importReasons.text(outcome.reason, 'en')}.`);
    return outcome;
  } catch (problem) {
    throw problem instanceof TableProblem ? new Refusal(`${file}: ${problem.message}.`) : problem;
  }
}

const differs = ({ differences }: Comparison): boolean =>
  Object.values(differences).some(({ total }) => total > 0);

async function contentOf(settlement: Settlement, options: SettlementOptions): Promise<string | Buffer> {
  if (options.format === 'xlsx') return settlementXlsx(settlement, options.language);
  return `${bodyOf(settlement, options).trimEnd()}\n`;
}

const bodyOf = (settlement: Settlement, { format, language }: SettlementOptions): string =>
  format === 'csv' ? settlementCsv(settlement, language).trimEnd() : settlementText(settlement);

async function write(file: string, content: string | Buffer): Promise<void> {
  try {
    await writeFile(file, content);
  } catch {
    throw new Refusal(`The file can't be written: ${file}.`);
  }
}

const headingOf: Record<(typeof settledCounts)[number], string> = {
  issued: 'ISSUED',
  activated: 'ACTIVATED',
  redeemed: 'REDEEMED',
  expired: 'EXPIRED',
  refunded: 'REFUNDED',
  takenBack: 'TAKEN BACK',
  unclear: 'UNCLEAR',
};

const pair = (count: number, kopecks: number): [number, string] => [count, roubles(kopecks)];

function settlementText({ lines, name, from, to }: Settlement): string {
  const totals = totalsOf(lines);
  return [
    `${name}: from ${moscowDateTime(from)} to ${moscowDateTime(to)}, Moscow time.`,
    table(
      ['PRODUCT', 'TITLE', 'FACE', ...settledCounts.flatMap((one) => [headingOf[one], 'SUM'])],
      [
        ...lines.map((line) => [
          line.productId,
          line.title,
          roubles(line.faceKopecks),
          ...settledCounts.flatMap((one) => pair(line[one], settledKopecks(line, one))),
        ]),
        [
          '',
          'Total',
          '',
          ...Object.values(totals).flatMap(({ certificates, kopecks }) => pair(certificates, kopecks)),
        ],
      ],
    ),
  ].join('\n');
}

const kindLabels: Record<DifferenceKind, string> = {
  'ours-only': 'sold by us, not in the table',
  'theirs-only': 'in the table, not sold by us',
  'other-period': 'in the table, sold by us in another period',
  'other-face': 'another face',
  twice: 'twice in the table',
};

function comparisonText(comparison: Comparison): string {
  const { ours, theirs, differences } = comparison;
  const parts = differenceKinds.flatMap((kind) => {
    const { total, examples } = differences[kind];
    if (total === 0) return [];
    const rows = examples.map((one) => [
      one.line ?? '',
      one.number,
      one.orderNumber ?? '',
      one.ourFaceKopecks === null ? '' : roubles(one.ourFaceKopecks),
      one.theirFaceKopecks === null ? '' : roubles(one.theirFaceKopecks),
    ]);
    const lines = table(['LINE', 'NUMBER', 'ORDER', 'OUR FACE', 'THEIR FACE'], rows);
    const more = total > examples.length ? [`  … and ${total - examples.length} more`] : [];
    return [`${kindLabels[kind]}: ${total}`, lines.replaceAll(/^/gm, '  '), ...more];
  });
  return [
    `Compared: ${ours} sold by us, ${theirs} in the table.`,
    ...parts,
    ...damageText(comparison),
    differs(comparison) ? 'The two differ.' : 'The two agree.',
  ].join('\n');
}

function damageText({ damaged }: Comparison): string[] {
  if (damaged.total === 0) return [];
  const more =
    damaged.total > damaged.shown.length ? [`  … and ${damaged.total - damaged.shown.length} more`] : [];
  return [
    `The table is damaged, or has rows that are no sales: ${damaged.total}. Ask for one whose numbers are text.`,
    ...damaged.shown.map(({ line, reason }) => `  line ${line}: ${rowReasons.text(reason, 'en')}`),
    ...more,
  ];
}

const inRoubles = (kopecks: number | null): number | null => (kopecks === null ? null : kopecks / 100);

const toJson = (settlement: Settlement, comparison: Comparison | null): object => ({
  supplier_id: settlement.supplierId,
  name: settlement.name,
  from: moscowDateTime(settlement.from),
  to: moscowDateTime(settlement.to),
  lines: settlement.lines.map(
    ({ productId, faceKopecks, takenBack, redeemedKopecks, expiredKopecks, ...line }) => ({
      product_id: productId,
      face: faceKopecks / 100,
      ...line,
      taken_back: takenBack,
      redeemed_sum: (redeemedKopecks ?? line.redeemed * faceKopecks) / 100,
      expired_sum: (expiredKopecks ?? line.expired * faceKopecks) / 100,
    }),
  ),
  totals: Object.fromEntries(
    Object.entries(totalsOf(settlement.lines)).map(([name, { certificates, kopecks }]) => [
      name === 'takenBack' ? 'taken_back' : name,
      { certificates, sum: kopecks / 100 },
    ]),
  ),
  ...(comparison !== null && {
    comparison: {
      ours: comparison.ours,
      theirs: comparison.theirs,
      damaged: reasonsJson(comparison.damaged),
      differences: Object.fromEntries(
        differenceKinds.map((kind) => [
          kind,
          {
            total: comparison.differences[kind].total,
            examples: comparison.differences[kind].examples.map((one) => ({
              line: one.line,
              number: one.number,
              order_number: one.orderNumber,
              our_face: inRoubles(one.ourFaceKopecks),
              their_face: inRoubles(one.theirFaceKopecks),
            })),
          },
        ]),
      ),
    },
  }),
});
