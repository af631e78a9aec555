import type { Command } from 'commander';
import { addMissingFaces } from '../../catalog/face.ts';
import { wakeDelayed } from '../../orders/wake-delayed.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import {
  endDraft,
  listDrafts,
  listUntaken,
  openDraft,
  poolProductsOf,
  type Draft,
} from '../../suppliers/mail/drafts.ts';
import { addSender, listSenders, removeSender } from '../../suppliers/mail/senders.ts';
import { importPool, type PoolImport } from '../../vault/import-pool/import-pool.ts';
import { activityOf } from '../orders/activity.ts';
import { aFace, anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { poolReportJson, poolReportText } from '../catalog/pool-report.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { senderCheckText } from './sender-check.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';

const maxListed = 200;

export function register(program: Command): void {
  const draft = program
    .command('draft')
    .description('Spreadsheets with codes that suppliers sent to the mailbox.');
  draft
    .command('list')
    .description('Drafts that wait for a decision.')
    .option('--all', 'loaded and rejected ones too')
    .option('--refused', 'instead, what came by mail and was not taken, and why')
    .option(...jsonOption)
    .action(list);
  for (const [name, description, action] of [
    ['show', 'What a draft would load, with its duplicates and wrong rows; nothing is written.', show],
    ['load', 'Load a draft into the pool, all or nothing unless told to skip.', load],
  ] as const) {
    draft
      .command(name)
      .description(description)
      .argument('<draft>', 'number of the draft', anId)
      .option('--product <id>', 'product whose codes they are (default: the only pool product)', anId)
      .option('--face <roubles>', 'face of rows that name none', aFace)
      .option('--sheet <name>', 'sheet of the workbook (default: the first)')
      .option('--skip-wrong', 'leave wrong rows out and load the rest')
      .option('--skip-duplicates', 'leave duplicates out and load the rest')
      .option('--add-faces', 'add faces that the product lacks')
      .option('--all-active', 'take every code as active, whatever its row says')
      .option('--inactive', 'take every code as inactive, whatever its row says')
      .option('--accept-unauthenticated', 'load although the mail is not from the sender it names')
      .option(...jsonOption)
      .action(action);
  }
  draft
    .command('reject')
    .description('Reject a draft; its mail stays in the mailbox.')
    .argument('<draft>', 'number of the draft', anId)
    .option('--note <text>', 'why', '')
    .option(...jsonOption)
    .action(reject);
  draft
    .command('senders')
    .description('Addresses from which drafts are taken; with --add or --remove, change them.')
    .option('--add <address>', 'take drafts from this address, of --supplier')
    .option('--supplier <id>', 'whose address it is', anId)
    .option('--remove <address>', 'take none from this address any more')
    .option(...jsonOption)
    .action(senders);
}

async function list(options: OutputOptions & { all?: boolean; refused?: boolean }): Promise<void> {
  if (options.refused === true) return listRefused(options);
  const ask = { all: options.all ?? false, limit: maxListed };
  const drafts = await withWorld(({ db }) => listDrafts(db, ask));
  answer(options, { drafts: drafts.map(draftJson) }, () =>
    table(
      ['DRAFT', 'STATE', 'SUPPLIER', 'CAME', 'FROM', 'SENDER CHECK', 'FILE', 'ROWS'],
      drafts.map((one) => [
        one.draftId,
        one.state,
        `${one.supplierId} ${one.supplierName}`,
        moscowDateTime(one.cameAt),
        one.sender,
        one.senderCheck,
        one.fileName,
        one.rows,
      ]),
    ),
  );
}

const draftJson = (draft: Draft): object => ({
  draft: draft.draftId,
  state: draft.state,
  supplier_id: draft.supplierId,
  sender: draft.sender,
  sender_check: draft.senderCheck,
  sender_check_details: draft.senderCheckDetails,
  file: draft.fileName,
  bytes: draft.bytes,
  rows: draft.rows,
  came_at: draft.cameAt,
  decided_at: draft.decidedAt,
  note: draft.note,
});

async function listRefused(options: OutputOptions): Promise<void> {
  const lines = await withWorld(({ db }) => listUntaken(db, { limit: maxListed }));
  const json = lines.map((line) => ({
    mail: line.mailId,
    decision: line.decision,
    why: line.details,
    sender: line.sender,
    subject: line.subject,
    file: line.fileName,
    message_id: line.messageId,
    received_at: line.receivedAt,
    letter: line.letterId,
  }));
  answer(options, { refused: json }, () =>
    table(
      ['MAIL', 'CAME', 'FROM', 'SUBJECT', 'FILE', 'LETTER', 'DECISION', 'WHY'],
      lines.map((line) => [
        line.mailId,
        moscowDateTime(line.receivedAt),
        line.sender,
        line.subject,
        line.fileName,
        line.letterId ?? '',
        line.decision,
        line.details,
      ]),
    ),
  );
}

interface LoadOptions extends OutputOptions {
  product?: number;
  face?: number;
  sheet?: string;
  skipWrong?: boolean;
  skipDuplicates?: boolean;
  addFaces?: boolean;
  allActive?: boolean;
  inactive?: boolean;
  acceptUnauthenticated?: boolean;
}

const show = (draftId: number, options: LoadOptions): Promise<void> => decide(draftId, options, true);
const load = (draftId: number, options: LoadOptions): Promise<void> => decide(draftId, options, false);

async function decide(draftId: number, options: LoadOptions, dryRun: boolean): Promise<void> {
  const { outcome, draft } = await withWorld((world) =>
    transaction(world.db, (tx) => importDraft(tx, world, draftId, options, dryRun)),
  );
  if (outcome.is === 'refused')
    throw new Refusal(`Draft ${draftId}: ${outcome.details}.`, { why: outcome.why });
  if (outcome.is === 'nothing-loaded') process.exitCode = 1;
  const check = { sender_check: draft.senderCheck, sender_check_details: draft.senderCheckDetails };
  answer(options, { draft: draftId, ...check, ...poolReportJson(outcome) }, () =>
    [senderCheckText(draft), poolReportText(outcome, options)].join('\n'),
  );
}

/** The draft stays locked until the end, so that two operators can't load it at once. */
async function importDraft(
  tx: Tx,
  { keyring, clock }: CommandWorld,
  draftId: number,
  options: LoadOptions,
  dryRun: boolean,
): Promise<{ outcome: PoolImport; draft: Draft }> {
  const opened = await openDraft(tx, keyring, draftId, true);
  if (opened === null) throw new Refusal(`There is no draft ${draftId}.`);
  const { draft, file } = opened;
  if (draft.state !== 'waiting' || file === null)
    throw new Refusal(`Draft ${draftId} is ${draft.state} already.`);
  if (!dryRun && draft.senderCheck === 'fail' && options.acceptUnauthenticated !== true)
    throw new Refusal(
      `${senderCheckText(draft)} Ask the supplier about this file; --accept-unauthenticated loads it all the same.`,
      { sender_check: draft.senderCheck, sender_check_details: draft.senderCheckDetails },
    );
  const now = clock.now();
  const productId = productFor(draft, await poolProductsOf(tx, draft.supplierId), options.product);
  const outcome = await importPool(
    tx,
    keyring,
    {
      productId,
      fileName: draft.fileName,
      rows: tableRows(draftId, file, options.sheet),
      faceKopecks: options.face ?? null,
      anyFace: options.addFaces ?? false,
      activity: activityOf(options),
      skipWrong: options.skipWrong ?? false,
      skipDuplicates: options.skipDuplicates ?? false,
      dryRun,
    },
    now,
  );
  if (outcome.is !== 'loaded') return { outcome, draft };
  const faces = outcome.report.faces.map((face) => face.faceKopecks);
  if (options.addFaces === true) await addMissingFaces(tx, productId, faces);
  await endDraft(tx, { draftId, state: 'loaded', note: `${outcome.report.loaded} codes` }, now);
  await wakeDelayed(tx, now, productId);
  return { outcome, draft };
}

/** A draft is loaded into products of its own supplier alone, whatever the operator types. */
function productFor(draft: Draft, products: number[], asked: number | undefined): number {
  if (asked !== undefined && !products.includes(asked)) {
    throw new Refusal(`Product ${asked} is no pool product of supplier ${draft.supplierId}.`);
  }
  const [only] = products;
  if (asked !== undefined) return asked;
  if (only === undefined) throw new Refusal(`Supplier ${draft.supplierId} has no pool product.`);
  if (products.length > 1) throw new Refusal(`Say which by --product: ${products.join(', ')}.`);
  return only;
}

async function* tableRows(draftId: number, file: Buffer, sheet: string | undefined) {
  try {
    yield* readTable(tableOfBytes(file), { sheet });
  } catch (problem) {
    throw problem instanceof TableProblem ? new Refusal(`Draft ${draftId}: ${problem.message}.`) : problem;
  }
}

async function reject(draftId: number, options: OutputOptions & { note: string }): Promise<void> {
  const ended = await withWorld(({ db, clock }) =>
    transaction(db, (tx) => endDraft(tx, { draftId, state: 'rejected', note: options.note }, clock.now())),
  );
  if (!ended) throw new Refusal(`There is no draft ${draftId} that waits for a decision.`);
  answer(options, { draft: draftId, state: 'rejected' }, () => `Draft ${draftId} is rejected.`);
}

interface SenderOptions extends OutputOptions {
  add?: string;
  remove?: string;
  supplier?: number;
}

async function senders({ add, remove, supplier, ...options }: SenderOptions): Promise<void> {
  if ((add === undefined) !== (supplier === undefined)) throw new Misuse('--add and --supplier go together.');
  const lines = await withWorld(async ({ db }) => {
    await transaction(db, async (tx) => {
      if (remove !== undefined && !(await removeSender(tx, remove)))
        throw new Refusal(`${remove} is not on the list; contact addresses are changed with the supplier.`);
      if (add === undefined || supplier === undefined) return;
      const outcome = await addSender(tx, supplier, add);
      if (outcome === 'no-supplier') throw new Refusal(`There is no supplier ${supplier}.`);
      if (outcome === 'bad-address') throw new Refusal(`${add} is no e-mail address.`);
      if (outcome === 'taken') throw new Refusal(`${add} belongs to another supplier.`);
    });
    return listSenders(db);
  });
  const json = lines.map(({ supplierId, supplierName, ...line }) => ({
    supplier_id: supplierId,
    supplier: supplierName,
    ...line,
  }));
  answer(options, { senders: json }, () =>
    table(
      ['SUPPLIER', 'ADDRESS', 'CONTACT ADDRESS'],
      lines.map((line) => [
        `${line.supplierId} ${line.supplierName}`,
        line.address,
        line.contact ? 'yes' : 'no',
      ]),
    ),
  );
}
