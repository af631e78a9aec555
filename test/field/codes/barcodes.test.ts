/** A code that the barcode of its product cannot carry is judged alike wherever it comes in. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { barcodeBars } from '../../../src/certificates/documents/barcode.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { callDetails } from '../../../src/reports/call-texts.ts';
import { exchangesOf, suppliedProduct } from '../../suppliers/supplied-world.ts';
import { operator } from '../../../src/people/access/party.ts';
import { barcodeFault, type Barcode } from '../../../src/platform/values/judge-barcode.ts';
import { listDrafts } from '../../../src/suppliers/mail/drafts.ts';
import { changeSenders } from '../../../src/suppliers/mail/senders.ts';
import { setTemplate } from '../../../src/certificates/templates/versions.ts';
import { folder, run } from '../../commands/run-commands.ts';
import { passTest } from '../../support/arrange.ts';
import { imapServer } from '../../support/imap-server.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { shown } from './samples.ts';
import { callReasons } from '../../../src/suppliers/adapters/call-reasons.ts';

const barcodeOf = ({ kind, text = '{{number}}' }: (typeof shown)[number]['input']): Barcode => ({
  kind,
  text,
});

for (const { name, input, right } of shown)
  test(`the barcode of a code: ${name}`, () => {
    const { number, pin = '' } = input;
    const fault = barcodeFault(barcodeOf(input), { number, pin });
    const reason = fault === null ? null : callReasons.text(fault.reason, 'en');
    if (right === null) assert.equal(reason, null);
    else assert.ok(reason?.includes(right), String(reason));
  });

test('what is judged unfit is what is drawn as another kind', () => {
  for (const { name, input } of shown) {
    if (input.kind === 'none' || input.text !== undefined) continue;
    const fault = barcodeFault(barcodeOf(input), { number: input.number, pin: '' });
    assert.equal(barcodeBars(input.kind, input.number)?.kind === input.kind, fault?.is !== 'unfit', name);
  }
});

test('the width of a linear barcode is that of the drawing', () => {
  // 490 modules are the most that paper has space for: judged and drawn, they end at the same length.
  for (const [kind, sign] of [
    ['code39', 'A'],
    ['itf', '12'],
    ['code128', 'A'],
  ] as const) {
    let number = sign;
    while (barcodeFault({ kind, text: '{{number}}' }, { number, pin: '' }) === null) number += sign;
    assert.ok((barcodeBars(kind, number)?.width ?? 0) > 490, kind);
    assert.ok((barcodeBars(kind, number.slice(sign.length))?.width ?? 491) <= 490, kind);
  }
});

const numbers = ['4006381333931', '036000291452', '4006381333932', 'GIFT-0001', '4003994155486'];
const file = ['Номер', ...numbers].join('\r\n');
/** By line. */
const right = [
  [3, 'the code does not fit the barcode EAN-13: 13 digits are needed'],
  [4, 'the code does not fit the barcode EAN-13: its check digit is wrong'],
  [5, 'the code does not fit the barcode EAN-13: only digits fit'],
];

const unlikeOf = (out: string): unknown[] =>
  (JSON.parse(out) as { unlike: { shown: { line: number; reason: string }[] } }).unlike.shown.map(
    ({ line, reason }) => [line, reason],
  );

const importing = (productId: number, ...more: string[]): string[] => {
  const path = join(folder, 'ean.csv');
  writeFileSync(path, file);
  return ['pool', 'import', path, '--product', String(productId), '--face', '500', '--json', ...more];
};

async function byPage(world: TestWorld, productId: number): Promise<string> {
  const catalogue = await visitor(world, operator, 'catalogue');
  const body = new FormData();
  body.set('face', '500');
  body.set('file', new Blob([file], { type: 'text/csv' }), 'codes.csv');
  const sent = await fetch(`${world.baseUrl}/o/pools/${productId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', cookie: `facevalue-session=${catalogue.person.cookie}` },
    body,
  });
  assert.equal(sent.status, 303);
  await world.settle();
  const draft = String(sent.headers.get('location')).split('?')[0] ?? '';
  assert.match((await catalogue.get(`${draft}?lang=ru`)).body, /неверна контрольная цифра/);
  return draft.split('/').at(-1) ?? '';
}

test('a file is judged by the barcode of its product by command, at the page and in the mailbox', async () => {
  const mailbox = await imapServer();
  await using world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
  try {
    const { id: productId, supplierId } = await world.product({ barcodeKind: 'ean13' });
    const command = (args: string[]) => run({ url: world.databaseUrl }, args);
    assert.deepEqual(unlikeOf((await command(importing(productId, '--dry-run'))).out), right);
    const shownDraft = (id: string) => command(['draft', 'show', id, '--face', '500', '--json']);
    assert.deepEqual(unlikeOf((await shownDraft(await byPage(world, productId))).out), right);
    const sender = 'codes@mill.example';
    await changeSenders(world.ctx.db, { add: { supplierId, address: sender } });
    const attachments = [{ filename: 'codes.csv', content: `${file}\r\n5901234123457` }];
    await mailbox.receive({
      from: sender,
      to: 'in@facevalue.example',
      subject: 'Коды',
      text: '',
      attachments,
    });
    await world.settle();
    const drafts = await listDrafts(world.ctx.db, { all: false, limit: 9 });
    const draft = drafts.find((one) => one.sender === sender);
    assert.ok(draft !== undefined);
    assert.deepEqual(unlikeOf((await shownDraft(String(draft.draftId))).out), right);
    const refused = await command(importing(productId));
    assert.deepEqual([JSON.parse(refused.out).loaded, unlikeOf(refused.out)], [0, right]);
    assert.equal(JSON.parse((await command(importing(productId, '--as-given'))).out).loaded, numbers.length);
  } finally {
    await mailbox.close();
  }
});

test('the barcode of its template is what counts', async () => {
  await using world = await testWorld();
  const { id: productId } = await world.product({ barcodeKind: 'ean13' });
  const dry = async () =>
    unlikeOf((await run({ url: world.databaseUrl }, importing(productId, '--dry-run'))).out);
  assert.deepEqual(await dry(), right);
  const template = { facevalue_template: 1, barcode: { kind: 'qr', text: 'G-{{number}}' } } as const;
  await setTemplate(world.ctx.db, productId, { template, note: '' }, world.clock.now());
  assert.doesNotMatch(JSON.stringify(await dry()), /barcode/);
});

test('a product whose codes the platform makes gets no barcode that cannot carry them', async () => {
  await using world = await testWorld();
  const { id } = await world.product({ scheme: 'platform' });
  const set = (...more: string[]) => run({ url: world.databaseUrl }, ['product', 'set', String(id), ...more]);
  for (const options of [
    ['--barcode', 'ean13'],
    ['--barcode', 'itf'],
    ['--barcode-of', 'pin'],
  ]) {
    const refused = await set(...options);
    assert.notEqual(refused.code, 0, options.join(' '));
    assert.match(refused.err, /letters and no PIN/);
  }
  assert.equal((await set('--barcode', 'code39')).code, 0);
  assert.equal((await set('--title', 'Сертификат', '--barcode', 'none')).code, 0);
});

test('a code that a supplier issues waits for a person, unless the final test passed with such codes', async () => {
  await using world = await testWorld();
  await using product = await suppliedProduct(world, { product: { barcodeKind: 'ean13' } });
  const shop = await world.client();
  const first = await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  const [waits] = await exchangesOf(world, first);
  assert.equal(waits?.state, 'quarantined');
  assert.equal(waits.details, 'the code does not fit the barcode EAN-13: only digits fit');
  assert.match(callDetails(waits.details, 'ru'), /в нём бывают только цифры/);
  await transaction(world.ctx.db, (tx) =>
    passTest(tx, product.supplierId, world.clock.now(), { oddBarcodes: true }),
  );
  const second = await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  assert.equal((await exchangesOf(world, second))[0]?.state, 'done');
});
