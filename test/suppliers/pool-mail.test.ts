import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { writeXlsx } from 'hucre/xlsx';
import { deflateRawSync } from 'node:zlib';
import { listDrafts, listUntaken } from '../../src/suppliers/mail/drafts.ts';
import { changeSenders } from '../../src/suppliers/mail/senders.ts';
import type { TestProduct } from '../support/arrange.ts';
import { imapServer, type TestMailbox } from '../support/imap-server.ts';
import { rowsOfAll } from '../support/rows-of-all.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const sender = 'warehouse@supplier.example';

interface MailWorld extends AsyncDisposable {
  world: TestWorld;
  mailbox: TestMailbox;
  product: TestProduct;
  /** A mail with a file from the supplier, read by the platform. */
  mail: (file: { filename: string; content: Buffer | string }, more?: object) => Promise<Buffer>;
  /** Why mail was refused, oldest first. */
  reasons: () => Promise<string[]>;
  /** Runs `facevalue draft …` as an operator would; returns its JSON. */
  draft: (...args: string[]) => Promise<Record<string, unknown>>;
}

async function mailWorld(): Promise<MailWorld> {
  const mailbox = await imapServer();
  const world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
  const product = await world.product();
  await changeSenders(world.ctx.db, { add: { supplierId: product.supplierId, address: sender } });
  return {
    world,
    mailbox,
    product,
    async mail(file, more = {}) {
      const fields = { from: `Склад <${sender}>`, to: 'codes@facevalue.example', subject: 'Коды' };
      const raw = await mailbox.receive({ ...fields, text: 'Во вложении', attachments: [file], ...more });
      await world.settle();
      return raw;
    },
    async reasons() {
      const lines = await listUntaken(world.ctx.db, { limit: 100 });
      return lines.toReversed().map(({ details }) => details);
    },
    draft: (...args) => runDraft(world, args),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await mailbox.close();
    },
  };
}

const root = join(import.meta.dirname, '../..');

async function runDraft(world: TestWorld, args: string[]): Promise<Record<string, unknown>> {
  const env = {
    ...childEnvironment,
    DATABASE_URL: world.databaseUrl,
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const argv = ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'draft', ...args, '--json'];
  const run = promisify(execFile)(process.execPath, argv, { cwd: root, env });
  // A refused command also prints the reason to stdout.
  const { stdout } = await run.catch((problem: { stdout: string }) => problem);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const workbook = async (rows: (string | number)[][], more: object = {}): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Коды', rows }], ...more }));

const heading = ['Номер', 'ПИН', 'Номинал'];
const drafts = (world: TestWorld) => listDrafts(world.ctx.db, { all: true, limit: 100 });

test('XLSX and CSV files of known senders become drafts that an operator loads', async () => {
  await using stage = await mailWorld();
  const { world, mail, draft, mailbox } = stage;
  await mail({
    filename: 'codes.xlsx',
    content: await workbook([heading, ['A-1', '11', 500], ['A-2', '12', 500]]),
  });
  await mail({ filename: 'codes.csv', content: 'Номер;ПИН;Номинал\nA-2;12;500\nA-3;13;1000\n' });
  const waiting = await drafts(world);
  assert.deepEqual(
    waiting.map(({ fileName, rows, state }) => [fileName, rows, state]),
    [
      ['codes.csv', 2, 'waiting'],
      ['codes.xlsx', 2, 'waiting'],
    ],
  );
  assert.deepEqual(mailbox.flags(), [['\\Seen'], ['\\Seen']]);
  const stored = await world.ctx.db.query<{ sealed_file: Buffer }>(`select sealed_file from pool_drafts`);
  for (const row of stored.rows) {
    // Sealed bytes are random: three letters of a number are among them once in some thousand runs.
    assert.ok(
      !row.sealed_file.includes('A-3;13;1000') && !row.sealed_file.includes('PK\u0003\u0004'),
      'it is sealed',
    );
  }
  const [csv, xlsx] = waiting.map(({ draftId }) => String(draftId));
  assert.ok(csv !== undefined && xlsx !== undefined);

  assert.equal((await draft('show', xlsx))['outcome'], 'preview');
  assert.equal((await draft('load', xlsx))['loaded'], 2);
  const preview = await draft('show', csv);
  assert.deepEqual(preview['duplicates_in_vault'], { total: 1, shown: [{ line: 2 }] });
  assert.equal((await draft('load', csv))['outcome'], 'nothing-loaded');
  assert.equal((await draft('load', csv, '--skip-duplicates', '--inactive'))['loaded'], 1);
  assert.ok('error' in (await draft('load', csv)), 'a draft is loaded once');
  assert.deepEqual(
    (await drafts(world)).map(({ state }) => state),
    ['loaded', 'loaded'],
  );
  const left = await world.ctx.db.query(`select from pool_drafts where sealed_file is not null`);
  assert.equal(left.rowCount, 0, 'the codes are in the vault, and in no draft any more');
});

test("a draft is rejected with a note, and cannot be loaded into another supplier's product", async () => {
  await using stage = await mailWorld();
  const { world, mail, draft } = stage;
  const foreign = await world.product();
  await mail({ filename: 'codes.csv', content: 'Номер;Номинал\nB-1;500\n' });
  const [waiting] = await drafts(world);
  const id = String(waiting?.draftId);
  assert.ok('error' in (await draft('load', id, '--product', String(foreign.id))));
  assert.equal((await draft('reject', id, '--note', 'wrong faces'))['state'], 'rejected');
  assert.ok('error' in (await draft('load', id)));
  assert.ok('error' in (await draft('reject', id)));
  assert.deepEqual(await rowsOfAll(world, `select from codes`), []);
});

test('a mail that is read twice makes one draft', async () => {
  await using stage = await mailWorld();
  const { world, mail, mailbox, reasons } = stage;
  const content = 'Номер;Номинал\nC-1;500\n';
  const raw = await mail({ filename: 'codes.csv', content });
  assert.equal((await drafts(world)).length, 1);
  await world.settle();
  mailbox.renumber();
  await world.settle();
  await mailbox.receive(raw);
  await world.settle();
  const { rows } = await world.ctx.db.query<{ mails: number }>(`select count(*) as mails from mails`);
  assert.deepEqual(rows, [{ mails: 1 }]);
  await mail({ filename: 'again.csv', content }, { subject: 'Ещё раз' });
  assert.equal((await drafts(world)).length, 1);
  assert.match((await reasons())[0] ?? '', /the same file came before, as draft/);
});

test('any other mail is refused with a reason and stays in the mailbox', async () => {
  await using stage = await mailWorld();
  const { world, mail, mailbox, reasons } = stage;
  const rows = [heading, ['D-1', '1', 500]];
  const csv = { filename: 'codes.csv', content: 'Номер;Номинал\nD-1;500\n' };
  const plain = await workbook(rows);
  const encrypted = await workbook(rows, { encryption: { password: 'secret', spinCount: 1000 } });
  const macros = await workbook(rows, { vbaProject: new Uint8Array(100) });
  await mail(csv, { from: 'stranger@elsewhere.example' });
  await mail({ filename: 'codes.xlsx', content: encrypted });
  await mail({ filename: 'codes.xlsx', content: macros });
  await mail({ filename: 'codes.xlsm', content: plain });
  await mail({ filename: 'codes.xlsx', content: zipBomb() });
  await mail({ filename: 'codes.xlsx', content: plain.subarray(0, 300) });
  await mail({ filename: 'codes.zip', content: zipOf('codes.txt', Buffer.from('D-1')) });
  await mail({ filename: 'codes.pdf', content: '%PDF-1.4' });
  await mail({ filename: 'codes.csv', content: Buffer.alloc(16 * 1024 * 1024, 'A') });
  await mailbox.receive({ from: sender, subject: 'Вопрос', text: 'Когда вам удобно?' });
  await world.settle();
  assert.deepEqual(await drafts(world), []);
  const expected = [
    /no known address/,
    /password/,
    /macros/,
    /macros/,
    /unpacks to far more/,
    /damaged/,
    /archive and no workbook/,
    /a PDF and no table/,
    /larger than 15 MB/,
    /no file and answers no letter/,
  ];
  const told = await reasons();
  assert.equal(told.length, expected.length, told.join('\n'));
  expected.forEach((form, index) => assert.match(told[index] ?? '', form));
  assert.equal(mailbox.flags().length, expected.length);
  for (const flags of mailbox.flags()) assert.ok(flags.includes('\\Flagged'));
  await mail(csv);
  assert.equal((await drafts(world)).length, 1, 'and the next good mail is taken');
});

/** One deflated entry, with the sizes its directory states. */
function zipOf(name: string, data: Buffer): Buffer {
  const packed = deflateRawSync(data, { level: 9 });
  const entry = Buffer.alloc(30);
  entry.writeUInt32LE(0x04034b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(8, 8);
  entry.writeUInt32LE(packed.length, 18);
  entry.writeUInt32LE(data.length, 22);
  entry.writeUInt16LE(name.length, 26);
  const directory = Buffer.alloc(46);
  directory.writeUInt32LE(0x02014b50, 0);
  directory.writeUInt16LE(20, 4);
  directory.writeUInt16LE(20, 6);
  directory.writeUInt16LE(8, 10);
  directory.writeUInt32LE(packed.length, 20);
  directory.writeUInt32LE(data.length, 24);
  directory.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length + name.length, 12);
  end.writeUInt32LE(entry.length + name.length + packed.length, 16);
  return Buffer.concat([entry, Buffer.from(name), packed, directory, Buffer.from(name), end]);
}

const zipBomb = (): Buffer => zipOf('xl/workbook.xml', Buffer.alloc(200 * 1024 * 1024));
