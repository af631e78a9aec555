import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { isLoopbackName } from '../src/platform/network/loopback.ts';
import { chooseLanguage, type Language } from '../src/platform/text/language.ts';
import { privatePageHeaders } from '../src/web/page-headers.ts';
import { callbackAnswers, type CallbackAnswer, type CallbackInbox } from './callback-inbox.ts';
import { registerStory, type DemoOrders } from './story/story-routes.ts';
import { callbacksPage } from './callbacks-page.ts';
import { demoStyle, inLanguage, liveScript } from './demo-frame.ts';
import { homePage, type DemoFacts } from './home-page.ts';
import { inboxPage, letterDocument, letterHeaders, letterPage, missingLetterPage } from './inbox-page.ts';
import type { MailInbox } from './mail-inbox.ts';
import type { MailFolder } from './mailbox/mail-folder.ts';
import { mailboxPage, mailboxPath } from './mailbox/mailbox-page.ts';
import { registerSms, type DemoTexts } from './sms/sms-routes.ts';
import { registerSuppliers, type DemoSuppliers } from './supplier-routes.ts';

export interface DemoParts {
  /** Where the demo is at home. */
  baseUrl: string;
  mail: MailInbox;
  /** The platform's own, which it reads. */
  mailbox: MailFolder;
  texts: DemoTexts;
  callbacks: CallbackInbox;
  suppliers: DemoSuppliers;
  orders: DemoOrders;
  facts: () => Promise<DemoFacts>;
}

const shownLetters = 100;
const maxCallBytes = 1_000_000;
const slowAnswerMs = 3000;

/** The demo world's own pages: a home, the inboxes of mail and SMS, the clients' callback receivers and the suppliers. Never in production. */
export async function registerDemoPages(app: FastifyInstance, parts: DemoParts): Promise<void> {
  await app.register(async (demo) => {
    demo.addHook('onRequest', (request, reply, next) => {
      if (isOwnHost(request.hostname, parts.baseUrl)) next();
      else void reply.code(421).type('text/plain').send('This name is not one of the demo.\n');
    });
    demo.removeAllContentTypeParsers();
    demo.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxCallBytes }, (_request, body, done) =>
      done(null, body),
    );
    registerHome(demo, parts);
    registerInbox(demo, parts);
    registerCallbacks(demo, parts);
    demo.get(mailboxPath, async (request, reply) => {
      const language = languageOf(request);
      return sendPage(reply, await mailboxPage(parts.mailbox, language));
    });
    const ways = { languageOf, bodyOf, sendPage };
    registerSms(demo, parts.texts, ways);
    registerSuppliers(demo, parts.suppliers, ways);
    registerStory(demo, parts.orders, ways);
  });
}

/** A foreign page can point its own name at this machine and read what answers to it, but it can't choose an IP address. */
function isOwnHost(host: string, baseUrl: string): boolean {
  const bare = host.replaceAll(/^\[|\]$/g, '');
  return isIP(bare) !== 0 || isLoopbackName(bare) || bare.toLowerCase() === new URL(baseUrl).hostname;
}

const languageOf = (request: FastifyRequest): Language =>
  chooseLanguage((request.query as { lang?: unknown }).lang, request.headers['accept-language']);

function sendPage(reply: FastifyReply, markup: string, status = 200): FastifyReply {
  const headers = privatePageHeaders({ styles: [demoStyle], scripts: [liveScript] });
  const policy = `${headers['content-security-policy']}; frame-src 'self'; connect-src 'self'`;
  return reply
    .code(status)
    .headers({ ...headers, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(markup);
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
    if (letter === null) return sendPage(reply, missingLetterPage('/demo/inbox', language), 404);
    return sendPage(reply, letterPage(id, new Date(Number(id.split('-')[0])), letter, language));
  });
  demo.get<{ Params: { id: string } }>('/demo/inbox/:id/letter', async (request, reply) => {
    const letter = await mail.read(request.params.id);
    if (letter === null) return sendPage(reply, missingLetterPage('/demo/inbox', languageOf(request)), 404);
    return reply.headers(letterHeaders).send(letterDocument(letter));
  });
}

type OfClient = { Params: { clientId: string } };

function registerCallbacks(demo: FastifyInstance, parts: DemoParts): void {
  const { callbacks } = parts;
  const hanging = new Set<FastifyReply>();
  // A call that is left hanging must not keep the program from stopping.
  demo.addHook('preClose', (done) => {
    for (const reply of hanging) reply.raw.destroy();
    done();
  });

  demo.get<OfClient>('/demo/callbacks/:clientId(^\\d{1,15}$)', async (request, reply) => {
    const clientId = Number(request.params.clientId);
    const { clients } = await parts.facts();
    const clientName = clients.find((client) => client.id === clientId)?.name ?? String(clientId);
    const view = {
      clientId,
      clientName,
      calls: callbacks.calls(clientId),
      answer: callbacks.answer(clientId),
    };
    return sendPage(reply, callbacksPage(view, languageOf(request)));
  });

  demo.post<OfClient>('/demo/callbacks/:clientId(^\\d{1,15}$)', async (request, reply) => {
    const answer = await callbacks.receive(
      Number(request.params.clientId),
      headersOf(request),
      bodyOf(request),
    );
    return giveAnswer(reply, answer, hanging);
  });

  demo.post<OfClient>('/demo/callbacks/:clientId(^\\d{1,15}$)/answer', async (request, reply) => {
    const form = new URLSearchParams(bodyOf(request));
    const wanted = callbackAnswers.find((answer) => answer === form.get('answer'));
    const site = request.headers['sec-fetch-site'];
    if (wanted === undefined || (site !== undefined && site !== 'same-origin')) return reply.code(400).send();
    const { clientId } = request.params;
    callbacks.setAnswer(Number(clientId), wanted);
    const language = chooseLanguage(form.get('lang'), request.headers['accept-language']);
    return reply.redirect(inLanguage(`/demo/callbacks/${clientId}`, language), 303);
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

const bodyOf = (request: FastifyRequest): string =>
  Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';

function headersOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
