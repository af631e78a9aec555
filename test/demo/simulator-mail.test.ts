import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { DemoFacts } from '../../seeds/demo-facts.ts';
import { openMail } from '../../seeds/open-mail.ts';
import { playSuppliers } from '../../seeds/play-suppliers.ts';
import { seedActivatedSuppliers } from '../../seeds/seed-activated-suppliers.ts';
import { mailboxAddress } from '../../seeds/demo-addresses.ts';
import { registerDemoPages } from '../../simulators/pages.ts';
import { mailboxPage } from '../../simulators/mailbox/mailbox-page.ts';
import { startSupplierSimulator, type SupplierSimulator } from '../../simulators/supplier/start-simulator.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { listDrafts, listUntaken } from '../../src/suppliers/mail/drafts.ts';
import { fastify } from 'fastify';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const key = 'fikusovich-sad';
const noFacts: DemoFacts = { base_url: '', clients: [], suppliers: [], logins: [], operator_token: '' };

/** The demo's mail, suppliers and pages with a platform whose queues the test runs. */
interface MailDemo extends AsyncDisposable {
  world: TestWorld;
  shop: TestClient;
  simulator: SupplierSimulator;
  productId: number;
  /** Submits the form of a supplier's page, and lets the platform read its mailbox. */
  press(form: Record<string, string>): Promise<number>;
  /** Why mail was refused, oldest first. */
  reasons(): Promise<string[]>;
  mailboxPage(): Promise<string>;
}

async function mailDemo(): Promise<MailDemo> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'facevalue-post-'));
  const post = await openMail(readConfig({ FACEVALUE_DATA: dataFolder }), systemClock);
  const world = await testWorld({
    FACEVALUE_SMTP_URL: post.settings.smtp.url,
    FACEVALUE_IMAP_URL: post.settings.mailbox.url,
    FACEVALUE_MAILBOX_ADDRESS: post.settings.mailbox.address,
  });
  const simulator = await startSupplierSimulator({ clock: world.clock });
  const seeded = await seedActivatedSuppliers(world.ctx, noFacts, simulator.url);
  const facts = { ...seeded, base_url: world.baseUrl };
  const way = { smtpUrl: post.inbox.url, mailbox: mailboxAddress };
  const { played } = playSuppliers(facts, { simulator, mail: post.inbox, way, clock: world.clock });
  const pages = fastify();
  await registerDemoPages(pages, {
    baseUrl: world.baseUrl,
    mail: post.inbox,
    mailbox: post.mailbox,
    suppliers: { simulator, played },
    facts: () => Promise.resolve({ clients: [], giftLink: null, docs: [] }),
  } as unknown as Parameters<typeof registerDemoPages>[1]);
  const { rows } = await world.home.db.query<{ id: number }>(`select id from products where code = $1`, [
    key,
  ]);
  return {
    world,
    shop: await world.client(),
    simulator,
    productId: rows[0]?.id ?? assert.fail(),
    async press(form) {
      const answer = await pages.inject({
        method: 'POST',
        url: `/demo/suppliers/${key}/deed`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
        payload: new URLSearchParams(form).toString(),
      });
      await world.settle();
      return answer.statusCode;
    },
    async reasons() {
      const lines = await listUntaken(world.home.db, { limit: 100 });
      return lines.toReversed().map(({ details }) => details);
    },
    mailboxPage: async () => (await mailboxPage(post.mailbox, 'en')).markup,
    async [Symbol.asyncDispose]() {
      await pages.close();
      await world[Symbol.asyncDispose]();
      await simulator.close();
      await post.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

/** Runs the command as an operator would; it exits with 1 if a draft cannot be loaded. */
async function draftCommand(world: TestWorld, ...args: string[]): Promise<Record<string, unknown>> {
  const running = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../src/main.ts'), 'draft', ...args, '--json'],
    {
      env: {
        ...childEnvironment,
        FACEVALUE_DATA: world.ctx.config.dataFolder,
        FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        DATABASE_URL: world.databaseUrl,
      },
    },
  );
  const { stdout } = await running.catch((problem: unknown) => problem as { stdout: string });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('a simulated supplier sends codes by mail; the operator loads the draft, and they lie inactive in the pool', async () => {
  await using demo = await mailDemo();
  const { world, simulator, productId } = demo;
  const stock = async (): Promise<number> => {
    const { rows } = await world.home.db.query<{ free: number }>(
      `select sum(free)::integer as free from stock where product_id = $1`,
      [productId],
    );
    return rows[0]?.free ?? 0;
  };
  const before = await stock();
  assert.equal(await demo.press({ deed: 'send-codes', codes: '7', fault: '' }), 303);
  const [draft, ...more] = await listDrafts(world.home.db, { all: true, limit: 10 });
  assert.deepEqual(
    [draft?.state, draft?.sender, draft?.rows, more.length],
    ['waiting', `codes@${key}.example`, 7, 0],
  );
  assert.equal(await stock(), before, 'nothing is for sale before an operator has seen it');
  await draftCommand(world, 'load', String(draft?.draftId));
  assert.equal(await stock(), before + 7);
  const sent = simulator.ledger(key).filter(({ kind }) => kind === 'sent');
  assert.equal(sent.length, 7, 'the books tell what was handed over');
  const { rows } = await world.home.db.query<{ active: boolean }>(
    `select active from codes where product_id = $1 and import_id = (select max(id) from imports)`,
    [productId],
  );
  assert.ok(rows.length === 7 && rows.every(({ active }) => !active));
  assert.match(
    await demo.mailboxPage(),
    /<b>Коды сертификатов<\/b> <span class="state yes">read<\/span>\s*<span class="under">codes@fikusovich-sad\.example</,
  );
});

test('each faulty mail with codes is refused with its reason, and wrong rows are listed by the preview', async () => {
  await using demo = await mailDemo();
  await demo.press({ deed: 'send-codes', codes: '3', fault: '' });
  for (const fault of ['unknown-sender', 'duplicate', 'encrypted', 'macros', 'too-large'])
    assert.equal(await demo.press({ deed: 'send-codes', codes: '3', fault }), 303);
  assert.deepEqual(await demo.reasons(), [
    'the sender is no known address of a supplier',
    'the same file came before, as draft 1',
    'the workbook is protected by a password: send it without one',
    'workbooks with macros are not taken: save it as .xlsx',
    'the file is larger than 15 MB',
  ]);
  assert.match(await demo.mailboxPage(), /read, needs a person/);
  assert.equal(await demo.press({ deed: 'send-codes', codes: '3', fault: 'wrong-rows' }), 303);
  const [draft] = await listDrafts(demo.world.home.db, { all: true, limit: 1 });
  const shown = await draftCommand(demo.world, 'show', String(draft?.draftId));
  const totalOf = (name: string): number => (shown[name] as { total: number }).total;
  assert.deepEqual([totalOf('wrong'), totalOf('duplicates_in_file'), shown['loaded']], [2, 1, 0]);
  assert.equal(await demo.press({ deed: 'send-codes', codes: '3', fault: 'unclear' }), 422, 'no such fault');
  assert.equal(await demo.press({ deed: 'pull' }), 422, 'no such deed');
});

test('the employee answers the letter: faults change nothing, named rows become active, then the whole table', async () => {
  await using demo = await mailDemo();
  const { world, shop, productId } = demo;
  assert.equal(await demo.press({ deed: 'reply', fault: '' }), 422, 'there is no letter yet');
  for (let order = 0; order < 3; order += 1)
    await shop.makeOrder({ product_id: productId, face: 500, uuid: `order-${order}` });
  await world.settle();
  world.clock.forward('2 min');
  await world.settle();
  const active = async (): Promise<number> => {
    const { rows } = await world.home.db.query<{ count: number }>(
      `select count(*) as count from codes where product_id = $1 and state = 'sold' and active`,
      [productId],
    );
    return rows[0]?.count ?? 0;
  };
  for (const fault of ['unknown-sender', 'wrong-rows', 'unclear', 'automatic'])
    assert.equal(await demo.press({ deed: 'reply', rows: '', fault }), 303);
  assert.equal(await active(), 0);
  assert.equal((await demo.reasons()).length, 4);
  assert.equal(await demo.press({ deed: 'reply', rows: '2-3', fault: '' }), 303);
  assert.equal(await active(), 2);
  assert.equal(await demo.press({ deed: 'reply', rows: '', fault: '' }), 303);
  assert.equal(await active(), 3);
});
