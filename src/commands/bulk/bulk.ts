/** `facevalue bulk …`: orders of a client by a sheet, their progress and result. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Option, type Command } from 'commander';
import { addFile, maxFileBytes, type FileAdded } from '../../orders/bulk/add-file.ts';
import { findBulk, listBulks, type BulkOrder } from '../../orders/bulk/bulk-order.ts';
import { listLines } from '../../orders/bulk/list-lines.ts';
import { previewBulk, type Preview } from '../../orders/bulk/preview.ts';
import { reasonText } from '../../orders/bulk/problems.ts';
import { findClient, type FoundClient } from '../../clients/find-client.ts';
import { fromShell } from '../../people/access/principal.ts';
import type { Sql } from '../../platform/database/database.ts';
import { aCount, anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { noClient, Refusal } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';
import { bulkJson, bulkText, lineJson, previewJson, previewText } from './bulk-text.ts';
import { registerDecisions } from './decide.ts';
import { registerFiles } from './files.ts';

const maxListed = 50;
const usualLines = 50;

export function register(program: Command): void {
  const bulk = program.command('bulk').description('Many orders of a client as one: a sheet, or the API.');
  bulk
    .command('add')
    .description(
      'Upload a sheet of orders (XLSX or CSV). A worker reads it; nothing is ordered before `bulk confirm`.',
    )
    .argument('<client>', 'id of the client', anId)
    .argument('<file>', 'the sheet; `bulk template` makes an empty one')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue bulk add 11638 orders.xlsx\n  facevalue bulk show 11638 70001',
    )
    .action(add);
  bulk
    .command('list')
    .description('The newest bulk orders of a client.')
    .argument('<client>', 'id of the client', anId)
    .option(...jsonOption)
    .action(list);
  bulk
    .command('show')
    .description('State and progress, and what placing the lines that wait would cost.')
    .argument('<client>', 'id of the client', anId)
    .argument('<bulk>', 'id of the bulk order', anId)
    .option(...jsonOption)
    .action(show);
  bulk
    .command('lines')
    .description('Lines and what became of each.')
    .argument('<client>', 'id of the client', anId)
    .argument('<bulk>', 'id of the bulk order', anId)
    .option('--after <line>', 'only later ones', aCount, 0)
    .option('--limit <count>', 'how many', aCount, usualLines)
    .addOption(new Option('--wrong', 'only those that brought no certificate'))
    .option(...jsonOption)
    .action(lines);
  registerDecisions(bulk);
  registerFiles(bulk);
}

async function add(clientId: number, path: string, options: OutputOptions): Promise<void> {
  const bytes = await readSheet(path);
  const added = await withCell(clientId, async ({ db, keyring, clock }) => {
    await mustClient(db, clientId);
    return addFile(db, keyring, fromShell, { clientId, name: basename(path), bytes }, clock.now());
  });
  if (added.is === 'refused') throw new Refusal(whyNotAdded(added), { why: added.why });
  const { bulkId, sameFile } = added;
  answer(options, { bulk: bulkId, same_file_as: sameFile?.bulkId ?? null }, () =>
    [
      `Bulk order ${bulkId} is being read: facevalue bulk show ${clientId} ${bulkId}`,
      ...(sameFile === null ? [] : [`The same file came before, as ${sameFile.bulkId} (${sameFile.state}).`]),
    ].join('\n'),
  );
}

async function readSheet(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
    throw new Refusal(`The file can't be read (${code}).`);
  }
}

function whyNotAdded({ why }: Extract<FileAdded, { is: 'refused' }>): string {
  switch (why) {
    case 'forbidden':
      return 'This may not be done.';
    case 'empty':
      return 'The file is empty.';
    case 'too-large':
      return `The file is larger than ${maxFileBytes / 1024 / 1024} MB.`;
    case 'too-many-open':
      return 'Too many bulk orders of this client are open: confirm or cancel some.';
  }
}

async function list(clientId: number, options: OutputOptions): Promise<void> {
  const bulkOrders = await withCell(clientId, async ({ db }) => {
    await mustClient(db, clientId);
    return listBulks(db, { clientId, fromKey: null, direction: 'older', limit: maxListed });
  });
  answer(options, { bulk_orders: bulkOrders.map(bulkJson) }, () =>
    table(
      ['BULK', 'STATE', 'LINES', 'WRONG', 'PLACED', 'REFUSED', 'ISSUED', 'FAILED', 'NAME'],
      bulkOrders.map((one) => [
        one.bulkId,
        one.state,
        one.lines,
        one.wrong,
        one.placed,
        one.refused,
        one.issued,
        one.failed,
        one.name,
      ]),
    ),
  );
}

async function show(clientId: number, bulkId: number, options: OutputOptions): Promise<void> {
  const key = { clientId, bulkId };
  const { bulk, preview } = await withCell(clientId, async ({ db, clock }) => {
    const client = await mustClient(db, clientId);
    const found = await mustBulk(db, key);
    const waits = found.state === 'preview' || found.state === 'paused';
    return { bulk: found, preview: waits ? await previewBulk(db, client, key, clock.now()) : null };
  });
  answer(options, showJson(bulk, preview), () =>
    [bulkText(bulk), ...(preview === null ? [] : [previewText(preview)])].join('\n\n'),
  );
}

const showJson = (bulk: BulkOrder, preview: Preview | null): object => ({
  bulk: bulkJson(bulk),
  preview: preview === null ? null : previewJson(preview),
});

interface LinesOptions extends OutputOptions {
  after: number;
  limit: number;
  wrong?: boolean;
}

async function lines(clientId: number, bulkId: number, options: LinesOptions): Promise<void> {
  const { after, limit, wrong: notSold = false } = options;
  const foundLines = await withCell(clientId, async ({ db }) => {
    await mustBulk(db, { clientId, bulkId });
    return listLines(db, { clientId, bulkId, after, limit, notSold });
  });
  answer(options, { lines: foundLines.map(lineJson) }, () =>
    table(
      ['LINE', 'STATE', 'REQUEST', 'ORDER', 'PROBLEM'],
      foundLines.map((line) => [
        line.line,
        line.state,
        line.requestId ?? '',
        line.orderId ?? '',
        line.problems.map((one) => `${one.column} ${reasonText(one, 'en')}`).join('; '),
      ]),
    ),
  );
}

async function mustClient(db: Sql, clientId: number): Promise<FoundClient> {
  const client = await findClient(db, clientId);
  if (client === null) throw noClient(clientId);
  return client;
}

async function mustBulk(db: Sql, key: { clientId: number; bulkId: number }): Promise<BulkOrder> {
  const bulk = await findBulk(db, key);
  if (bulk === null) throw new Refusal(`Client ${key.clientId} has no bulk order ${key.bulkId}.`);
  return bulk;
}
