/** Beyond a sum an exchange is confirmed by a code that goes to where the certificate went. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setProduct } from '../../../src/catalog/set-product.ts';
import {
  askForConfirmation,
  type ConfirmationAsked,
} from '../../../src/messaging/confirmations/ask-for-confirmation.ts';
import { askForResend } from '../../../src/messaging/queue/resend.ts';
import { cancelOrder } from '../../../src/orders/acts/cancel-order.ts';
import { exchange, type Exchanged, type ExchangeLine } from '../../../src/orders/exchange/exchange.ts';
import type { CardKey } from '../../../src/orders/exchange/exchanged-orders.ts';
import { nextStep } from '../../../src/orders/exchange/find-card.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { choiceOf, line, type Choice } from './choice-world.ts';

const mail = 'mila@family.example';

interface Confirming extends Choice {
  world: TestWorld;
  key: CardKey;
  /** Asks for a code. */
  send(): Promise<ConfirmationAsked>;
  /** The same, and delivers it. */
  ask(): Promise<ConfirmationAsked>;
  /** That of the last letter that has one. */
  code(to?: string): string;
  confirm(code: string, lines?: ExchangeLine[]): Promise<Exchanged>;
}

/** A choice certificate of 1000 roubles, of which the link alone takes 300. */
async function confirming(world: TestWorld, order: object = { email_to: mail }): Promise<Confirming> {
  const shop = await choiceOf(world);
  await confirmAbove(world, shop.choice.id, 30_000);
  const key = await shop.buy(order);
  const ctx = world.cellOf(shop.client);
  const step = async (): Promise<number> => nextStep(await shop.card(key));
  const send = async (): Promise<ConfirmationAsked> => {
    const { testmode } = await shop.card(key);
    const card = { clientId: key.clientId, requestId: key.cardRequestId };
    return askForConfirmation(ctx.db, { ...card, step: await step(), testmode }, world.clock.now());
  };
  return {
    ...shop,
    world,
    key,
    send,
    async ask() {
      const asked = await send();
      await world.settle();
      return asked;
    },
    code: (to = mail) => codesTo(world, to).at(-1) ?? assert.fail(`no code came to ${to}`),
    confirm: async (code, lines = [line(shop.coffee, 500)]) =>
      exchange(ctx, { ...key, lines, step: await step(), code }),
  };
}

const confirmAbove = (
  world: TestWorld,
  productId: number,
  confirmAboveKopecks: number | null,
): Promise<unknown> =>
  transaction(world.ctx.db, (tx) => setProduct(tx, productId, { confirmAboveKopecks }, world.clock.now()));

/** The codes of the letters to an address, in the order in which they came. */
const codesTo = (world: TestWorld, to: string): string[] =>
  world.mail.letters
    .filter((letter) => JSON.stringify(letter.to).includes(to))
    .flatMap(({ text = '' }) => /^\d{6}$/m.exec(text) ?? []);

const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the link alone takes a small sum; for more a code is sent, which is right once', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  assert.deepEqual(await shop.choose(shop.key, [line(shop.coffee, 500)]), {
    is: 'unconfirmed',
    code: 'missing',
  });
  assert.deepEqual(await shop.confirm('000000'), { is: 'unconfirmed', code: 'over' }, 'none was sent');
  assert.deepEqual(await shop.ask(), { is: 'asked', to: 'm•••@family.example' });
  const code = shop.code();
  assert.deepEqual(await shop.confirm(other(code)), { is: 'unconfirmed', code: 'wrong' });
  const step = nextStep(await shop.card(shop.key));
  assert.equal((await shop.confirm(code)).is, 'exchanged');
  const repeated = await shop.choose(shop.key, [line(shop.coffee, 500)], step);
  assert.equal(repeated.is === 'exchanged' && repeated.repeated, true, 'a second press needs no code');
  assert.deepEqual(await shop.confirm(code), { is: 'unconfirmed', code: 'over' }, 'it was used');
  await world.settle();
  await shop.assertVerified();
});

test('a sum is counted over the certificate: in parts it needs a code as well', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  await confirmAbove(world, shop.choice.id, 50_000);
  await shop.chosen(shop.key, [line(shop.coffee, 500)]);
  assert.equal((await shop.choose(shop.key, [line(shop.coffee, 500)])).is, 'unconfirmed');
  await confirmAbove(world, shop.choice.id, null);
  await shop.chosen(shop.key, [line(shop.coffee, 500)]);
  await world.settle();
});

test('what is given back does not count', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  await confirmAbove(world, shop.choice.id, 50_000);
  const [requestId = 0] = await shop.chosen(shop.key, [line(shop.coffee, 500)]);
  const { db, keyring } = world.cellOf(shop.client);
  const order = { clientId: shop.client.id, requestId };
  assert.equal((await cancelOrder(db, keyring, fromShell, order, world.clock.now())).is, 'cancelled');
  assert.equal((await shop.choose(shop.key, [line(shop.coffee, 500)])).is, 'exchanged');
  await world.settle();
});

test('it is asked for above 3000 roubles unless somebody says otherwise', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const { confirmAboveKopecks } = await shop.card(await shop.buy());
  assert.equal(confirmAboveKopecks, 300_000);
});

test('a code that goes to an old address is of no use once the address is corrected', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  await shop.ask();
  const code = shop.code();
  const resent = await askForResend(
    world.cellOf(shop.client),
    { clientId: shop.key.clientId, requestId: shop.key.cardRequestId },
    'client',
    { email: 'right@family.example' },
  );
  assert.equal(resent.is, 'asked');
  assert.deepEqual(await shop.confirm(code), { is: 'unconfirmed', code: 'wrong' });
  world.clock.forward('1 min');
  assert.deepEqual(await shop.ask(), { is: 'asked', to: 'r•••@family.example' });
  assert.equal((await shop.confirm(shop.code('right@family.example'))).is, 'exchanged');
  await world.settle();
});

test('a code ends after ten minutes, and after five wrong ones; another one is sent a minute later, five a day', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  await shop.ask();
  const first = shop.code();
  world.clock.forward('10 min');
  assert.deepEqual(await shop.confirm(first), { is: 'unconfirmed', code: 'over' });
  await shop.ask();
  const second = shop.code();
  for (let tries = 1; tries <= 5; tries += 1)
    assert.deepEqual(await shop.confirm(other(second)), { is: 'unconfirmed', code: 'wrong' });
  assert.deepEqual(await shop.confirm(second), { is: 'unconfirmed', code: 'over' });
  assert.deepEqual(await shop.ask(), { is: 'too-soon' });
  for (let codes = 3; codes <= 5; codes += 1) {
    world.clock.forward('1 min');
    assert.equal((await shop.ask()).is, 'asked');
  }
  world.clock.forward('1 min');
  assert.deepEqual(await shop.ask(), { is: 'too-many' });
  assert.equal(codesTo(world, mail).length, 5);
  world.clock.forward('24 h');
  assert.equal((await shop.ask()).is, 'asked');
  assert.equal((await shop.confirm(shop.code())).is, 'exchanged');
  await world.settle();
});

test('asked for twice at once it is sent once; of many guesses at once five are judged', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  const asked = await Promise.all([shop.send(), shop.send(), shop.send()]);
  await world.settle();
  assert.deepEqual([...new Set(asked.map(({ is }) => is))], ['asked']);
  assert.equal(codesTo(world, mail).length, 1);
  const code = shop.code();
  const guesses = await Promise.all(Array.from({ length: 20 }, () => shop.confirm(other(code))));
  const wrong = guesses.filter((one) => one.is === 'unconfirmed' && one.code === 'wrong');
  assert.equal(wrong.length, 5);
  assert.deepEqual(await shop.confirm(code), { is: 'unconfirmed', code: 'over' });
});

test('a code stays good if what was chosen has sold out', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  await shop.ask();
  const code = shop.code();
  assert.equal((await shop.confirm(code, [line(shop.books, 500)])).is, 'refused');
  assert.equal((await shop.confirm(code)).is, 'exchanged');
  await world.settle();
});

test('where nobody knows an address no code is asked for', async () => {
  await using world = await testWorld();
  const shop = await confirming(world, { delivery_type: 'link' });
  assert.deepEqual(await shop.ask(), { is: 'no-address' });
  assert.equal((await shop.choose(shop.key, [line(shop.coffee, 500)])).is, 'exchanged');
  await world.settle();
});

test('a test certificate has codes too, and a code is never among the messages that its client is told of', async () => {
  await using world = await testWorld();
  const shop = await confirming(world, { email_to: mail, testmode: 1 });
  await shop.ask();
  const { delivery } = (await shop.client.getStatus(shop.key.cardRequestId)) as {
    delivery?: { kind: string }[];
  };
  assert.deepEqual(
    delivery?.map(({ kind }) => kind),
    ['certificate'],
  );
  assert.equal((await shop.confirm(shop.code())).is, 'exchanged');
  await world.settle();
});

test('a code that would come too late is not sent, and none is in the tables', async () => {
  await using world = await testWorld();
  const shop = await confirming(world);
  world.mail.refuseWith(451);
  await shop.ask();
  assert.equal(codesTo(world, mail).length, 0);
  world.mail.refuseWith(0);
  world.clock.forward('30 min');
  await world.settle();
  assert.equal(codesTo(world, mail).length, 0);
  await shop.ask();
  const code = shop.code();
  const { db } = world.cellOf(shop.client);
  const { rows } = await db.query<{ state: string; round: number; text: string }>(
    `select state, round, d::text as text from deliveries d where kind = 'confirmation' order by round`,
  );
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['dropped', 'sent'],
  );
  const { rows: kept } = await db.query<{ text: string }>(
    `select concat_ws(' ', round, step, wrong, sent) as text from confirmation_codes`,
  );
  assert.deepEqual(kept, [{ text: '2 1 0 2' }]);
  assert.equal((await shop.confirm(code)).is, 'exchanged');
  await world.settle();
});
