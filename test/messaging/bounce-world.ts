import assert from 'node:assert/strict';
import { imapServer, type TestMailbox } from '../support/imap-server.ts';
import type { Arrival } from '../support/mail-sink.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

interface Reported {
  state: string;
  report: string | null;
  report_details: string;
}

export interface BounceWorld extends AsyncDisposable {
  world: TestWorld;
  mailbox: TestMailbox;
  shop: TestClient;
  /** A certificate sent by letter: its request, and the letter as received. */
  send(to?: string): Promise<{ requestId: number; letter: Arrival }>;
  /** Puts a mail into the bounce mailbox and lets the platform read it. */
  comes(mail: Buffer): Promise<void>;
  reportOf(requestId: number): Promise<Reported | undefined>;
  counted(outcome: string): Promise<number>;
}

export async function bounceWorld(start?: string): Promise<BounceWorld> {
  const mailbox = await imapServer();
  const world = await testWorld(
    {
      FACEVALUE_BOUNCE_ADDRESS: 'bounces@facevalue.example',
      FACEVALUE_BOUNCE_IMAP_URL: mailbox.url,
    },
    start,
  );
  const [shop, product] = [await world.client(), await world.product({ scheme: 'platform' })];
  const { metrics } = world.ctx;
  return {
    world,
    mailbox,
    shop,
    async send(to = 'anna@mail.example') {
      const requestId = await shop.makeOrder({ product_id: product.id, face: 500, email_to: to });
      await world.settle();
      const letter = world.mail.arrivals.at(-1);
      assert.ok(letter !== undefined);
      return { requestId, letter };
    },
    async comes(mail) {
      await mailbox.receive(mail);
      await world.settle();
    },
    async reportOf(requestId) {
      const { rows } = await world
        .cellOf({ id: requestId })
        .db.query<Reported>(`select state, report, report_details from deliveries where request_id = $1`, [
          requestId,
        ]);
      return rows[0];
    },
    async counted(outcome) {
      const { values } = await metrics.letterReportsTotal.get();
      return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await mailbox.close();
    },
  };
}
