import type { Command } from 'commander';
import { findClient } from '../../clients/find-client.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import {
  leftOf,
  readOutstanding,
  type Outstanding,
  type OutstandingSums,
} from '../../redemption/outstanding/read-outstanding.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { noClient } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** `outstanding`: what is left of certificates that are used in parts or exchanged. */
export function register(program: Command): void {
  program
    .command('outstanding')
    .description(
      'What is left of choice certificates and of those that are used in parts, and when it expires.',
    )
    .option('--client <id>', 'only what this client has bought', anId)
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run);
}

const help = `
Counted are certificates in force of which something is left: their face, what was used or exchanged of it, and what is left.
A worker counts them behind the sales, after ten minutes to a day; the answer says when.

Examples:
  facevalue outstanding
  facevalue outstanding --client 101 --json`;

interface OutstandingOptions extends OutputOptions {
  client?: number;
}

async function run(options: OutstandingOptions): Promise<void> {
  const { client: clientId = null } = options;
  const outstanding = await withWorld(async (world) => {
    if (clientId !== null && (await findClient(cellOf(world, clientId).db, clientId)) === null)
      throw noClient(clientId);
    return readOutstanding(world, clientId);
  });
  answer(options, toJson(outstanding), () => toText(outstanding));
}

const sumsJson = (sums: OutstandingSums): object => ({
  certificates: sums.certificates,
  face: sums.faceKopecks / 100,
  taken: sums.takenKopecks / 100,
  left: leftOf(sums) / 100,
});

const toJson = ({ countedAt, total, products, months, clients }: Outstanding): object => ({
  counted_at: countedAt,
  total: sumsJson(total),
  products: products.map((one) => ({ product_id: one.productId, title: one.title, ...sumsJson(one) })),
  months: months.map((one) => ({ month: one.month === '' ? null : one.month, ...sumsJson(one) })),
  clients: clients.map((one) => ({ client_id: one.clientId, name: one.name, ...sumsJson(one) })),
});

const headings = ['CERTIFICATES', 'FACE', 'TAKEN', 'LEFT'];

const cellsOf = (sums: OutstandingSums): (string | number)[] => [
  sums.certificates,
  roubles(sums.faceKopecks),
  roubles(sums.takenKopecks),
  roubles(leftOf(sums)),
];

function toText({ countedAt, total, products, months, clients }: Outstanding): string {
  if (countedAt === null) return 'There are no such certificates, or they are not counted yet.';
  const when = `Counted at ${moscowDateTime(countedAt)}.`;
  if (total.certificates === 0) return `${when} Nothing is outstanding.`;
  return [
    when,
    table(
      ['PRODUCT', 'TITLE', ...headings],
      [...products.map((one) => [one.productId, one.title, ...cellsOf(one)]), ['', 'all', ...cellsOf(total)]],
    ),
    table(
      ['EXPIRES IN', ...headings],
      months.map((one) => [one.month === '' ? 'never' : one.month, ...cellsOf(one)]),
    ),
    ...(clients.length === 0
      ? []
      : [
          table(
            ['CLIENT', 'NAME', ...headings],
            clients.map((one) => [one.clientId, one.name, ...cellsOf(one)]),
          ),
        ]),
  ].join('\n\n');
}
