import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ParsedMail } from 'mailparser';
import { confirmActivation } from '../../../src/orders/activate-sold-codes.ts';
import { listLetters } from '../../../src/suppliers/activation/find-letter.ts';
import { listUntaken } from '../../../src/suppliers/mail/drafts.ts';
import { imapServer, type TestMailbox } from '../../support/imap-server.ts';
import { activationWorld, employee, type ActivationWorld } from './activation-world.ts';

interface ReplyWorld extends AsyncDisposable {
  place: ActivationWorld;
  mailbox: TestMailbox;
  orders: number[];
  letter: ParsedMail;
  reply: (text: string, more?: object) => Promise<void>;
  activeCodes: () => Promise<string[]>;
}

const platformAddress = 'codes@facevalue.example';

/** Three sold codes, and their activation letter. */
async function replyWorld(): Promise<ReplyWorld> {
  const mailbox = await imapServer();
  const settings = { FACEVALUE_IMAP_URL: mailbox.url, FACEVALUE_MAILBOX_ADDRESS: platformAddress };
  const place = await activationWorld({}, settings);
  const orders = await place.sell(3);
  place.world.clock.forward('2 d');
  await place.world.settle();
  const [letter] = place.lettersTo(employee);
  assert.ok(letter);
  return {
    place,
    mailbox,
    orders,
    letter,
    async reply(text, more = {}) {
      await mailbox.receive({
        from: `Анна <${employee}>`,
        to: platformAddress,
        subject: `Re: ${letter.subject}`,
        inReplyTo: letter.messageId ?? '',
        text,
        ...more,
      });
      await place.world.settle();
    },
    async activeCodes() {
      const found: string[] = [];
      for (const order of orders) {
        const answer = await place.shop.call('getCode', { queue_id: order });
        if (answer.status === 'ok') found.push((answer.data as { code: string }).code);
      }
      return found;
    },
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]();
      await mailbox.close();
    },
  };
}

test('a one-word reply activates the whole table', async () => {
  await using stage = await replyWorld();
  const { place, letter, reply, activeCodes, mailbox } = stage;
  assert.equal([letter.replyTo].flat()[0]?.text, platformAddress);
  assert.match(letter.text ?? '', /ответьте на это письмо/);
  await reply(`Готово!\n\nпн, 23 нояб. 2026 г. в 12:00, Facevalue:\n> ${place.codes[0]?.number}`);
  assert.deepEqual(
    await activeCodes(),
    place.codes.slice(0, 3).map(({ number }) => number),
  );
  assert.deepEqual(mailbox.flags(), [], 'a reply that was understood leaves the inbox');
  assert.equal(place.lettersTo('anna+2@mail.example').length, 1);
});

test('a reply activates only the rows and numbers it names', async () => {
  await using stage = await replyWorld();
  const { place, reply, activeCodes } = stage;
  await reply('Строка 3');
  assert.deepEqual(await activeCodes(), [place.codes[2]?.number]);
  await reply(place.codes[0]?.number ?? '');
  assert.deepEqual(await activeCodes(), [place.codes[0]?.number, place.codes[2]?.number]);
});

test('an unclear reply activates nothing and waits for an operator', async () => {
  await using stage = await replyWorld();
  const { place, reply, activeCodes, mailbox } = stage;
  const { db } = place.world.ctx;
  await reply('Готово, кроме второго');
  await reply('готово', { from: 'stranger@elsewhere.example' });
  await reply('готово', { attachments: [{ filename: 'table.csv', content: 'Номер' }] });
  await reply('готово', { headers: { 'Auto-Submitted': 'auto-replied' } });
  assert.deepEqual(await activeCodes(), []);
  const untaken = await listUntaken(db, { limit: 10 });
  assert.deepEqual(
    untaken.map(({ decision }) => decision),
    ['ignored', 'unclear', 'unclear', 'unclear'],
  );
  assert.ok(mailbox.flags()[0]?.includes('\\Flagged'));
  const [line] = await listLetters(place.world.ctx, { supplierId: null, all: false, limit: 10 });
  assert.ok(line);
  assert.deepEqual([line.rows, line.confirmed, line.unclear], [3, 0, 3]);
  const { supplierId, letterId } = line;
  const confirmed = await confirmActivation(
    place.world.ctx,
    { supplierId, letterId, rows: [1], by: 'operator' },
    place.world.clock.now(),
  );
  assert.equal(confirmed, 1);
  await place.world.settle();
  assert.equal((await activeCodes()).length, 1);
});

test('a reply without a reference to its letter activates nothing', async () => {
  await using stage = await replyWorld();
  const { reply, activeCodes } = stage;
  await reply('готово', { inReplyTo: '<guessed@facevalue.example>' });
  await reply('готово', { inReplyTo: '' });
  assert.deepEqual(await activeCodes(), []);
});

test('a reply to the reminder works too', async () => {
  await using stage = await replyWorld();
  const { place, reply, activeCodes } = stage;
  place.world.clock.forward('1 d');
  await place.world.settle();
  const [, reminder] = place.lettersTo(employee);
  await reply('done', { inReplyTo: reminder?.messageId ?? '' });
  assert.equal((await activeCodes()).length, 3);
});
