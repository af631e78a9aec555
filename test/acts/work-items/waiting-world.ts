import { readWaiting } from '../../../src/reports/what-waits/read-waiting.ts';
import type { WaitingKind } from '../../../src/reports/what-waits/waiting-kinds.ts';
import { makeLettersNow } from '../../../src/suppliers/activation/make-letters.ts';
import { setSchedule } from '../../../src/suppliers/activation/schedule.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

/** A client whose orders go wrong in every way that somebody has to see to. */
export interface WaitingWorld extends AsyncDisposable {
  world: TestWorld;
  shop: TestClient;
  /** An order whose letter was not accepted, or came back, or whose callback was given up: its request. */
  failLetter(): Promise<number>;
  returnLetter(): Promise<number>;
  /** The letter of an order once more. */
  failAgain(requestId: number): Promise<void>;
  giveUpCallback(): Promise<number>;
  /** Its reference. */
  announce(): Promise<string>;
  /** A letter about activation that its supplier was reminded of. */
  remindSupplier(): Promise<{ supplierId: number; letterId: number }>;
  unclearReply(letter: { supplierId: number; letterId: number }): Promise<void>;
  /** Of what waits now. */
  counts(kinds: readonly WaitingKind[]): Promise<Partial<Record<WaitingKind, number>>>;
}

export async function waitingWorld(): Promise<WaitingWorld> {
  const world = await testWorld();
  const shop = await world.client({ name: 'Лавка' });
  const product = await world.product({ scheme: 'platform' });
  const ended = async (change: string): Promise<number> => {
    const id = await shop.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
    await world.settle();
    await world.cellOf({ id }).db.query(change, [world.clock.now(), id]);
    return id;
  };
  return {
    world,
    shop,
    failLetter: () =>
      ended(
        `update deliveries set state = 'failed', sent_at = null, report = null, reported_at = null, due_at = $1,
           last_error = '550 no such mailbox' where request_id = $2`,
      ),
    returnLetter: () =>
      ended(
        `update deliveries set report = 'undelivered', reported_at = $1, report_details = '5.1.1' where request_id = $2`,
      ),
    async failAgain(id) {
      await world
        .cellOf({ id })
        .db.query(`update deliveries set due_at = $1 where request_id = $2`, [world.clock.now(), id]);
    },
    giveUpCallback: () =>
      ended(
        `update callbacks set state = 'abandoned', ended_at = $1, last_status = 500, last_problem = ''
         where request_id = $2`,
      ),
    async announce() {
      const { data } = await shop.call('makeTopUp', { sum: 1500 });
      return (data as { reference: string }).reference;
    },
    async remindSupplier() {
      const theirs = await world.product({ activationScheme: 'letter' });
      await world.pool(theirs, 500, [{ number: 'CODE-1', pin: '', inactive: true }]);
      await shop.makeOrder({ product_id: theirs.id, face: 500 });
      await world.settle();
      const { supplierId } = theirs;
      const now = world.clock.now();
      await setSchedule(world.home.db, supplierId, { addresses: ['codes@supplier.example'] }, now);
      await makeLettersNow(world.ctx, supplierId, now);
      const { rows } = await world.home.db.query<{ id: number }>(
        `update activation_letters set reminders = 1, remind_at = null where supplier_id = $1 returning id`,
        [supplierId],
      );
      return { supplierId, letterId: rows[0]?.id ?? 0 };
    },
    async unclearReply({ supplierId, letterId }) {
      const { rows } = await world.home.db.query<{ id: number }>(
        `insert into mails (message_id, content_hash, sender, subject, received_at, read_at)
         values ('a@b', '\\x00', 'kassa@brand.example', 'Re', $1, $1) returning id`,
        [world.clock.now()],
      );
      await world.home.db.query(
        `insert into mail_decisions (mail_id, part, decision, supplier_id, letter_id) values ($1, 0, 'unclear', $2, $3)`,
        [rows[0]?.id, supplierId, letterId],
      );
    },
    async counts(kinds) {
      const waits = await readWaiting(world.ctx, kinds, world.clock.now());
      return Object.fromEntries(waits.map(({ kind, count }) => [kind, count]));
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
