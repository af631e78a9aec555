import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CertificateCode, GiftView } from '../../delivery/certificate-view.ts';
import { chooseLanguage, type Language } from '../../platform/web/language.ts';
import { privatePageHeaders } from '../../platform/web/page-headers.ts';
import { renderGift } from './gift-view.ts';
import { giftScript, giftStyle } from './layout.ts';
import { renderNotice, type Notice } from './notice-view.ts';

/** The form has no fields: a larger body is not ours. */
const maxBodyBytes = 1024;
const tokenForm = /^[A-Za-z0-9_-]{22,64}$/;

/** What the page asks of the platform. Tokens come only in their right form. */
export interface GiftPageDoor {
  /** The gift behind a token without anything secret; changes nothing. */
  find(token: string): Promise<GiftView | null>;
  /** Opens the certificate for showing and audits that; null when there is none or it may not be shown. */
  reveal(
    token: string,
    by: 'page' | 'pdf',
    address: string,
  ): Promise<{ view: GiftView; code: CertificateCode } | null>;
  pdf(view: GiftView, code: CertificateCode, language: Language): Promise<Buffer>;
}

interface GiftRoute {
  Params: { token: string };
  Querystring: { lang?: unknown };
}

type GiftRequest = FastifyRequest<GiftRoute>;

/** `GET /g/<token>` shows the gift sealed; only a person's POST opens it, as a page or as a PDF. */
export async function registerGiftPage(app: FastifyInstance, door: GiftPageDoor): Promise<void> {
  // The address holds the token, so these routes' own request lines stay out of the log.
  const quiet = { logLevel: 'warn' as const };
  await app.register((scope, _options, done) => {
    acceptEmptyForms(scope);
    scope.setErrorHandler<Error & { statusCode?: number }, GiftRoute>((error, request, reply) =>
      sendError(error, request, reply),
    );
    scope.get<GiftRoute>('/g/:token', quiet, (request, reply) => showSealed(door, request, reply));
    scope.post<GiftRoute>('/g/:token', quiet, (request, reply) => showOpened(door, request, reply));
    scope.post<GiftRoute>('/g/:token/pdf', quiet, (request, reply) => sendPdf(door, request, reply));
    done();
  });
}

function acceptEmptyForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request, _body, done) => done(null, undefined),
  );
}

async function showSealed(
  door: GiftPageDoor,
  request: GiftRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  const view = tokenForm.test(token) ? await door.find(token) : null;
  if (view === null) return sendNotice(request, reply, 'unknown', 404);
  return sendGift(request, reply, view, null, false);
}

async function showOpened(
  door: GiftPageDoor,
  request: GiftRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  if (!tokenForm.test(token)) return sendNotice(request, reply, 'unknown', 404);
  const opened = await door.reveal(token, 'page', request.ip);
  return opened === null
    ? sendRefusal(door, request, reply)
    : sendGift(request, reply, opened.view, opened.code, false);
}

async function sendPdf(door: GiftPageDoor, request: GiftRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params;
  if (!tokenForm.test(token)) return sendNotice(request, reply, 'unknown', 404);
  const opened = await door.reveal(token, 'pdf', request.ip);
  if (opened === null) return sendRefusal(door, request, reply);
  const pdf = await door.pdf(opened.view, opened.code, languageOf(request));
  const name = `certificate-${opened.view.orderNumber.replaceAll(/[^\w-]/g, '')}.pdf`;
  return reply
    .headers(privatePageHeaders())
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(pdf);
}

/** A blocked certificate says so on its own page; a token that fits nothing is just unknown. */
async function sendRefusal(
  door: GiftPageDoor,
  request: GiftRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const view = await door.find(request.params.token);
  if (view === null) return sendNotice(request, reply, 'unknown', 404);
  return sendGift(request, reply.code(409), view, null, true);
}

function sendGift(
  request: GiftRequest,
  reply: FastifyReply,
  view: GiftView,
  code: CertificateCode | null,
  refused: boolean,
): FastifyReply {
  const page = renderGift({ view, language: languageOf(request), path: pathOf(request), code, refused });
  return sendPage(reply, page, view.pictureUrl);
}

function sendNotice(request: GiftRequest, reply: FastifyReply, notice: Notice, status: number): FastifyReply {
  const path = tokenForm.test(request.params.token) ? pathOf(request) : null;
  return sendPage(reply.code(status), renderNotice(notice, languageOf(request), path), null);
}

function sendPage(reply: FastifyReply, page: string, pictureUrl: string | null): FastifyReply {
  const needs = { styles: [giftStyle], scripts: [giftScript], pictures: [pictureUrl] };
  return reply
    .headers(privatePageHeaders(needs))
    .header('content-type', 'text/html; charset=utf-8')
    .send(page);
}

function sendError(
  error: Error & { statusCode?: number },
  request: GiftRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status < 500) return sendNotice(request, reply, 'unreadable', status);
  request.log.error({ err: error }, 'gift page failed');
  return sendNotice(request, reply, 'failed', 500);
}

const languageOf = (request: GiftRequest): Language =>
  chooseLanguage(request.query.lang, request.headers['accept-language']);

const pathOf = (request: GiftRequest): string => `/g/${request.params.token}`;
