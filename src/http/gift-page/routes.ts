/** `GET /g/<token>` shows the gift sealed; only a person's POST opens it, as a page or as a PDF. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GiftView } from '../../certificates/certificate.ts';
import { answerFailuresBy, isAct } from '../../web/failures.ts';
import type { Language } from '../../platform/text/language.ts';
import { acceptForms } from '../../web/forms.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { sendCompressed } from '../../web/send-compressed.ts';
import { renderGift } from './gift-view.ts';
import { tokenAt, tokenForm, tokenIn } from './cut-link.ts';
import { keepUntil } from './keeping-view.ts';
import type { Notice } from './gift-labels.ts';
import { renderNotice } from './notice-view.ts';
import { keepsCookies, noteOpened, tryCookies, wasOpened } from './opened-cookie.ts';
import { servePageScripts } from './page-scripts.ts';
import type { ResendAnswer, ShownGift, ShownOpen } from './shown-gift.ts';

/** What the page needs from the platform. Tokens are already checked for their format. */
export interface GiftPages {
  /** Whether there is such a gift; counts no visit. */
  exists(token: string): Promise<boolean>;
  /** The gift behind a token without secrets; counts a visit and changes nothing else. */
  find(token: string): Promise<ShownGift | null>;
  /** Opens the certificate for display and records that; null if there is none or it may not be shown. */
  reveal(token: string, address: string): Promise<ShownOpen | null>;
  /** The same as PDF. */
  pdf(token: string, address: string, language: Language): Promise<{ view: GiftView; bytes: Buffer } | null>;
  /** Resends it to its last address only; null if there is no such gift. */
  resend(token: string): Promise<ResendAnswer | null>;
}

interface GiftRoute {
  Params: { token: string };
  Querystring: { lang?: unknown; said?: unknown };
}

type GiftRequest = FastifyRequest<GiftRoute>;
type Answer = (pages: GiftPages, request: GiftRequest, reply: FastifyReply) => Promise<FastifyReply>;

export async function registerGiftPage(app: FastifyInstance, pages: GiftPages): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope, 'button');
    answerFailuresBy(scope, ({ status, request, reply }) =>
      sendNotice(request as GiftRequest, reply, status < 500 ? 'unreadable' : 'failed', status),
    );
    await scope.register(servePageScripts);
    scope.get<GiftRoute>('/g/:token', { exposeHeadRoute: false }, answering(pages, showSealed));
    scope.head<GiftRoute>('/g/:token', answering(pages, tellWhether));
    scope.post<GiftRoute>('/g/:token', answering(pages, showOpened));
    scope.post<GiftRoute>('/g/:token/pdf', answering(pages, sendPdf));
    scope.post<GiftRoute>('/g/:token/resend', answering(pages, sendAgain));
    scope.get<GiftRoute>('/g/:token/resend', answering(pages, tellResent));
    // Whoever opens the address of an answer wants the gift, and a stroke at the end of a link means nothing.
    scope.get<GiftRoute>('/g/:token/*', answering(pages, sendToGift));
  });
}

/** A token in any other format is unknown without a lookup; one with something around it is looked for at its own address. */
const answering = (pages: GiftPages, answer: Answer) => (request: GiftRequest, reply: FastifyReply) => {
  const { token } = request.params;
  const own = tokenIn(token);
  if (own === token) return answer(pages, request, reply);
  return own !== null && !isAct(request)
    ? redirectToGift(request, reply, own)
    : sendNotice(request, reply, 'unknown', 404);
};

/** The address is made of the token alone, whether there is such a gift or not. */
function redirectToGift(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply {
  const { lang } = (request.query ?? {}) as GiftRoute['Querystring'];
  const path = `/g/${token}`;
  const address = lang === undefined ? path : at(path, languageOf(request));
  return reply.headers(privatePageHeaders()).redirect(address, 303);
}

/** Whether an address that is no valid one was that of a gift, with `%` or half of a percent code behind it. */
export function redirectFromBadAddress(request: FastifyRequest, reply: FastifyReply): boolean {
  const token = isAct(request) ? null : tokenAt(request.url);
  if (token !== null) redirectToGift(request, reply, token);
  return token !== null;
}

const sendToGift: Answer = async (_pages, request, reply) =>
  reply.headers(privatePageHeaders()).redirect(at(pathOf(request), languageOf(request)), 303);

const showSealed: Answer = async (pages, request, reply) => {
  if (wasOpened(request)) return openNow(pages, request, reply);
  const shown = await pages.find(request.params.token);
  if (shown === null) return sendNotice(request, reply, 'unknown', 404);
  tryCookies(request, reply);
  return sendGift(request, reply, shown, false);
};

/** A HEAD is a probe of a mail scanner or messenger: it gets status and headers, and counts no visit. */
const tellWhether: Answer = async (pages, request, reply) =>
  reply
    .code((await pages.exists(request.params.token)) ? 200 : 404)
    .headers(privatePageHeaders())
    .header('content-type', 'text/html; charset=utf-8')
    .send();

const showOpened: Answer = async (pages, request, reply) => {
  if (!keepsCookies(request)) return openNow(pages, request, reply);
  noteOpened(reply, pathOf(request));
  return sendToGift(pages, request, reply);
};

const openNow: Answer = async (pages, request, reply) => {
  const opened = await pages.reveal(request.params.token, request.ip);
  return opened === null ? sendRefusal(pages, request, reply) : sendGift(request, reply, opened, false);
};

const sendPdf: Answer = async (pages, request, reply) => {
  const pdf = await pages.pdf(request.params.token, request.ip, languageOf(request));
  if (pdf === null) return sendRefusal(pages, request, reply);
  const name = `certificate-${pdf.view.orderNumber.replaceAll(/[^\w-]/g, '')}.pdf`;
  return reply
    .headers(privatePageHeaders())
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(pdf.bytes);
};

const sendAgain: Answer = async (pages, request, reply) => {
  const answer = await pages.resend(request.params.token);
  if (answer === null) return sendNotice(request, reply, 'unknown', 404);
  const [notice, status] = resendNotices[answer];
  if (!keepsCookies(request)) return sendNotice(request, reply, notice, status);
  const address = at(`${pathOf(request)}/resend?said=${answer}`, languageOf(request));
  return reply.headers(privatePageHeaders()).redirect(address, 303);
};

/** What was said of a resend is at an address of its own, for the same reason as an opened gift (opened-cookie.ts). */
const tellResent: Answer = async (pages, request, reply) => {
  const { said } = request.query;
  return typeof said === 'string' && Object.hasOwn(resendNotices, said)
    ? sendNotice(request, reply, resendNotices[said as ResendAnswer][0], 200)
    : sendToGift(pages, request, reply);
};

const resendNotices: Record<ResendAnswer, [Notice, number]> = {
  asked: ['resent', 200],
  later: ['resendLater', 429],
  'too-many': ['resendTomorrow', 429],
  impossible: ['resendImpossible', 409],
};

/** A blocked certificate has its own page; a wrong token is simply unknown. */
const sendRefusal: Answer = async (pages, request, reply) => {
  const shown = await pages.find(request.params.token);
  return shown === null
    ? sendNotice(request, reply, 'unknown', 404)
    : sendGift(request, reply.code(409), shown, true);
};

function sendGift(
  request: GiftRequest,
  reply: FastifyReply,
  shown: ShownGift | ShownOpen,
  refused: boolean,
): FastifyReply {
  // Read by script/offline-worker.js: a device that has kept this gift deletes it.
  if (keepUntil(shown) === null) void reply.header('x-gift-over', 'yes');
  // The answer contains only the token of the request, which its sender knows already.
  return sendCompressed(
    request,
    reply,
    renderGift({ shown, language: languageOf(request, shown.view.language), path: pathOf(request), refused }),
  );
}

function sendNotice(request: GiftRequest, reply: FastifyReply, notice: Notice, status: number): FastifyReply {
  const path = tokenForm.test(request.params.token) ? pathOf(request) : null;
  return sendCompressed(request, reply.code(status), renderNotice(notice, languageOf(request), path));
}

const pathOf = (request: GiftRequest): string => `/g/${request.params.token}`;
