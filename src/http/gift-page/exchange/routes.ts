/** `/x/<token>`: the holder of a choice certificate chooses; only a confirmed POST exchanges anything. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../../context.ts';
import { mostLines, type ExchangeLine } from '../../../orders/exchange/exchange.ts';
import { answerFailuresBy } from '../../../web/failures.ts';
import { acceptForms } from '../../../web/forms.ts';
import { messageView } from '../../../web/message-view.ts';
import { at, languageOf } from '../../../web/request-language.ts';
import { sendPage } from '../../../web/send-page.ts';
import { renderPage } from '../../../web/frame.ts';
import { tokenForm } from '../cut-link.ts';
import {
  isOutdated,
  pathOf,
  redirect,
  searchIn,
  type Asked,
  type ExchangeRequest,
  type ExchangeRoute,
} from './asked.ts';
import { basketIn, sumOf } from './basket.ts';
import { askAgain, exchangeNow, sendCode } from './confirm-routes.ts';
import { createConfirmationLimits } from './confirmations.ts';
import { exchangeLabels } from './exchange-labels.ts';
import { createExchangePages } from './exchange-pages.ts';
import { basketPath } from './exchange-page.ts';
import { show } from './show.ts';
import { typedSum } from './targets-view.ts';

export async function registerExchangePage(
  app: FastifyInstance,
  ctx: Context,
  onPlaced: () => void,
): Promise<void> {
  const pages = createExchangePages(ctx, onPlaced);
  const limits = createConfirmationLimits(ctx);
  const answering =
    (answer: (asked: Asked) => Promise<FastifyReply>) =>
    async (request: ExchangeRequest, reply: FastifyReply) => {
      const { token } = request.params;
      const shown = tokenForm.test(token) ? await pages.find(token) : null;
      if (shown === null) return sendUnknown(request, reply.code(404));
      return answer({ pages, limits, request, reply, shown, token });
    };
  await app.register(async (scope) => {
    await acceptForms(scope, 'fields');
    answerFailuresBy(scope, ({ status, request, reply }) =>
      sendFailed(request as ExchangeRequest, reply, status < 500 ? 'unreadable' : 'failed'),
    );
    scope.get<ExchangeRoute>('/x/:token', answering(showOrAdd));
    scope.get<ExchangeRoute>('/x/:token/confirm', answering(askAgain));
    scope.post<ExchangeRoute>('/x/:token', answering(exchangeNow));
    scope.post<ExchangeRoute>('/x/:token/code', answering(sendCode));
    // Whoever opens the address of a form's answer wants the page.
    scope.get<ExchangeRoute>('/x/:token/code', answering(showOrAdd));
  });
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
