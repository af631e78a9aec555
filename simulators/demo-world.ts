/** What the demo's pages know of the platform. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { webhookSignature } from '../src/callbacks/call-receiver.ts';
import { createMailer, type OutgoingLetter } from '../src/platform/mail/mailer.ts';
import { smtpSettings } from '../test/support/smtp-settings.ts';
import { createCallbackInbox } from './callback-inbox.ts';
import { startMailInbox } from './mail-inbox.ts';
import { openMailFolder } from './mailbox/mail-folder.ts';
import { registerDemoPages } from './pages.ts';
import type { DemoOrders } from './story/story-routes.ts';
import { createMode, type ProviderMode } from './sms/provider-mode.ts';
import { createTextInbox, type TextInbox } from './sms/text-inbox.ts';
import { openSupplier, type Supplier } from './supplier/play-supplier.ts';
import { sendReasons } from '../src/platform/mail/send-reasons.ts';

export const clock = { now: () => new Date('2026-11-21T09:00:00Z') };

const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;

/** A world without sales; pages with sales are tested in test/demo/demo-story.test.ts. */
const noOrders: DemoOrders = {
  latest: () => Promise.resolve([]),
  find: () => Promise.resolve(null),
  placeOne: () => Promise.resolve({ is: 'refused', why: 'makeOrder answered 5000: no funds' }),
  clock: { ...clock, aheadMs: () => 0, travel: (span) => Promise.resolve(span === 'reset') },
};

interface Demo extends AsyncDisposable {
  app: FastifyInstance;
  supplier: Supplier;
  texts: TextInbox;
  smpp: ProviderMode;
  page(path: string): Promise<string>;
  call(body: string): Promise<{ status: number; body: string }>;
  send(letter: Partial<OutgoingLetter>): Promise<string>;
  restart(): Promise<void>;
}

export async function demoWorld(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-demo-'));
  const suppliers = new Map([['sova-shop', openSupplier(null, 'sova-shop')]]);
  const smpp = createMode();
  const open = async () => {
    const mail = await startMailInbox({ folder: join(folder, 'mail'), clock });
    const callbacks = createCallbackInbox({
      folder: join(folder, 'callbacks'),
      clock,
      secretOf: (id) => Promise.resolve(id === 11638 ? secret : null),
    });
    const app = fastify();
    const facts = { clients: [{ id: 11638, name: 'Магазин «Сова»' }], logins: [], docs: [] };
    const simulator = { supplier: (key: string) => suppliers.get(key) ?? null };
    const played = [{ key: 'sova-shop', name: 'ООО «Сова»', called: true, way: 'rest' as const, deeds: [] }];
    const texts = createTextInbox({ folder: join(folder, 'texts'), clock });
    const mailbox = await openMailFolder(join(folder, 'mailbox'), clock);
    await registerDemoPages(app, {
      baseUrl: 'http://demo.example:8080',
      mail,
      mailbox,
      texts: { inbox: texts, modes: { smpp, gateway: createMode() } },
      callbacks,
      suppliers: { simulator, played },
      people: { password: '', list: () => Promise.resolve([]), signIn: () => Promise.resolve(null) },
      orders: noOrders,
      facts: () => Promise.resolve(facts),
    });
    return { mail, texts, app };
  };
  let { mail, texts, app } = await open();
  const close = async () => {
    await app.close();
    await mail.close();
  };
  return {
    get app() {
      return app;
    },
    get texts() {
      return texts;
    },
    smpp,
    supplier: suppliers.get('sova-shop') ?? assert.fail(),
    page: async (path) => (await app.inject({ url: path, headers: { 'accept-language': 'en' } })).body,
    async call(body) {
      const signed = { messageId: 'message-1', timestamp: '1', body };
      const answer = await app.inject({
        method: 'POST',
        url: '/demo/callbacks/11638',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'webhook-id': 'message-1',
          'webhook-timestamp': '1',
          'webhook-signature': webhookSignature(secret, signed),
        },
        payload: body,
      });
      return { status: answer.statusCode, body: answer.body };
    },
    async send(letter) {
      const mailer = createMailer(smtpSettings(mail.url));
      const outcome = await mailer.send({
        from: 'Facevalue <certificates@facevalue.example>',
        to: 'anna@mail.example',
        subject: 'Подарок',
        html: '<html><head></head><body><script>alert(1)</script><p>Привет</p></body></html>',
        text: 'Привет',
        messageId: 'one@facevalue.example',
        ...letter,
      });
      await mailer.close();
      return outcome.is === 'sent' ? 'sent' : `${outcome.is}: ${sendReasons.text(outcome.reason, 'en')}`;
    },
    async restart() {
      await close();
      ({ mail, texts, app } = await open());
    },
    async [Symbol.asyncDispose]() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
