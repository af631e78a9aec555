/** `/x/<token>`: the holder of a choice certificate chooses; only a confirmed POST exchanges anything. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { mostLines, type Exchanged, type ExchangeLine } from '../../../orders/exchange/exchange.ts';
import { answerFailuresBy } from '../../../web/failures.ts';
import { acceptForms, formOf } from '../../../web/forms.ts';
import { messageView } from '../../../web/message-view.ts';
import { privatePageHeaders } from '../../../web/page-headers.ts';
import { addressOf, at, languageOf } from '../../../web/request-language.ts';
import { sendPage } from '../../../web/send-page.ts';
import { renderPage } from '../../../web/frame.ts';
import { tokenForm } from '../cut-link.ts';
import { basketIn, sumOf } from './basket.ts';
import { renderConfirm } from './confirm-view.ts';
import { exchangeLabels, type ExchangeProblem } from './exchange-labels.ts';
import { createExchangePages, type ExchangePages, type ShownChoice } from './exchange-pages.ts';
import { basketPath, confirmPath, type Search } from './exchange-page.ts';
import { renderExchange } from './exchange-view.ts';
import { typedSum } from './targets-view.ts';

interface ExchangeRoute {
  Params: { token: string };
  Querystring: Record<string, string | undefined>;
}

type ExchangeRequest = FastifyRequest<ExchangeRoute>;

const maxSearch = 100;

export async function registerExchangePage(
  app: FastifyInstance,
  ctx: Context,
  onPlaced: () => void,
): Promise<void> {
  const pages = createExchangePages(ctx, onPlaced);
  const answering =
    (answer: (asked: Asked) => Promise<FastifyReply>) =>
    async (request: ExchangeRequest, reply: FastifyReply) => {
      const { token } = request.params;
      const shown = tokenForm.test(token) ? await pages.find(token) : null;
      if (shown === null) return sendUnknown(request, reply.code(404));
      return answer({ pages, request, reply, shown, token });
    };
  await app.register(async (scope) => {
    await acceptForms(scope, 'fields');
    answerFailuresBy(scope, ({ status, request, reply }) =>
      sendFailed(request as ExchangeRequest, reply, status < 500 ? 'unreadable' : 'failed'),
    );
    scope.get<ExchangeRoute>('/x/:token', answering(showOrAdd));
    scope.get<ExchangeRoute>('/x/:token/confirm', answering(askAgain));
    scope.post<ExchangeRoute>('/x/:token', answering(exchangeNow));
  });
}

interface Asked {
  pages: ExchangePages;
  request: ExchangeRequest;
  reply: FastifyReply;
  shown: ShownChoice;
  token: string;
}

const showOrAdd = (asked: Asked): Promise<FastifyReply> =>
  asked.request.query['add'] === undefined ? show(asked, null) : add(asked);

/** Adding is a link like any other: nothing is taken, and each step can be gone back. */
async function add(asked: Asked): Promise<FastifyReply> {
  const { request, reply, shown } = asked;
  const { query } = request;
  const basket = basketIn(query['b']);
  const line = lineIn(query);
  if (isOutdated(asked)) return show(asked, null);
  if (line === null) return show(asked, 'sum', 422);
  if (basket.length >= mostLines) return show(asked, 'too-many', 422);
  if (sumOf([...basket, line]) > shown.card.leftKopecks) return show(asked, 'dear', 422);
  const address = basketPath({
    path: pathOf(request),
    shown,
    basket: [...basket, line],
    search: searchIn(query),
  });
  return redirect(request, reply, address, 'basket');
}

function lineIn(query: ExchangeRequest['query']): ExchangeLine | null {
  const { add: product = '', face, sum } = query;
  const kopecks = sum === undefined ? (face ?? '') : String(typedSum(sum) ?? '');
  const [line] = basketIn(`${product}-${kopecks}`);
  return line ?? null;
}

/** The last look. What cannot be had any more is left out, and said. */
async function askAgain(asked: Asked): Promise<FastifyReply> {
  const { pages, request, reply, shown, token } = asked;
  const lines = basketIn(request.query['b']);
  const basket = await pages.titled(token, shown.card, lines);
  if (!shown.isOpen || isOutdated(asked)) return show(asked, null);
  if (basket.length === 0) return show(asked, lines.length === 0 ? 'empty' : 'gone', 422);
  if (basket.length < lines.length) return show(asked, 'gone', 422);
  if (sumOf(basket) > shown.card.leftKopecks) return show(asked, 'dear', 422);
  const path = pathOf(request);
  if (request.query['step'] === undefined)
    return redirect(request, reply, confirmPath({ path, shown, basket }));
  return sendPage(reply, renderConfirm({ shown, basket, path, language: languageFor(asked) }));
}

async function exchangeNow(asked: Asked): Promise<FastifyReply> {
  const { pages, request, reply, shown, token } = asked;
  const form = formOf(request);
  const step = numberIn(form.get('step') ?? '');
  const lines = basketIn(form.get('b'));
  if (step === null) return show(asked, 'unreadable', 422);
  const made = await pages.exchange(token, shown.card, step, lines);
  if (made.is === 'exchanged')
    return redirect(request, reply, addressOf(pathOf(request), { done: String(step) }), 'said');
  const again = { ...asked, shown: (await pages.find(token)) ?? shown };
  return show(again, problems[made.is], 409, lines);
}

/** Back leads to addresses of an exchange that was made meanwhile. */
function isOutdated({ request: { query }, shown }: Asked): boolean {
  const { step } = query;
  return step !== undefined && step !== String(shown.step);
}

const problems: Record<Exclude<Exchanged['is'], 'exchanged'>, ExchangeProblem> = {
  missing: 'over',
  over: 'over',
  changed: 'changed',
  empty: 'empty',
  'too-many': 'too-many',
  'too-often': 'too-often',
  'more-than-left': 'dear',
  refused: 'gone',
};

async function show(
  asked: Asked,
  problem: ExchangeProblem | null,
  status = 200,
  lines = basketIn(asked.request.query['b']),
): Promise<FastifyReply> {
  const { pages, request, reply, shown, token } = asked;
  const search = searchIn(request.query);
  const { card, isOpen } = shown;
  const isOld = isOutdated(asked);
  const known = isOpen && !isOld ? await pages.titled(token, card, lines) : [];
  // A basket that is dearer than what is left was put together before something else was chosen.
  const basket = sumOf(known) > card.leftKopecks ? [] : known;
  const isLess = isOpen && !isOld && basket.length < lines.length;
  const leftKopecks = card.leftKopecks - sumOf(basket);
  const targets = isOpen
    ? await pages.targets(token, card, {
        ...search,
        leftKopecks,
        text: search.text === '' ? null : search.text,
      })
    : null;
  const isDone = shown.chosen.some(
    ({ step, givenBackAt }) => String(step) === request.query['done'] && givenBackAt === null,
  );
  return sendPage(
    reply.code(isOld ? 409 : status),
    renderExchange({
      shown,
      targets,
      basket,
      search,
      path: pathOf(request),
      language: languageFor(asked),
      problem: problem ?? (isOld && isOpen ? 'changed' : isLess ? 'gone' : null),
      isDone: isDone && problem === null,
    }),
  );
}

const numberIn = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

function searchIn(query: ExchangeRequest['query']): Search {
  const { q = '', c = '', after = '' } = query;
  return {
    text: q.replaceAll('\0', '').trim().slice(0, maxSearch),
    categoryId: numberIn(c),
    after: numberIn(after) ?? 0,
  };
}

const languageFor = ({ request, shown }: Asked) => languageOf(request, shown.view.language);

function redirect(
  request: ExchangeRequest,
  reply: FastifyReply,
  address: string,
  part = 'main',
): FastifyReply {
  return reply.headers(privatePageHeaders()).redirect(`${at(address, languageOf(request))}#${part}`, 303);
}

const pathOf = (request: ExchangeRequest): string => `/x/${request.params.token}`;

function sendUnknown(request: ExchangeRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const { title, text } = exchangeLabels[language].unknown;
  return sendPage(
    reply,
    renderPage({
      language,
      title,
      top: { place: exchangeLabels[language].title, path: null },
      main: messageView({ title, text, sign: 'broken' }),
    }),
  );
}

function sendFailed(
  request: ExchangeRequest,
  reply: FastifyReply,
  problem: 'unreadable' | 'failed',
): FastifyReply {
  const language = languageOf(request);
  const labels = exchangeLabels[language];
  const action = tokenForm.test(request.params.token)
    ? { text: labels.lookAgain, address: at(pathOf(request), language) }
    : undefined;
  return sendPage(
    reply,
    renderPage({
      language,
      title: labels.title,
      top: { place: labels.title, path: null },
      main: messageView({
        title: labels.title,
        text: labels.problems[problem],
        sign: 'trouble',
        ...(action && { action }),
      }),
    }),
  );
}
