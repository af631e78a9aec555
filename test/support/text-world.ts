import { createDeliverer } from '../../src/messaging/mail/deliver.ts';
import { createTextDeliverer } from '../../src/messaging/texts/deliver-texts.ts';
import { createTextReporter } from '../../src/messaging/texts/report-texts.ts';
import { scheduleDeliveries, type Channel, type DeliveryKind } from '../../src/messaging/queue/schedule.ts';
import { transaction, type Database } from '../../src/platform/database/database.ts';
import type { Worker } from '../../src/platform/process/loop.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { gatewaySettings } from '../../src/platform/texter/gateway-settings.ts';
import { readProvider } from '../../src/platform/texter/provider-settings.ts';
import { usualTimes } from '../../src/platform/texter/smpp-link.ts';
import { createTexter } from '../../src/platform/texter/texter.ts';
import { startSmppPeer, type SmppPeer } from '../../simulators/sms/smpp-peer.ts';
import { startSmsGateway, type SmsGateway } from '../../simulators/sms/sms-gateway.ts';
import { createTextInbox, wordsOf, type TextInbox } from '../../simulators/sms/text-inbox.ts';
import { mailSink, type MailSink } from './mail-sink.ts';
import type { MigratedDatabase } from './migrated-database.ts';
import { smtpSettings } from './smtp-settings.ts';
import { workerWorld, type WorkerWorld } from './worker-world.ts';

export const shop = 11638;

export interface Gift {
  requestId: number;
  clientId?: number;
  testmode?: boolean;
  channel?: Channel;
  kind?: DeliveryKind;
  round?: number;
  phone?: string;
}

/** A product with issued certificates and a delivery each, as the issuer writes them. */
export async function issueGifts(
  { db, centre }: Pick<MigratedDatabase, 'db' | 'centre'>,
  gifts: Gift[],
  now: Date,
): Promise<void> {
  await addTeaShop(centre, now);
  await transaction(db, async (tx) => {
    await tx.query(
      `insert into certificates (client_id, request_id, order_id, product_id, supplier_id, face_kopecks, issued_at,
                                 token_hash, sender_email, sender_name, recipient_name, greeting)
       select client_id, request_id, 10000000 + request_id, 2001, 501, 100000, $3, '\\x00',
              'ivan@shop.example', 'Иван', 'Анна', 'С праздником!'
       from unnest($1::bigint[], $2::bigint[]) as gift (client_id, request_id) on conflict do nothing`,
      [gifts.map((gift) => gift.clientId ?? shop), gifts.map((gift) => gift.requestId), now],
    );
    await scheduleDeliveries(
      tx,
      gifts.map(
        ({ requestId, clientId = shop, channel = 'sms', phone, round = 1, testmode = false, kind }) => ({
          clientId,
          requestId,
          channel,
          kind: kind ?? (channel === 'sms' ? 'receipt' : 'certificate'),
          round,
          askedBy: 'order',
          address: channel === 'sms' ? (phone ?? phoneOf(requestId)) : `anna+${requestId}@mail.example`,
          testmode,
          state: 'due',
          dueAt: now,
        }),
      ),
    );
  });
}

export const addTeaShop = (centre: Database, now: Date, picture = ''): Promise<void> =>
  transaction(centre, async (tx) => {
    await tx.query(
      `insert into suppliers (id, name, created_at) values (501, 'Листва', $1) on conflict do nothing`,
      [now],
    );
    await tx.query(
      `insert into brands (supplier_id, id, name) values (501, 1, 'Листва') on conflict do nothing`,
    );
    await tx.query(
      `insert into products (id, supplier_id, brand_id, title, transfer_scheme, image_large)
       values (2001, 501, 1, 'Чайная лавка «Листва»', 'pool', $1) on conflict do nothing`,
      [picture],
    );
  });

export const phoneOf = (requestId: number): string => `7900${String(requestId).padStart(7, '0')}`;

export interface TextWorld extends AsyncDisposable {
  world: WorkerWorld;
  inbox: TextInbox;
  smpp: SmppPeer;
  gateway: SmsGateway;
  mail: MailSink;
  texts: Worker;
  letters: Worker;
  reporter: Worker;
  anotherTexter(): Worker;
  issue(gifts: Gift[]): Promise<void>;
  /** The texts received by each phone, oldest first. */
  shown(phone?: string): string[];
  delivery(requestId: number): Promise<DeliveryRow | undefined>;
  states(): Promise<Record<string, number>>;
}

export interface DeliveryRow {
  state: string;
  attempts: number;
  last_error: string;
  report: string | null;
  report_details: string;
}

/** The queues of letters and texts with their own database, a mail server and two real SMS providers. */
export async function textWorld(): Promise<TextWorld> {
  const mail = await mailSink();
  const world = await workerWorld({ smtpUrl: mail.url });
  const inbox = createTextInbox({ folder: null, clock: world.clock });
  const smpp = await startSmppPeer({ inbox });
  const gateway = await startSmsGateway({ inbox, receiptsAddress: () => 'http://127.0.0.1:9/' });
  const mailer = createMailer(smtpSettings(mail.url));
  const providers = {
    primary: readProvider('FACEVALUE_SMS_PRIMARY', smpp.url),
    fallback: gatewaySettings.parse(gateway.settings),
  };
  const times = { ...usualTimes, firstRestMs: 20, longestRestMs: 100, answerMs: 2000 };
  const texter = createTexter(providers, world.http, times);
  const ctx = { ...world, mailer, texter };
  return {
    world,
    inbox,
    smpp,
    gateway,
    mail,
    texts: createTextDeliverer(ctx),
    letters: createDeliverer(ctx),
    reporter: createTextReporter(ctx),
    anotherTexter: () => createTextDeliverer(ctx),
    issue: (gifts) => issueGifts(world, gifts, world.clock.now()),
    shown: (phone) =>
      inbox
        .newest(1000)
        .filter(({ to }) => phone === undefined || to === phone)
        .map(wordsOf)
        .toReversed(),
    async delivery(requestId) {
      const { rows } = await world.db.query<DeliveryRow>(
        `select state, attempts, last_error, report, report_details from deliveries
         where request_id = $1 and channel = 'sms' order by round desc`,
        [requestId],
      );
      return rows[0];
    },
    async states() {
      const { rows } = await world.db.query<{ state: string; count: number }>(
        `select channel || ' ' || state as state, count(*) from deliveries group by 1`,
      );
      return Object.fromEntries(rows.map((row) => [row.state, row.count]));
    },
    async [Symbol.asyncDispose]() {
      await texter.close();
      await mailer.close();
      await Promise.all([smpp.close(), gateway.close(), mail.close()]);
      await world[Symbol.asyncDispose]();
    },
  };
}
