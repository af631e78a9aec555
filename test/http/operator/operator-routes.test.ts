import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createMinuteRecorder } from '../../../src/reports/health/record-minutes.ts';
import { missesOfPerson } from '../../../src/reports/code-search.ts';
import { sealDays } from '../../../src/reports/proof/seal-days.ts';
import { makeLettersNow } from '../../../src/suppliers/activation/make-letters.ts';
import { setSchedule } from '../../../src/suppliers/activation/schedule.ts';
import { operatorWorld, type OperatorWorld } from '../../support/operator-world.ts';

describe('the pages of the operator', () => {
  let o: OperatorWorld;
  before(async () => {
    o = await operatorWorld();
  });
  after(() => o.world[Symbol.asyncDispose]());

  test('what waits is told to those who may see it, with its oldest', async () => {
    const { body } = await o.get('admin', '/o');
    for (const text of [
      'A channel is down: 1',
      'Quarantine: a supplier’s answer is unclear: 1',
      'Waiting for a second person: 1',
      'Clients announced payments: 1',
      'Code files: 1',
      'Codes or limits run low: 1',
      'Callbacks given up: 1',
      'Letters and texts that did not arrive: 1',
      'Waiting orders',
      'Book a payment',
      '<td data-name="Waiting for" class="line">codes</td>',
    ])
      assert.ok(body.includes(text), text);
    const cards = body.match(/<section(?: class="card")?><div class="heading"><h2>.*?<\/div>/gs) ?? [];
    assert.ok(cards.length >= 9);
    for (const card of cards) assert.match(card, /<a href="[^"]+">Open/, 'each leads to where it is settled');
    const links = new Set([...body.matchAll(/href="(\/o\/[^"#]+)"/g)].map(([, href = '']) => href));
    assert.ok(links.size > 15);
    for (const href of links)
      assert.equal((await o.get('admin', href.replaceAll('&amp;', '&'))).statusCode, 200, href);
    const catalogue = (await o.get('catalogue', '/o')).body;
    assert.ok(catalogue.includes('Code files: 1'));
    assert.ok(!catalogue.includes('Clients announced payments'));
    assert.ok(!catalogue.includes('Quarantine'));
  });

  test('messages that did not arrive are listed with the order where they are sent again', async () => {
    const { body } = await o.get('support', '/o/letters');
    assert.match(body, /no such mailbox/);
    assert.match(body, new RegExp(`/o/orders/${o.issued}`));
    assert.doesNotMatch(body, /mila@/, 'addresses are on the page of the order, for whoever may send there');
    assert.match((await o.get('support', '/o/letters?how=failed')).body, /Nothing waits/);
    assert.doesNotMatch(
      (await o.get('support', `/o/letters?client=${o.shop.id + 1}`)).body,
      /no such mailbox/,
    );
  });

  const find = async (role: string, q: string) => (await o.post(role, '/o/find', { q })).body;

  test('one box finds orders, parties and products, each for whoever may see them', async () => {
    for (const q of [String(o.issued), 'one', 'shop-77', 'MILA@recipients.example'])
      assert.match(await find('support', q), new RegExp(`${o.issued}`), q);
    assert.match(await find('support', 'точка'), /Подарки и точка/);
    assert.match(await find('catalogue', 'самовар'), /Сертификат «Самовар»/);
    assert.doesNotMatch(await find('catalogue', String(o.issued)), new RegExp(`>${o.issued}<`));
    assert.match(await find('support', 'nobody@nowhere.example'), /Nothing was found/);
    assert.equal((await o.post('support', '/o/find', { q: ' ' })).statusCode, 422);
  });

  test('a code is found by its fingerprint, is not shown, and finding it is an act', async () => {
    const body = await find('support', o.code);
    assert.match(body, /The code is found/);
    assert.match(body, new RegExp(`${o.issued}`));
    assert.match(body, /Подарки и точка/);
    assert.match(body, /Nobody has opened it/);
    assert.ok(!body.includes(o.code), 'the page shows the code');
    assert.doesNotMatch(await find('catalogue', o.code), /The code is found/);
    await o.world.home.db.query(
      `insert into code_readings (supplier_id, code_id, reader, address, at)
       select supplier_id, id, 'gift-page', '203.0.113.9', sold_at from codes where state = 'sold'`,
    );
    assert.match(await find('auditor', o.code), /on the gift page \(203\.0\.113\.9\)/);
    const { rows } = await o.world.home.db.query<{ about: string; after: string }>(
      `select about, after from audit where act = 'code.found'`,
    );
    assert.equal(rows.length, 2);
    assert.match(rows[0]?.about ?? '', /^code \d+\/\d+$/);
  });

  test('nobody tries numbers until one is a code; other people go on, and so does what else is looked for', async () => {
    for (let tries = 0; tries < missesOfPerson.tries; tries += 1)
      assert.doesNotMatch(await find('auditor', `GUESS-${tries}`), /too many/);
    assert.match(await find('auditor', o.code), /Code search is paused/);
    assert.doesNotMatch(await find('auditor', o.code), /on the gift page/);
    assert.match(await find('auditor', String(o.issued)), new RegExp(`/o/orders/${o.issued}`));
    assert.match(await find('admin', o.code), /on the gift page/);
    o.world.clock.forward(`${missesOfPerson.windowSeconds} s`);
    assert.match(await find('auditor', o.code), /on the gift page/);
  });

  test('a second person decides, after a fresh proof, and exactly what is stored is done', async () => {
    const shown = (await o.get('finance', '/o/approvals')).body;
    assert.match(shown, /Book a payment/);
    assert.match(shown, /50,000/);
    const [, id] = /\/o\/approvals\/(\d+)\/approve/.exec(shown) ?? [];
    assert.ok(id);
    assert.match((await o.get('support', '/o')).body, new RegExp(`/o/approvals/${id}\\?`));
    const one = (await o.get('support', `/o/approvals/${id}`)).body;
    assert.match(one, /платёж 17/);
    assert.doesNotMatch(one, /approve/, 'no right to decide');
    assert.equal((await o.post('support', `/o/approvals/${id}/approve`)).statusCode, 404);
    o.world.clock.forward('11 min');
    const late = await o.post('finance', `/o/approvals/${id}/approve`);
    assert.match(String(late.headers.location), /^\/in\/second/);
    await o.world.home.db.query(`update sessions set stepped_up_at = $1`, [o.world.clock.now()]);
    assert.equal((await o.post('finance', `/o/approvals/${id}/approve`)).statusCode, 303);
    assert.match((await o.get('finance', '/o/approvals')).body, /Approved and done/);
    const { rows } = await o.world.home.db.query(
      `select amount_kopecks from transfers where client_id = $1 and reference = 'платёж 17'`,
      [o.shop.id],
    );
    assert.deepEqual(rows, [{ amount_kopecks: 5_000_000 }]);
    assert.equal((await o.post('finance', `/o/approvals/${id}/approve`)).statusCode, 404, 'twice');
    const decided = (await o.get('support', `/o/approvals/${id}`)).body;
    assert.match(decided, /<dd>yes<\/dd>/);
    assert.equal((await o.get('support', '/o/approvals/999')).statusCode, 404);
  });

  test('the four-eyes rule is set on the page, and loosened only by a second person', async () => {
    const set = (form: Record<string, string>) => o.post('admin', '/o/approvals/policy', form);
    assert.equal((await set({ on: 'yes', above: 'много' })).statusCode, 422);
    assert.equal((await set({ on: 'yes', above: '100 000' })).statusCode, 303);
    assert.match((await o.get('admin', '/o/approvals')).body, /Now a second person decides/);
    await set({ above: '0' });
    assert.match((await o.get('admin', '/o/approvals')).body, /Change the four-eyes rule/);
    assert.equal((await o.post('finance', '/o/approvals/policy', { on: 'yes' })).statusCode, 404);
  });

  test('quarantine is settled with a reason, by whoever may, and the audit keeps it', async () => {
    const page = `/o/quarantine/${o.exchangeId}`;
    assert.match((await o.get('support', '/o/quarantine')).body, /the answer was cut short/);
    assert.match((await o.get('auditor', page)).body, /HTTP 200/);
    assert.doesNotMatch((await o.get('auditor', page)).body, /\/settle\?/);
    assert.equal((await o.post('support', `${page}/settle`, { note: ' ' })).statusCode, 422);
    assert.equal((await o.post('auditor', `${page}/settle`, { note: 'x' })).statusCode, 404);
    assert.equal(
      (await o.post('support', `${page}/settle`, { note: 'The supplier has cancelled it' })).statusCode,
      303,
    );
    assert.match((await o.get('support', '/o/quarantine')).body, /The call is settled/);
    assert.match((await o.get('support', page)).body, /The supplier has cancelled it/);
    await o.post('support', `${page}/settle`, { note: 'again' });
    assert.match((await o.get('support', page)).body, /settled already/);
  });

  test('the audit of all chains is filtered and paged, and says when a chain is broken', async () => {
    const audit = async (query = '') => (await o.get('auditor', `/o/audit${query}`)).body;
    assert.match(await audit(), /Quarantine settled/);
    assert.match(await audit('?act=code.found'), /Code \d+\/\d+/);
    assert.doesNotMatch(await audit('?act=code.found'), /<td[^>]*>Quarantine settled/);
    assert.match(await audit(`?side=client&id=${o.shop.id}`), /client \d+/);
    assert.match(await audit('?from=2030-01-01'), /no such entries/);
    const check = () => o.post('auditor', '/o/audit/check', { side: 'operator', party: '0' });
    assert.equal((await check()).statusCode, 303);
    assert.match(await audit(), /The chain is intact/);
    const { db } = o.world.home;
    const change = (about: string) =>
      db.query<{ about: string }>(
        `update audit set about = $1 where side = 'operator' and seq = 2 returning about`,
        [about],
      );
    const { rows } = await db.query<{ about: string }>(
      `select about from audit where side = 'operator' and seq = 2`,
    );
    await change('person 666');
    await check();
    assert.match(await audit(), /entry no. 2 was changed/);
    await change(rows[0]?.about ?? '');
  });

  test('a proof is asked for on the page, one at a time, run by a worker, and downloaded', async () => {
    assert.match((await o.get('auditor', '/o/proof')).body, /No proof was run/);
    assert.equal((await o.post('support', '/o/proof/run')).statusCode, 404);
    await o.post('auditor', '/o/proof/run');
    assert.match((await o.get('auditor', '/o/proof')).body, /The proof waits to begin/);
    await o.post('admin', '/o/proof/run');
    assert.match((await o.get('admin', '/o/proof')).body, /A proof is running already/);
    await o.world.settle();
    const { body } = await o.get('auditor', '/o/proof');
    assert.match(body, /Everything adds up/);
    assert.match(body, /every balance is the sum of its transfers/);
    const [, id = ''] = /name="id" value="(\d+)"/.exec(body) ?? [];
    const file = await o.post('auditor', '/o/proof/file', { id });
    assert.match(String(file.headers['content-disposition']), /proof-\d+\.json/);
    const { ok, verdict } = file.json<{ ok: boolean; verdict: { auditHeads: { side: string }[] } }>();
    assert.equal(ok, true);
    assert.ok(verdict.auditHeads.some(({ side }) => side === 'operator'));
    assert.equal((await o.post('support', '/o/proof/file', { id })).statusCode, 404);
    assert.equal((await o.post('auditor', '/o/proof/file', { id: '99' })).statusCode, 404);
  });

  test('a day that is over is sealed, and every change of it is found', async () => {
    const { ctx } = o.world;
    const later = new Date(o.world.clock.now().getTime() + 5 * 86_400_000);
    const seal = () => sealDays(ctx, later);
    assert.deepEqual(await sealDays(ctx, o.world.clock.now()), { days: 0, last: null, changed: [] });
    assert.deepEqual(await seal(), { days: 1, last: '2026-11-21', changed: [] });
    assert.deepEqual(await seal(), { days: 1, last: '2026-11-21', changed: [] });
    const { db } = o.world.home;
    const { rows } = await db.query<{ kept: object }>(
      `delete from code_readings c where id = (select min(id) from code_readings) returning to_json(c) as kept`,
    );
    assert.deepEqual((await seal())?.changed, ['2026-11-21']);
    await db.query(`insert into code_readings select * from json_populate_record(null::code_readings, $1)`, [
      rows[0]?.kept,
    ]);
    assert.deepEqual((await seal())?.changed, []);
  });

  test('health is drawn from what each process counted in its minutes', async () => {
    const { ctx } = o.world;
    const loop = { worker: 'issue-orders', idleSeconds: 0.05, rounds: 7, failing: false };
    const recorder = createMinuteRecorder(ctx, () => [loop]);
    await recorder.round();
    await recorder.round();
    const { rows } = await ctx.db.query<{ name: string; label: string; amount: number }>(
      `select name, label, sum(amount) as amount from minute_counts group by 1, 2`,
    );
    const amountOf = (name: string, label: string) =>
      rows.find((row) => row.name === name && row.label === label)?.amount;
    assert.equal(amountOf('orders', 'accepted'), 2, 'two rounds count once');
    assert.equal(
      rows.filter(({ name }) => name === 'issue-time').reduce((sum, { amount }) => sum + amount, 0),
      1,
    );
    assert.ok(amountOf('queue-age', 'letters') !== undefined);
    for (const query of ['', '?span=day']) {
      const { body } = await o.get('finance', `/o/health${query}`);
      assert.match(body, /accepted\u00a02[<,]/);
      assert.match(body, /99 of 100 are faster/);
      assert.match(body, /issue-orders/);
      assert.match(body, /Самовар/);
    }
    assert.doesNotMatch((await o.get('finance', '/o')).body, /Workers have stopped/);
    await ctx.db.query(`update worker_rounds set rounded_at = rounded_at - interval '3 minutes'`);
    assert.match((await o.get('finance', '/o')).body, /Workers have stopped: 1/);
    assert.match((await o.get('finance', '/o/health')).body, /stands still/);
  });

  test('an activation letter is confirmed on the word of its supplier, and sent again', async () => {
    const { world } = o;
    const product = await world.product({ title: 'Мёд', activationScheme: 'letter' });
    await world.pool(product, 500, [
      { number: 'HONEY-0001', pin: '', inactive: true },
      { number: 'HONEY-0002', pin: '', inactive: true },
    ]);
    const { db } = world.home;
    const fields = { addresses: ['bees@supplier.example'] };
    await setSchedule(db, product.supplierId, fields, world.clock.now());
    for (const uuid of ['honey-1', 'honey-2'])
      await o.shop.ok('makeOrder', { product_id: product.id, face: 500, uuid });
    await world.settle();
    await makeLettersNow(world.ctx, product.supplierId, world.clock.now());
    await db.query(`update activation_letters set reminders = 1`);
    const waits = (await o.get('catalogue', '/o')).body;
    const [, page = ''] = /href="(\/o\/activation\/\d+)[?"]/.exec(waits) ?? [];
    assert.match((await o.get('catalogue', '/o/activation')).body, /0 of 2/);
    const { body } = await o.get('catalogue', page);
    assert.doesNotMatch(body, /HONEY/);
    assert.equal((await o.post('auditor', `${page}/confirm`, { confirm: 'all' })).statusCode, 404);
    assert.equal((await o.post('catalogue', `${page}/again`)).statusCode, 303);
    assert.equal(
      (await o.post('catalogue', `${page}/confirm`, { confirm: 'ticked', row: '2' })).statusCode,
      303,
    );
    assert.match((await o.get('catalogue', '/o/activation')).body, /1 of 2/);
    await o.post('catalogue', `${page}/confirm`, { confirm: 'all' });
    assert.match((await o.get('catalogue', page)).body, /Confirmed rows: 1/);
    await o.post('catalogue', `${page}/again`);
    assert.match((await o.get('catalogue', page)).body, /confirmed already/);
    assert.doesNotMatch((await o.get('catalogue', '/o')).body, /Activation letters without an answer/);
    const { rows } = await db.query<{ act: string }>(
      `select act from audit where side = 'supplier' and party_id = $1 order by seq`,
      [product.supplierId],
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['activation.repeated', 'activation.confirmed', 'activation.confirmed'],
    );
  });
});
