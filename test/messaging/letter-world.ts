/** Issued certificates whose letters go to a real mail server. */
import { createDeliverer } from '../../src/messaging/mail/deliver.ts';
import { scheduleDeliveries } from '../../src/messaging/queue/schedule.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { LetterLimits } from '../../src/platform/mail/letter-limits.ts';
import { createMailer, type Mailer } from '../../src/platform/mail/mailer.ts';
import { mailSink, type MailSink, type SinkTraits } from '../support/mail-sink.ts';
import { addTeaShop } from '../support/text-world.ts';
import { workerWorld, type WorkerWorld } from '../support/worker-world.ts';

export const shop = 11638;

export interface MailWorld extends AsyncDisposable {
  world: WorkerWorld;
  mailer: Mailer;
  mail: MailSink;
  deliverer: ReturnType<typeof createDeliverer>;
  anotherDeliverer(): ReturnType<typeof createDeliverer>;
}

export async function mailWorld(traits: SinkTraits = {}, limits?: LetterLimits): Promise<MailWorld> {
  const mail = await mailSink(traits);
  const world = await workerWorld({ smtpUrl: mail.url });
  const mailer = createMailer(world.config.smtp, limits);
  const picture = `${world.config.baseUrl}/pictures/lnitsa-large.png`;
  await addTeaShop(world.centre, world.clock.now(), picture);
  return {
    world,
    mailer,
    mail,
    deliverer: createDeliverer({ ...world, mailer }),
    anotherDeliverer: () => createDeliverer({ ...world, mailer }),
    async [Symbol.asyncDispose]() {
      await mailer.close();
      await mail.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

export interface Gift {
  requestId: number;
  clientId?: number;
  testmode?: boolean;
  dueInMinutes?: number;
  address?: string;
}

/** Issued certificates with a letter each, as the issuer writes them. */
export async function issue(world: WorkerWorld, gifts: Gift[]): Promise<void> {
  const now = world.clock.now();
  await transaction(world.db, async (tx) => {
    await tx.query(
      `insert into certificates (client_id, request_id, order_id, product_id, supplier_id, face_kopecks, issued_at,
                                 token_hash, sender_email, sender_name, recipient_name, greeting)
       select client_id, request_id, 10000000 + request_id, 2001, 501, 100000, $3, '\\x00',
              'ivan@shop.example', 'Иван', 'Анна', 'С праздником!'
       from unnest($1::bigint[], $2::bigint[]) as gift (client_id, request_id)`,
      [gifts.map((gift) => gift.clientId ?? shop), gifts.map((gift) => gift.requestId), now],
    );
    await scheduleDeliveries(
      tx,
      gifts.map((gift) => ({
        clientId: gift.clientId ?? shop,
        requestId: gift.requestId,
        channel: 'email',
        kind: 'certificate',
        round: 1,
        askedBy: 'order',
        address: gift.address ?? `anna+${gift.requestId}@mail.example`,
        testmode: gift.testmode ?? false,
        state: 'due',
        dueAt: new Date(now.getTime() + (gift.dueInMinutes ?? 0) * 60_000),
      })),
    );
  });
}
