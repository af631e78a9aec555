/** The routes of the demo's pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { isLoopbackName } from '../src/platform/network/loopback.ts';
import { acceptForms, formOf } from '../src/web/forms.ts';
import { refuseForeignForms } from '../src/web/own-forms.ts';
import { at, languageOf } from '../src/web/request-language.ts';
import { sendPage } from '../src/web/send-page.ts';
import { callbackAnswers, type CallbackAnswer, type CallbackInbox } from './callback-inbox.ts';
import { registerStory, type DemoOrders } from './story/story-routes.ts';
import { callbacksPage } from './callbacks-page.ts';
import { homePage, type DemoFacts } from './home-page.ts';
import { inboxPage, letterDocument, letterHeaders, letterPage, missingLetterPage } from './inbox-page.ts';
import type { MailInbox } from './mail-inbox.ts';
import type { MailFolder } from './mailbox/mail-folder.ts';
import { mailboxPage, mailboxPath } from './mailbox/mailbox-page.ts';
import type { DemoPeople } from './persons/demo-people.ts';
import { registerPersons } from './persons/persons-routes.ts';
import { registerSms, type DemoTexts } from './sms/sms-routes.ts';
import { registerSuppliers, type DemoSuppliers } from './supplier-routes.ts';

export interface DemoParts {
  /** The home page of the demo. */
  baseUrl: string;
  mail: MailInbox;
  /** The platform's own mailbox. */
  mailbox: MailFolder;
  texts: DemoTexts;
  callbacks: CallbackInbox;
  suppliers: DemoSuppliers;
  orders: DemoOrders;
  people: DemoPeople;
  facts: () => Promise<DemoFacts>;
}

const shownLetters = 100;
const maxCallBytes = 1_000_000;
const slowAnswerMs = 3000;

/**
 * The demo's pages: home, the inboxes of mail and SMS, the clients' callback receivers and the suppliers. Never in
 * production.
 */
export async function registerDemoPages(app: FastifyInstance, parts: DemoParts): Promise<void> {
  await app.register(async (demo) => {
    demo.addHook('onRequest', (request, reply, next) => {
      if (isOwnHost(request.hostname, parts.baseUrl)) next();
      else void reply.code(421).type('text/plain').send('This name is not one of the demo.\n');
    });
    await demo.register((scope, _options, done) => {
      registerReceivers(scope, parts.callbacks);
      done();
    });
    await demo.register((scope) => registerPages(scope, parts));
  });
}

async function registerPages(demo: FastifyInstance, parts: DemoParts): Promise<void> {
  await acceptForms(demo, 'fields');
  refuseForeignForms(demo, parts.baseUrl);
  registerHome(demo, parts);
  registerInbox(demo, parts);
  registerCallbacks(demo, parts);
  demo.get(mailboxPath, async (request, reply) =>
    sendPage(reply, await mailboxPage(parts.mailbox, languageOf(request))),
  );
  registerSms(demo, parts.texts);
  registerSuppliers(demo, parts.suppliers);
  registerStory(demo, parts.orders);
  await registerPersons(demo, parts.people, parts.baseUrl);
}

/**
 * A foreign page can point its own host name at this machine and read the answers (DNS rebinding), but it cannot choose
 * an IP address.
 */
function isOwnHost(host: string, baseUrl: string): boolean {
  const bare = host.replaceAll(/^\[|\]$/g, '');
  return isIP(bare) !== 0 || isLoopbackName(bare) || bare.toLowerCase() === new URL(baseUrl).hostname;
}

function registerHome(demo: FastifyInstance, { mail, texts, orders, facts }: DemoParts): void {
  demo.get('/demo', async (request, reply) => {
    const latest = await orders.latest();
    const [newest] = latest;
    const view = {
      ...(await facts()),
      letters: mail.count(),
      texts: texts.inbox.count(),
      story: newest === undefined ? null : await orders.find(newest.requestId),
      earlier: latest.slice(1),
      clock: orders.clock,
    };
    return sendPage(reply, homePage(view, languageOf(request)));
  });
}

function registerInbox(demo: FastifyInstance, { mail }: DemoParts): void {
  demo.get('/demo/inbox', async (request, reply) =>
    sendPage(reply, inboxPage(await mail.newest(shownLetters), mail.count(), languageOf(request))),
  );
  demo.get<{ Params: { id: string } }>('/demo/inbox/:id', async (request, reply) => {
    const { id } = request.params;
    const language = languageOf(request);
    const letter = await mail.read(id);
    if (letter === null) return sendPage(reply.code(404), missingLetterPage('/demo/inbox', language));
    return sendPage(reply, letterPage(id, new Date(Number(id.split('-')[0])), letter, language));
  });
  demo.get<{ Params: { id: string } }>('/demo/inbox/:id/letter', async (request, reply) => {
    const letter = await mail.read(request.params.id);
    if (letter === null)
      return sendPage(reply.code(404), missingLetterPage('/demo/inbox', languageOf(request)));
    return reply.headers(letterHeaders).send(letterDocument(letter));
  });
}

const receiverPath = '/demo/callbacks/:clientId(^\\d{1,15}$)';

type OfClient = { Params: { clientId: string } };

/** The pages about the clients' callback receivers. */
function registerCallbacks(demo: FastifyInstance, { callbacks, facts }: DemoParts): void {
  demo.get<OfClient>(receiverPath, async (request, reply) => {
    const clientId = Number(request.params.clientId);
    const { clients } = await facts();
    const clientName = clients.find((client) => client.id === clientId)?.name ?? String(clientId);
    const view = {
      clientId,
      clientName,
      calls: callbacks.calls(clientId),
      answer: callbacks.answer(clientId),
    };
    return sendPage(reply, callbacksPage(view, languageOf(request)));
  });
  demo.post<OfClient>(`${receiverPath}/answer`, (request, reply) => {
    const wanted = callbackAnswers.find((answer) => answer === formOf(request).get('answer'));
    if (wanted === undefined) return reply.code(400).send();
    const { clientId } = request.params;
    callbacks.setAnswer(Number(clientId), wanted);
    return reply.redirect(at(`/demo/callbacks/${clientId}`, languageOf(request)), 303);
  });
}

/** The receivers themselves, which accept any callback. */
function registerReceivers(scope: FastifyInstance, callbacks: CallbackInbox): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxCallBytes }, (_request, body, done) =>
    done(null, body),
  );
  const hanging = new Set<FastifyReply>();
  // A hanging call must not prevent the program from stopping.
  scope.addHook('preClose', (done) => {
    for (const reply of hanging) reply.raw.destroy();
    done();
  });
  scope.post<OfClient>(receiverPath, async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const answer = await callbacks.receive(Number(request.params.clientId), headersOf(request), body);
    return giveAnswer(reply, answer, hanging);
  });
}

async function giveAnswer(
  reply: FastifyReply,
  answer: CallbackAnswer,
  hanging: Set<FastifyReply>,
): Promise<FastifyReply> {
  reply.type('text/plain');
  switch (answer) {
    case 'ok':
      return reply.send('OK');
    case 'ok-newline':
      return reply.send('OK\n');
    case '500':
      return reply.code(500).send('Internal Server Error');
    case 'slow':
      await new Promise((resolve) => {
        setTimeout(resolve, slowAnswerMs);
      });
      return reply.send('OK');
    case 'hang':
      hanging.add(reply);
      reply.raw.once('close', () => hanging.delete(reply));
      return reply.hijack();
  }
}

function headersOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
