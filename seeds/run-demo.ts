/** Runs the demo on one machine: seeded, with all roles, and with one order placed over the public API. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createCallbackInbox, type CallbackInbox } from '../simulators/callback-inbox.ts';
import type { MailInbox } from '../simulators/mail-inbox.ts';
import type { MailFolder } from '../simulators/mailbox/mail-folder.ts';
import { registerDemoPages } from '../simulators/pages.ts';
import type { DemoTexts } from '../simulators/sms/sms-routes.ts';
import type { DemoSuppliers } from '../simulators/supplier-routes.ts';
import type { DemoPeople } from '../simulators/persons/demo-people.ts';
import type { DemoOrders } from '../simulators/story/story-routes.ts';
import { startSupplierSimulator } from '../simulators/supplier/start-simulator.ts';
import { callbackSecretContext } from '../src/clients/client.ts';
import { answer, say } from '../src/commands/shell/output.ts';
import { startProgress } from '../src/commands/shell/progress.ts';
import { runUntilSignal } from '../src/commands/shell/run-until-signal.ts';
import { openContext, type OpenedContext } from '../src/open-context.ts';
import { systemClock } from '../src/platform/time/clock.ts';
import type { Language } from '../src/platform/text/language.ts';
import { withPort, type Config } from '../src/platform/settings/config.ts';
import { attachDatabase } from '../src/platform/database/database-server.ts';
import { freePort } from '../src/platform/process/free-port.ts';
import { runPlatform } from '../src/run-platform.ts';
import { mailboxAddress } from './demo-addresses.ts';
import type { DemoFacts } from './demo-facts.ts';
import { demoPeople } from './demo-persons.ts';
import { demoPictures } from './demo-pictures.ts';
import { demoOrders, findFirstOrder } from './demo-orders.ts';
import { placeFirstOrder } from './first-order.ts';
import { guardDatabase } from './guard-database.ts';
import { openMail } from './open-mail.ts';
import { openTexts } from './open-texts.ts';
import { playSuppliers } from './play-suppliers.ts';
import { seedActivatedSuppliers } from './seed-activated-suppliers.ts';
import { seedAskedSuppliers } from './seed-asked-suppliers.ts';
import { seedDemo } from './seed-demo.ts';
import { historyDays, seedHistory } from './history/seed-history.ts';
import { seedBeginner } from './seed-beginner.ts';
import { leadOnboarded, seedOnboarded } from './seed-onboarding.ts';
import { seedPersons } from './seed-persons.ts';
import { seedWaiting } from './seed-waiting.ts';
import { seedTills } from './seed-tills.ts';
import { tour } from './tour.ts';

const dayMs = 86_400_000;

/** Whom the demo's invoices are paid to, unless the settings say. */
const payeeOf = ({ payee, operatorLanguage }: Config): string[] =>
  payee.length > 0 ? payee : demoPayee[operatorLanguage];

const demoPayee: Record<Language, string[]> = {
  ru: [
    'ООО «Подарочный двор» (вымышленное)',
    'ИНН 0000000000, КПП 000000000',
    'р/с 00000000000000000000 в банке «Пример», БИК 000000000',
    'к/с 00000000000000000000',
  ],
  en: [
    'Gift Yard LLC (invented)',
    'Tax number 0000000000',
    'Account 00000000000000000000 at Example Bank, code 000000000',
  ],
};

export async function runDemo(settings: Config, options: { json?: boolean }): Promise<void> {
  const config = withPort(settings, await freePort(settings.host, settings.port));
  const database = await attachDatabase({ ...config, exclusive: true, onProgress: say });
  await guardDatabase(config, database.url);
  const { inbox: mail, ...post } = await openMail(config, systemClock);
  const phones = await openTexts(config, systemClock);
  const ctx = await openContext(
    { ...config, ...post.settings, ...phones.settings, ownPictures: demoPictures, payee: payeeOf(config) },
    { databaseUrl: database.url, name: 'facevalue start' },
  );
  const suppliers = await startSupplierSimulator({
    folder: join(config.dataFolder, 'suppliers'),
    clock: ctx.clock,
  });
  const asked = await seedAskedSuppliers(ctx, await seed(ctx), suppliers.url);
  const selling = await seedTills(ctx, await seedActivatedSuppliers(ctx, asked, suppliers.url));
  const onboarded = await seedOnboarded(ctx);
  const known = { ...selling, suppliers: [...selling.suppliers, ...onboarded] };
  const facts = {
    ...(await seedPersons(ctx, known, [await seedBeginner(ctx)])),
    // Those that do not sell yet are no part of the tour.
    suppliers: selling.suppliers,
    sms: phones.facts,
  };
  await leadOnboarded(ctx);
  await seedHistory(ctx);
  await seedWaiting(ctx);
  const way = { smtpUrl: mail.url, mailbox: mailboxAddress };
  const play = playSuppliers(facts, { simulator: suppliers, mail, way, clock: ctx.clock });
  const callbacks = createCallbackInbox({
    folder: join(config.dataFolder, 'callbacks'),
    clock: ctx.clock,
    secretOf: (clientId) => callbackSecretOf(ctx, clientId),
  });
  const platform = await runPlatform(
    ctx,
    { serve: true, work: true },
    {
      homePath: '/demo',
      register: (server) =>
        extendServer(server, {
          baseUrl: config.baseUrl,
          mail,
          mailbox: post.mailbox,
          texts: phones.texts,
          callbacks,
          suppliers: { simulator: suppliers, played: play.played },
          facts,
          people: demoPeople(ctx),
          orders: demoOrders(
            ctx,
            facts.clients.map((client) => ({ ...client, baseUrl: config.baseUrl })),
          ),
        }),
    },
  );
  const buyer = { baseUrl: config.baseUrl, ...buyerOf(facts) };
  const first = (await findFirstOrder(ctx.db, buyer)) ?? (await placeFirstOrder(buyer));
  play.start();
  await writeFacts(config, facts);
  answer(options, { ...facts, first_order: first }, () => tour(facts, first, config.dataFolder));
  await runUntilSignal(async () => {
    play.stop();
    await platform.close();
    await suppliers.close();
    await ctx.close();
    await post.close();
    await phones.close();
    await database.stop();
  }, config.drainSeconds);
}

async function seed(ctx: OpenedContext): Promise<DemoFacts> {
  const progress = startProgress('codes loaded into the demo pools');
  const began = new Date(ctx.clock.now().getTime() - (historyDays + 1) * dayMs);
  // A month older than its first start: its orders came to a shop that was open.
  const past = { ...ctx, clock: { now: () => began } };
  const facts = await seedDemo(past, ({ done, total }) => {
    progress.fraction(done / total);
    progress.count(done);
  });
  progress.stop();
  return facts;
}

function buyerOf(facts: DemoFacts): { id: number; secret: string } {
  const [buyer] = facts.clients;
  if (buyer === undefined) throw new Error('The demo world has no client.');
  return buyer;
}

async function callbackSecretOf({ db, keyring }: OpenedContext, clientId: number): Promise<string | null> {
  const { rows } = await db.query<{ callback_secret: Buffer }>(
    `select callback_secret from clients where id = $1`,
    [clientId],
  );
  await keyring.knowClients(db, [clientId]);
  return rows[0] === undefined
    ? null
    : keyring.ofClient(clientId).open(rows[0].callback_secret, callbackSecretContext(clientId));
}

interface Extension {
  baseUrl: string;
  mail: MailInbox;
  mailbox: MailFolder;
  texts: DemoTexts;
  callbacks: CallbackInbox;
  suppliers: DemoSuppliers;
  facts: DemoFacts;
  people: DemoPeople;
  orders: DemoOrders;
}

async function extendServer(server: FastifyInstance, { facts, ...parts }: Extension): Promise<void> {
  await registerDemoPages(server, {
    ...parts,
    facts: () =>
      Promise.resolve({
        clients: facts.clients,
        logins: facts.logins.filter(({ role }) => role === undefined),
        docs: [
          {
            title: { ru: 'Описание клиентского API (OpenAPI)', en: 'The client API (OpenAPI)' },
            path: '/openapi.json',
          },
        ],
      }),
  });
}

/** The facts contain secrets, so only their owner may read the file. */
async function writeFacts({ dataFolder }: Config, facts: DemoFacts): Promise<void> {
  await writeFile(join(dataFolder, 'demo.json'), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
}
