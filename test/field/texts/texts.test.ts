import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepTextReceipts } from '../../../src/messaging/texts/keep-text-receipts.ts';
import { otherIdsOf, phonesOf, readSmppReceipt } from '../../../src/platform/texter/smpp-receipt.ts';
import { smpp, type SmppPdu } from '../../../src/platform/texter/smpp-package.ts';
import type { TextReceipt } from '../../../src/platform/texter/text-provider.ts';
import { processorMs } from '../../support/processor-time.ts';
import { phoneOf, shop, textWorld, type TextWorld } from '../../support/text-world.ts';
import { settle } from '../../support/worker-world.ts';
import { idForms, receiptForms, type ReceiptFields } from './samples.ts';

let at: TextWorld;
let issued = 0;

before(async () => {
  at = await textWorld();
  at.smpp.mode.set('no-receipt');
});
after(async () => at[Symbol.asyncDispose]());

/** A text for each id, as if the provider had answered it; their requests. */
async function sentTexts(ids: string[]): Promise<number[]> {
  const requests = ids.map(() => (issued += 1));
  await at.issue(requests.map((requestId) => ({ requestId, kind: 'notice' as const })));
  await settle(at.texts);
  await at.world.db.query(`delete from text_parts`);
  await at.world.db.query(`delete from text_receipts`);
  await at.world.db.query(
    `insert into text_parts (client_id, request_id, kind, round, part, of_parts, provider, message_id, sent_at)
     select $1, request_id, 'notice', 1, 1, 1, 'peer', message_id, $2 from unnest($3::bigint[], $4::text[]) as sent (request_id, message_id)`,
    [shop, at.world.clock.now(), requests, ids],
  );
  return requests;
}

/** As it comes over the wire. */
function received(fields: ReceiptFields & { source_addr?: string; destination_addr?: string }): SmppPdu {
  const pdu = new smpp.PDU('deliver_sm', { data_coding: 0, short_message: '', ...fields });
  return new smpp.PDU(pdu.toBuffer());
}

const ends = (source_addr: string, destination_addr: string): SmppPdu =>
  received({ source_addr, destination_addr });

const forged = (source_addr: string): SmppPdu =>
  received({
    esm_class: 0,
    short_message: 'id:7001 stat:DELIVRD',
    source_addr,
    destination_addr: 'Shop',
  });

async function take(receipt: Omit<TextReceipt, 'provider'>): Promise<void> {
  const otherIds = otherIdsOf(receipt.messageId);
  await keepTextReceipts(at.world, [{ ...receipt, provider: 'peer', otherIds }], at.world.clock.now());
  await at.reporter.round();
}

const reportOf = async (requestId: number | undefined): Promise<string | null> =>
  (await at.delivery(requestId ?? 0))?.report ?? null;

const delivered = (messageId: string, phones: string[] = []) =>
  ({ messageId, report: 'delivered', details: 'DELIVRD', phones }) as const;

for (const { name, input, right } of receiptForms) {
  test(`a receipt with ${name}`, async () => {
    const [request = 0] = await sentTexts(['7001']);
    const pdu = received({ ...input, source_addr: phoneOf(request), destination_addr: 'Shop' });
    const receipt = readSmppReceipt(pdu);
    if (receipt !== null) await take({ ...receipt, phones: phonesOf(pdu, 'Shop') });
    assert.equal(await reportOf(request), right);
  });
}

for (const { name, input, right } of idForms) {
  test(`ids of answers and receipt: ${name}`, async () => {
    const requests = await sentTexts(input.answered);
    await take(delivered(input.receipt));
    assert.deepEqual(
      await Promise.all(requests.map(reportOf)),
      requests.map((_, place) => (place === right ? 'delivered' : null)),
    );
  });
}

test('the phone decides between texts, and is never passed over', async () => {
  const [one, another] = await sentTexts(['1234', '4d2']);
  await take(delivered('1234', [`+${phoneOf(another ?? 0)}`]));
  assert.deepEqual([await reportOf(one), await reportOf(another)], [null, 'delivered']);
  const [third] = await sentTexts(['5678']);
  await take(delivered('5678', ['79991112233']));
  assert.equal(await reportOf(third), null);
});

test('a person who writes a receipt ends no text to another phone', async () => {
  const [request = 0] = await sentTexts(['7001']);
  for (const source of ['79995550011', '447700900123']) {
    const receipt = readSmppReceipt(forged(source));
    assert.ok(receipt);
    await take({ ...receipt, phones: phonesOf(forged(source), 'Shop') });
    assert.equal(await reportOf(request), null);
  }
});

test('our sender, names and short codes are no phones of a receipt', () => {
  assert.deepEqual(phonesOf(ends('Shop', '+79161234567'), 'Shop'), ['79161234567']);
  assert.deepEqual(phonesOf(ends('79161234567', '74950000000'), '74950000000'), ['79161234567']);
  assert.deepEqual(phonesOf(ends('1234', ''), 'Shop'), []);
});

test('what is told after a delivery is shown and changes nothing, in any order', async () => {
  const undelivered = { ...delivered('1'), report: 'undelivered', details: 'UNDELIV err 034' } as const;
  const [first] = await sentTexts(['1']);
  await take(delivered('1'));
  await take(undelivered);
  const row = await at.delivery(first ?? 0);
  assert.deepEqual(
    [row?.report, row?.report_details],
    ['delivered', 'delivered, later told: UNDELIV err 034'],
  );
  const [second] = await sentTexts(['1']);
  await take(undelivered);
  assert.equal(await reportOf(second), 'undelivered');
  await take(delivered('1'));
  assert.equal(await reportOf(second), 'delivered');
});

test('hostile ids cost nothing', async () => {
  const ms = await processorMs(() => {
    for (const id of ['f'.repeat(15_000), `0x${'0'.repeat(15_000)}`, `id:${' '.repeat(15_000)}`]) {
      otherIdsOf(id);
      readSmppReceipt(received({ esm_class: 0, message_payload: `id:${id} stat:${'A'.repeat(200)}` }));
    }
  });
  assert.ok(ms < 1000, `${ms} ms`);
});
