import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SupplierAdapter } from '../../../src/suppliers/adapters/adapter.ts';
import { adapters } from '../../../src/suppliers/adapters/list.ts';
import { operator } from '../../../src/people/access/party.ts';
import { xmlText } from '../../../src/platform/text/html.ts';
import { judgeIssued, readAnswer } from '../../../src/suppliers/calls/call-supplier.ts';
import { listDrafts, listUntaken } from '../../../src/suppliers/mail/drafts.ts';
import { changeSenders } from '../../../src/suppliers/mail/senders.ts';
import { normaliseNumber } from '../../../src/vault/compared-number.ts';
import { folder, run } from '../../commands/run-commands.ts';
import { imapServer } from '../../support/imap-server.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { jsonNumbers, numbers, pairs } from './samples.ts';
import { callReasons } from '../../../src/suppliers/adapters/call-reasons.ts';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const file = ['Номер', ...numbers.map(({ input }) => quoted(input))].join('\r\n');

interface Report {
  wrong: { shown: { line: number; reason: string }[] };
}

/** What is said of each sample, by its line; null: nothing. */
const saidOf = ({ wrong }: Report): (string | null)[] =>
  numbers.map((_sample, place) => wrong.shown.find(({ line }) => line === place + 2)?.reason ?? null);

function judgedRight(said: (string | null)[], way: string): void {
  numbers.forEach(({ name, right }, place) => {
    const reason = said[place] ?? null;
    if (right === null) assert.equal(reason, null, `${way}: ${name}`);
    else assert.ok(reason?.includes(right), `${way}: ${name}: ${String(reason)}`);
  });
}

async function byCommand(world: TestWorld, productId: number): Promise<void> {
  const path = join(folder, 'codes.csv');
  writeFileSync(path, file);
  const args = [
    'pool',
    'import',
    path,
    '--product',
    String(productId),
    '--face',
    '500',
    '--dry-run',
    '--json',
  ];
  judgedRight(saidOf(JSON.parse((await run({ url: world.databaseUrl }, args)).out)), 'command');
}

async function byDraft(world: TestWorld, draftId: string, way: string): Promise<void> {
  const args = ['draft', 'show', draftId, '--face', '500', '--json'];
  const { out } = await run({ url: world.databaseUrl }, args);
  judgedRight(saidOf(JSON.parse(out)), `${way}: ${out}`);
}

async function byPage(world: TestWorld, productId: number): Promise<void> {
  const catalogue = await visitor(world, operator, 'catalogue');
  const body = new FormData();
  body.set('face', '500');
  body.set('file', new Blob([file], { type: 'text/csv' }), 'codes.csv');
  const sent = await fetch(`${world.baseUrl}/o/pools/${productId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
      cookie: `facevalue-session=${catalogue.person.cookie}`,
    },
    body,
  });
  assert.equal(sent.status, 303, await sent.text());
  const draft = String(sent.headers.get('location')).split('?')[0] ?? '';
  await world.settle();
  const page = (await catalogue.get(draft)).body;
  for (const { name, right } of numbers) if (right !== null) assert.ok(page.includes(right), `page: ${name}`);
  await byDraft(world, draft.split('/').at(-1) ?? '', 'page');
}

test('a number is judged alike by command, at the page and in the mailbox', async () => {
  const mailbox = await imapServer();
  await using world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
  try {
    const { id: productId, supplierId } = await world.product();
    await byCommand(world, productId);
    await byPage(world, productId);
    const sender = 'codes@mill.example';
    await changeSenders(world.ctx.db, { add: { supplierId, address: sender } });
    await mailbox.receive({
      from: sender,
      to: 'codes@facevalue.example',
      subject: 'Коды',
      text: 'Во вложении',
      attachments: [{ filename: 'codes.csv', content: `${file}\r\nMAIL-1` }],
    });
    await world.settle();
    const [draft] = await listDrafts(world.ctx.db, { all: false, limit: 1 });
    assert.equal(draft?.sender, sender, JSON.stringify(await listUntaken(world.ctx.db, { limit: 1 })));
    await byDraft(world, String(draft?.draftId), 'mailbox');
  } finally {
    await mailbox.close();
  }
});

interface Recorded {
  name: string;
  status: number;
  body: string;
}

const recorded = (adapter: SupplierAdapter, name: string): unknown =>
  JSON.parse(
    readFileSync(
      new URL(`../../../src/suppliers/adapters/${adapter.name}/answers/${name}.json`, import.meta.url),
      'utf8',
    ),
  );

/** What is said of a code that a supplier's API issued, put as it is written into a recorded answer. */
function saidOfIssued(adapter: SupplierAdapter, written: string): string | null {
  const settings = adapter.settings.parse(recorded(adapter, 'settings'));
  const done = (recorded(adapter, 'issue') as Recorded[]).find(({ name }) => name === 'done');
  assert.ok(done !== undefined && adapter.issue !== undefined);
  const code = done.body.includes('"TEA-0042-7781"') ? '"TEA-0042-7781"' : 'TEA-0042-7781';
  const body = done.body.replace(code, () => written);
  assert.notEqual(body, done.body);
  const ask = { requestId: '2f6c1a52-9a3e-4c55-8a47-3f1e0a5b7c11', faceKopecks: 50_000, productId: 2001 };
  const reading = readAnswer(adapter.issue, { status: done.status, headers: {}, body }, ask, settings);
  const judged = judgeIssued(reading, ask, new Date('2026-11-21T12:00:00+03:00'));
  return judged.is === 'done' ? null : callReasons.text(judged.reason, 'en');
}

const isJson = ({ name }: SupplierAdapter): boolean => !['soap', 'xml-rpc'].includes(name);

for (const adapter of adapters)
  test(`a number is judged alike when it comes by ${adapter.name}`, () => {
    const write = (text: string): string => (isJson(adapter) ? JSON.stringify(text) : xmlText(text));
    judgedRight(
      numbers.map(({ input }) => saidOfIssued(adapter, write(input))),
      adapter.name,
    );
    if (!isJson(adapter)) return;
    for (const { name, input, right } of jsonNumbers) {
      const said = saidOfIssued(adapter, input);
      assert.ok(right === null ? said === null : said?.includes(right), `${name}: ${String(said)}`);
    }
  });

for (const { name, input, right } of pairs)
  test(`two numbers are of one code or not: ${name}`, () => {
    const [one, other] = input.map(normaliseNumber);
    assert.equal(one === other ? 'equal' : 'different', right);
  });
