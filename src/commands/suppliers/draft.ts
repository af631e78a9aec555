/** `draft`: lists, loads and rejects spreadsheets that came by mail. */
import { addressHint } from '../shell/address-hint.ts';
import type { Command } from 'commander';
import { loadMailedDraft } from '../../acts/guarded/load-codes.ts';
import { fromShell } from '../../people/access/principal.ts';
import { notYet } from '../people/approval.ts';
import type { DraftAsk, DraftLoad } from '../../orders/load-draft.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { listDrafts, listUntaken, type Draft } from '../../suppliers/mail/drafts.ts';
import { rejectDraft } from '../../suppliers/mail/reject-draft.ts';
import { editSenders } from '../../acts/catalog/sender-acts.ts';
import { listSenders, type SenderChange } from '../../suppliers/mail/senders.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { addFileRules, fileRulesOf, type FileRuleOptions } from '../catalog/file-rules.ts';
import { poolReportJson, poolReportText } from '../catalog/pool-report.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';
import { refusalText } from '../../vault/import-pool/import-reasons.ts';
import { tableReasons } from '../../platform/spreadsheet/table-reasons.ts';

const maxListed = 200;

export function register(program: Command): void {
  const draft = program
    .command('draft')
    .description('Spreadsheets with codes that suppliers sent to the mailbox.');
  draft
    .command('list')
    .description('Drafts that wait for a decision.')
    .option('--all', 'loaded and rejected ones too')
    .option('--refused', 'refused mail instead, with the reasons')
    .option(...jsonOption)
    .action(list);
  for (const [name, description, action] of [
    ['show', 'Preview of a draft, with its duplicates and wrong rows; nothing is written.', show],
    ['load', 'Load a draft into the pool; all or nothing, unless rows may be skipped.', loadNow],
  ] as const) {
    const one = draft
      .command(name)
      .description(description)
      .argument('<draft>', 'number of the draft', anId)
      .option('--product <id>', 'product of the codes (default: the only pool product)', anId);
    addFileRules(one)
      .option('--accept-unauthenticated', 'load although the mail is not proven to be from its sender')
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
    .description('Addresses from which drafts are accepted; --add and --remove change them.')
    .option('--add <address>', 'accept drafts from this address, for --supplier')
    .option('--supplier <id>', 'supplier of the address', anId)
    .option('--remove <address>', 'accept no more drafts from this address')
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
  source: draft.source,
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

interface LoadOptions extends OutputOptions, FileRuleOptions {
  product?: number;
  acceptUnauthenticated?: boolean;
}

const show = (draftId: number, options: LoadOptions): Promise<void> => decide(draftId, options, true);
const loadNow = (draftId: number, options: LoadOptions): Promise<void> => decide(draftId, options, false);

async function decide(draftId: number, options: LoadOptions, dryRun: boolean): Promise<void> {
  const load = await withWorld(({ db, keyring, clock }) =>
    loadMailedDraft({ db, keyring }, fromShell, askOf(draftId, options, dryRun), clock.now()),
  );
  if (load.is === 'waits' || load.is === 'not-asked') throw notYet(load);
  if (load.is !== 'opened') throw whyNotOpened(draftId, load);
  const { outcome, draft } = load;
  if (outcome.is === 'refused')
    throw new Refusal(`Draft ${draftId}: ${refusalText(outcome, 'en')}.`, { why: outcome.why });
  if (outcome.is === 'nothing-loaded') process.exitCode = 1;
  const check = { sender_check: draft.senderCheck, sender_check_details: draft.senderCheckDetails };
  answer(options, { draft: draftId, ...check, ...poolReportJson(outcome) }, () =>
    [senderCheckText(draft), poolReportText(outcome, options)].join('\n'),
  );
}

const askOf = (draftId: number, options: LoadOptions, dryRun: boolean): DraftAsk => ({
  draftId,
  productId: options.product,
  acceptUnauthenticated: options.acceptUnauthenticated ?? false,
  ...fileRulesOf(options),
  dryRun,
});

function whyNotOpened(draftId: number, load: Exclude<DraftLoad, { is: 'opened' }>): Refusal {
  switch (load.is) {
    case 'no-draft':
      return new Refusal(`There is no draft ${draftId}.`);
    case 'ended':
      return new Refusal(`Draft ${draftId} is ${load.state} already.`);
    case 'unauthenticated':
      return new Refusal(
        `${senderCheckText(load.draft)} Ask the supplier about this file; --accept-unauthenticated loads it all the same.`,
        { sender_check: load.draft.senderCheck, sender_check_details: load.draft.senderCheckDetails },
      );
    case 'foreign-product':
      return new Refusal(`Product ${load.productId} is no pool product of supplier ${load.supplierId}.`);
    case 'no-product':
      return new Refusal(`Supplier ${load.supplierId} has no pool product.`);
    case 'several-products':
      return new Refusal(`Say which by --product: ${load.productIds.join(', ')}.`);
    case 'unreadable':
      return new Refusal(`Draft ${draftId}: ${tableReasons.text(load.reason, 'en')}.`);
  }
}

async function reject(draftId: number, options: OutputOptions & { note: string }): Promise<void> {
  const rejected = await withWorld(({ db, keyring, clock }) =>
    rejectDraft(db, keyring, fromShell, { draftId, note: options.note }, clock.now()),
  );
  if (rejected === 'no-draft') throw new Refusal(`There is no draft ${draftId} that waits for a decision.`);
  answer(options, { draft: draftId, state: 'rejected' }, () => `Draft ${draftId} is rejected.`);
}

interface SenderOptions extends OutputOptions {
  add?: string;
  remove?: string;
  supplier?: number;
}

async function senders({ add, remove, supplier, ...options }: SenderOptions): Promise<void> {
  if ((add === undefined) !== (supplier === undefined)) throw new Misuse('--add and --supplier go together.');
  const change: SenderChange = { remove };
  if (add !== undefined && supplier !== undefined) change.add = { supplierId: supplier, address: add };
  const lines = await withWorld(async ({ db, keyring, clock }) => {
    const isChange = add !== undefined || remove !== undefined;
    const outcome = isChange ? await editSenders({ db, keyring }, fromShell, change, clock.now()) : 'changed';
    if (outcome === 'not-listed')
      throw new Refusal(`${remove} is not on the list; contact addresses are changed with the supplier.`);
    if (outcome === 'no-supplier') throw new Refusal(`There is no supplier ${supplier}.`);
    if (outcome === 'bad-address') throw new Refusal(`${add} is no e-mail address.${addressHint(add ?? '')}`);
    if (outcome === 'taken') throw new Refusal(`${add} belongs to another supplier.`);
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

const senderSentences: Record<Draft['senderCheck'], (sender: string) => string> = {
  pass: (sender) => `The mail is from ${sender}.`,
  fail: (sender) => `WARNING: the mail is NOT from ${sender}, although it says so.`,
  none: (sender) => `WARNING: nothing proves that the mail is from ${sender}.`,
  temperror: (sender) => `WARNING: whether the mail is from ${sender} could not be found out.`,
  unjudged: (sender) => `WARNING: it was not checked whether the mail is from ${sender}.`,
};

function senderCheckText({ source, sender, senderCheck, senderCheckDetails }: Draft): string {
  if (source === 'page') return `It was uploaded by ${sender}.`;
  const details = senderCheckDetails === '' ? '' : ` (${senderCheckDetails})`;
  return `${senderSentences[senderCheck](sender)}${details}`;
}
