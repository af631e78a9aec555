import type { Command } from 'commander';
import { listHeldDeliveries } from '../../messaging/queue/held-deliveries.ts';
import { listHeldOrders, type HeldOrder } from '../../orders/held-orders.ts';
import { fromShell } from '../../people/access/principal.ts';
import { ascending, mergedList } from '../../platform/cells/merge.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import { whollySeen } from '../../platform/spreadsheet/wholly-seen.ts';
import { codesJudgedInCells, issuedInCells, judgedInCells } from '../../upkeep/restores/in-cells.ts';
import { judgeCodes } from '../../upkeep/restores/judge-codes.ts';
import { judgeLimits, judgeMessages, type Judged } from '../../upkeep/restores/judge.ts';
import { anId, ids } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** Hangs what people say of the things set aside under `restored`. */
export function registerJudging(restored: Command): void {
  restored
    .command('codes')
    .description('Say of codes that were set aside whether they were sold in the lost time.')
    .argument('[file]', 'a list of numbers, XLSX or CSV; without it --rest')
    .requiredOption('--product <id>', 'their product', anId)
    .option('--sold', 'they were sold: blocked for good')
    .option('--unsold', 'they were not: offered again')
    .option('--rest', 'all of the product that are still set aside')
    .option(...jsonOption)
    .addHelpText('after', codesHelp)
    .action(codes);
  restored
    .command('orders')
    .description(
      'Let held orders be issued. Those issued before are cancelled: order cancel, or at their page.',
    )
    .option('--issue <requests>', 'these, as 3500001,3500002', ids)
    .option('--issue-all', 'all of them')
    .option(...jsonOption)
    .action(orders);
  restored
    .command('messages')
    .description('List held letters and texts, send them, or drop those that were sent in the lost time.')
    .option('--send', 'send them')
    .option('--drop', 'drop them')
    .option('--requests <requests>', 'only of these orders, as 3500001,3500002', ids)
    .option(...jsonOption)
    .action(messages);
  restored
    .command('limits')
    .description('End the margins of monthly limits.')
    .option('--keep', 'they stay counted as used')
    .option('--give-back', 'they are free again')
    .option(...jsonOption)
    .action(limits);
}

/** The lists are shortened to this many rows. */
const mostListed = 1000;
const byRequest = { by: ascending((held: { requestId: number }) => held.requestId), limit: mostListed };

const codesHelp = `
What was sold is known by the clients (their callbacks, getCode) and by suppliers that activate their codes. That a supplier has
not seen a code used does not prove it unsold: its recipient may still have it.

Examples:
  facevalue restored codes sold.csv --product 2001 --sold
  facevalue restored codes --rest --product 2001 --unsold`;

interface CodesOptions extends OutputOptions {
  product: number;
  sold?: boolean;
  unsold?: boolean;
  rest?: boolean;
}

async function codes(file: string | undefined, options: CodesOptions): Promise<void> {
  const { product: productId, sold = false, unsold = false, rest = false } = options;
  if (sold === unsold) throw new Misuse('Choose --sold or --unsold.');
  if ((file === undefined) !== rest) throw new Misuse('Give a file, or --rest.');
  const judged = await withWorld(async (world) => {
    const list = file === undefined ? ('rest' as const) : whollySeen(readTable(file, {}));
    try {
      return await codesJudgedInCells(world, { productId, list, sold }, ({ db, keyring, clock }, ask) =>
        judgeCodes(db, keyring, fromShell, ask, clock.now()),
      );
    } catch (problem) {
      throw problem instanceof TableProblem ? new Refusal(`${file}: ${problem.message}.`) : problem;
    }
  });
  if (judged.is === 'no-product') throw new Refusal(`There is no product ${productId}.`);
  if (judged.is !== 'judged') throw notGuarded(judged);
  const { codes: count, unknown } = judged;
  answer(options, { codes: count, unknown, sold }, () =>
    [
      `${count} codes are ${sold ? 'blocked for good' : 'offered again'}.`,
      ...(unknown === 0 ? [] : [`${unknown} rows of the list are not set aside for product ${productId}.`]),
    ].join('\n'),
  );
}

async function orders(options: OutputOptions & { issue?: number[]; issueAll?: boolean }): Promise<void> {
  const { issue = null, issueAll = false } = options;
  if (issue !== null && issueAll) throw new Misuse('Choose --issue or --issue-all.');
  if (issue === null && !issueAll) return listOrders(options);
  const judged = await withWorld((world) => issuedInCells(world, fromShell, issue, world.clock.now()));
  if (judged.is !== 'judged') throw notGuarded(judged);
  answer(options, { orders: judged.count }, () => `${judged.count} orders will be issued.`);
}

async function listOrders(options: OutputOptions): Promise<void> {
  const held = await withWorld((world) =>
    mergedList(world, byRequest, ({ db }) => listHeldOrders(db, mostListed)),
  );
  const rows = held.map((one) => [
    one.requestId,
    one.clientId,
    one.productId,
    roubles(one.faceKopecks),
    moscowDateTime(one.acceptedAt),
    one.uuid,
  ]);
  answer(options, { orders: held.map(orderJson) }, () =>
    table(['REQUEST', 'CLIENT', 'PRODUCT', 'FACE', 'ACCEPTED', 'UUID'], rows),
  );
}

const orderJson = (one: HeldOrder): object => ({
  id: one.requestId,
  client_id: one.clientId,
  product_id: one.productId,
  face: one.faceKopecks / 100,
  accepted_at: one.acceptedAt,
  uuid: one.uuid,
});

async function listMessages(options: OutputOptions): Promise<void> {
  const held = await withWorld((world) =>
    mergedList(world, byRequest, ({ db }) => listHeldDeliveries(db, mostListed)),
  );
  answer(
    options,
    {
      messages: held.map(({ requestId: id, clientId: client_id, channel, kind }) => ({
        id,
        client_id,
        channel,
        kind,
      })),
    },
    () =>
      table(
        ['REQUEST', 'CLIENT', 'CHANNEL', 'KIND'],
        held.map((one) => [one.requestId, one.clientId, one.channel, one.kind]),
      ),
  );
}

interface MessageOptions extends OutputOptions {
  send?: boolean;
  drop?: boolean;
  requests?: number[];
}

async function messages(options: MessageOptions): Promise<void> {
  const { send = false, drop = false, requests: requestIds = null } = options;
  if (send && drop) throw new Misuse('Choose --send or --drop.');
  if (!send && !drop) return listMessages(options);
  const judged = await withWorld((world) =>
    judgedInCells(world, ({ db, keyring, clock }) =>
      judgeMessages(db, keyring, fromShell, { requestIds, send }, clock.now()),
    ),
  );
  if (judged.is !== 'judged') throw notGuarded(judged);
  answer(
    options,
    { messages: judged.count, sent: send },
    () => `${judged.count} messages ${send ? 'will be sent' : 'are dropped'}.`,
  );
}

async function limits(options: OutputOptions & { keep?: boolean; giveBack?: boolean }): Promise<void> {
  const { keep = false, giveBack = false } = options;
  if (keep === giveBack) throw new Misuse('Choose --keep or --give-back.');
  const judged = await withWorld((world) =>
    judgedInCells(world, ({ db, keyring, clock }) => judgeLimits(db, keyring, fromShell, keep, clock.now())),
  );
  if (judged.is !== 'judged') throw notGuarded(judged);
  answer(options, { limits: judged.count, kept: keep }, () => `${judged.count} margins are ended.`);
}

const notGuarded = ({ is }: Exclude<Judged<never>, never>): Refusal =>
  new Refusal('The installation is not guarded: see facevalue restored show.', { why: is });
