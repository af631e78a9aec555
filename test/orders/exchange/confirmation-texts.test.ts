/** A code for an exchange of a certificate that went to a phone comes by text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmppPeer } from '../../../simulators/sms/smpp-peer.ts';
import { createTextInbox, wordsOf } from '../../../simulators/sms/text-inbox.ts';
import { setProduct } from '../../../src/catalog/set-product.ts';
import { askForConfirmation } from '../../../src/messaging/confirmations/ask-for-confirmation.ts';
import { exchange } from '../../../src/orders/exchange/exchange.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { testWorld } from '../../support/test-world.ts';
import { choiceOf, line } from './choice-world.ts';

const phone = '79123456789';
const codeForm = /^(\d{6}) — код для обмена сертификата\. Никому его не сообщайте\.$/;

test('it comes to the phone, as the certificate did, and confirms the exchange', async () => {
  const inbox = createTextInbox({ folder: null, clock: { now: () => new Date() } });
  await using stack = new AsyncDisposableStack();
  const smpp = await startSmppPeer({ inbox });
  stack.defer(() => smpp.close());
  const world = stack.use(await testWorld({ FACEVALUE_SMS_PRIMARY: smpp.url }));
  const shop = await choiceOf(world);
  const fields = { confirmAboveKopecks: 0 };
  await transaction(world.ctx.db, (tx) => setProduct(tx, shop.choice.id, fields, world.clock.now()));
  const key = await shop.buy({ to_phone: phone });
  const ctx = world.cellOf(shop.client);
  const card = { clientId: key.clientId, requestId: key.cardRequestId, step: 1, testmode: false };
  assert.deepEqual(await askForConfirmation(ctx.db, card, world.clock.now()), {
    is: 'asked',
    to: '+7 ••• •••-67-89',
  });
  await world.settle();
  const texts = inbox.newest(10).map(wordsOf);
  const [code = ''] = texts.flatMap((text) => codeForm.exec(text)?.[1] ?? []);
  assert.match(code, /^\d{6}$/, texts.join('\n'));
  const made = await exchange(ctx, { ...key, step: 1, lines: [line(shop.coffee, 500)], code });
  assert.equal(made.is, 'exchanged');
  await world.settle();
  await shop.assertVerified();
});
