import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { askPreview } from '../../../src/acts/guarded/drafts/ask-draft-run.ts';
import { lastRunOf } from '../../../src/acts/guarded/drafts/draft-run.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { readTable } from '../../../src/platform/spreadsheet/read-table.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { changeSenders } from '../../../src/suppliers/mail/senders.ts';
import { listDrafts, listUntaken } from '../../../src/suppliers/mail/drafts.ts';
import type { FileRules } from '../../../src/commands/catalog/file-rules.ts';
import { sheetsOf, type PoolImport } from '../../../src/vault/import-pool/import-ask.ts';
import { importPool } from '../../../src/vault/import-pool/import-pool.ts';
import { poolReportJson } from '../../../src/commands/catalog/pool-report.ts';
import { imapServer } from '../../support/imap-server.ts';
import { newPerson } from '../../support/people-world.ts';
import { callAs } from '../../support/person-calls.ts';
import { codesIn, productId, worldWithPool } from '../../support/pool-import-world.ts';
import { runCommand } from '../../support/run-command.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { sheetSamples, type SheetInput, type SheetRight } from './samples.ts';
import { tableReasons } from '../../../src/platform/spreadsheet/table-reasons.ts';
import { refusalText } from '../../../src/vault/import-pool/import-reasons.ts';

const pathOf = (file: string): string => join(import.meta.dirname, file);

/** What each way by which files come says of one, in the same words for all. */
interface Judgement {
  is: 'read' | 'asked' | 'refused';
  codes: number;
  lines: number[];
  columns: string[];
  says: string;
}

interface ReportJson {
  outcome: string;
  wrong: { shown: { line: number; reason: string }[] };
  unlike: { shown: { line: number; reason: string }[] };
  faces: { codes: number }[];
  columns: { heading: string; asked: boolean }[];
}

function judgementOf(report: ReportJson): Judgement {
  const rows = [...report.wrong.shown, ...report.unlike.shown].toSorted(
    (one, other) => one.line - other.line,
  );
  return {
    is: report.outcome === 'preview' ? 'read' : 'asked',
    codes: report.faces.reduce((sum, { codes }) => sum + codes, 0),
    lines: rows.map(({ line }) => line),
    columns: report.columns.filter(({ asked }) => asked).map(({ heading }) => heading),
    says: rows.map(({ reason }) => reason).join('; '),
  };
}

const refusal = (says: string): Judgement => ({ is: 'refused', codes: 0, lines: [], columns: [], says });

async function byCommand(world: TestWorld, product: number, input: SheetInput): Promise<Judgement> {
  const face = input.faceRoubles === undefined ? [] : ['--face', String(input.faceRoubles)];
  const args = [
    'pool',
    'import',
    pathOf(input.file),
    '--product',
    String(product),
    '--dry-run',
    '--json',
    ...face,
  ];
  const { out, err } = await runCommand(world, args);
  const answer = JSON.parse(out) as ReportJson | { error: unknown };
  return 'outcome' in answer ? judgementOf(answer) : refusal(JSON.stringify(answer) + err);
}

async function lastJudgement(world: TestWorld, supplierId: number, draftId: number): Promise<Judgement> {
  await world.settle();
  const run = await lastRunOf(world.ctx.db, { supplierId, draftId });
  const outcome = run?.outcome ?? assert.fail('the preview did not end');
  if (outcome.is === 'unreadable') return refusal(tableReasons.text(outcome.reason, 'en'));
  assert.ok(outcome.is === 'opened', outcome.is);
  return outcome.outcome.is === 'refused'
    ? refusal(refusalText(outcome.outcome, 'en'))
    : judgementOf(poolReportJson(outcome.outcome) as ReportJson);
}

function assertRight(found: Judgement, right: SheetRight, way: string): void {
  assert.equal(found.is, right.is, `${way}: ${JSON.stringify(found)}`);
  if (right.codes !== undefined) assert.equal(found.codes, right.codes, way);
  if (right.numbers !== undefined) assert.equal(found.codes, right.numbers.length, way);
  if (right.is !== 'refused') {
    assert.deepEqual(found.lines, right.lines ?? [], way);
    assert.deepEqual(found.columns, right.columns ?? [], way);
  }
  if (right.says !== undefined) assert.match(found.says, right.says, way);
}

test('each file is judged alike by the command, the page of the supplier and the mailbox', async (t) => {
  const mailbox = await imapServer();
  await using world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
  const traits = { facesRoubles: [500, 1000] };
  const [ofPage, ofMail] = [await world.product(traits), await world.product(traits)];
  const manager = await newPerson(world, { side: 'supplier', partyId: ofPage.supplierId }, 'manager');
  const sender = 'warehouse@supplier.example';
  await changeSenders(world.ctx.db, { add: { supplierId: ofMail.supplierId, address: sender } });

  async function byPage({ file, faceRoubles }: SheetInput): Promise<Judgement> {
    const form = new FormData();
    form.set('product', String(ofPage.id));
    if (faceRoubles !== undefined) form.set('face', String(faceRoubles));
    form.set('file', new Blob([readFileSync(pathOf(file))]), file);
    const { status, body, location } = await callAs(world, manager, '/s/codes', form);
    if (status === 422) return refusal(body);
    return lastJudgement(world, ofPage.supplierId, Number(/\d+/.exec(location)?.[0]));
  }

  async function byMail({ file, faceRoubles }: SheetInput): Promise<Judgement> {
    const attachments = [{ filename: file, content: readFileSync(pathOf(file)) }];
    await mailbox.receive({
      from: sender,
      to: 'codes@facevalue.example',
      subject: 'Коды',
      text: 'Вот',
      attachments,
    });
    await world.settle();
    const [draft] = await listDrafts(world.ctx.db, { all: true, limit: 1 });
    if (draft?.fileName !== file || draft.source !== 'mail') {
      const [untaken] = await listUntaken(world.ctx.db, { limit: 1 });
      return refusal(untaken?.fileName === file ? untaken.details : 'nothing came of the mail');
    }
    const rules = {
      productId: ofMail.id,
      ...(faceRoubles === undefined ? {} : { faceKopecks: faceRoubles * 100 }),
    };
    await askPreview(world.ctx.db, fromShell, { draftId: draft.draftId, rules }, world.clock.now());
    return lastJudgement(world, ofMail.supplierId, draft.draftId);
  }

  try {
    for (const { name, source, input, right } of sheetSamples)
      await t.test(`${name} (${source})`, async () => {
        const command = byCommand(world, ofPage.id, input);
        assertRight(await byPage(input), right, 'page');
        assertRight(await byMail(input), right, 'mailbox');
        assertRight(await command, right, 'command');
      });
  } finally {
    await mailbox.close();
  }
});

test('what is loaded is what people see, and what they say of it', async (t) => {
  await using world = await worldWithPool();
  const load = (rules: FileRules, { file, faceRoubles }: SheetInput): Promise<PoolImport> => {
    const rows = readTable(pathOf(file), sheetsOf(rules));
    const faceKopecks = faceRoubles === undefined ? null : faceRoubles * 100;
    const ask = { productId, fileName: file, rows, faceKopecks, ...rules };
    return transaction(world.db, (tx) => importPool(tx, world.keyring, ask, world.now));
  };
  let known: string[] = [];
  for (const { name, input, right } of sheetSamples) {
    const said = right.said ?? (right.numbers === undefined ? null : { rules: {}, numbers: right.numbers });
    if (said === null) continue;
    await t.test(name, async () => {
      const outcome = await load(said.rules, input);
      assert.equal(outcome.is, 'loaded', JSON.stringify(outcome));
      const all = (await codesIn(world)).map(({ number }) => number);
      assert.deepEqual(all.filter((number) => !known.includes(number)).toSorted(), said.numbers.toSorted());
      known = all;
    });
  }
  const again = { file: 'unread-codes.csv' };
  const outcome = await load({ skipDuplicates: true }, again);
  assert.ok(outcome.is !== 'refused');
  const remembered = outcome.report.columns?.find(({ heading }) => heading === 'Доп. поле');
  assert.deepEqual([remembered?.readAs, remembered?.remembered], ['pin', true], 'said once, it holds');
});
