import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/database.ts';
import { problemWords } from '../../platform/loop.ts';
import { moscowDay, parseMoscowDateTime } from '../../platform/moscow-time.ts';
import { hashPassword } from '../../platform/password.ts';
import { createThrottle } from '../../platform/throttle.ts';
import { chooseLanguage, type Language } from '../../platform/web/language.ts';
import { privatePageHeaders } from '../../platform/web/page-headers.ts';
import { checkCode } from '../../redemption/check-code.ts';
import { listRedemptions } from '../../redemption/find-redemption.ts';
import { createGuessLimits } from '../../redemption/guess-limits.ts';
import { redeemCode } from '../../redemption/redeem-code.ts';
import { createSignIn, endSession, findSession, type TillSession } from '../../redemption/till-sessions.ts';
import { choosePassword } from '../../redemption/till-users.ts';
import { maxNumberLength, type Till } from '../../redemption/till.ts';
import { at, tillScript, tillStyle, type SignedInTill } from './layout.ts';
import { registerScanner } from './scanner-assets.ts';
import { readCookie, setCookie } from './session-cookie.ts';
import { leastPassword, mostPassword, passwordPage, signInPage, type SignInNote } from './sign-in-views.ts';
import { checkPage, noticePage, redeemedPage, refusalPage, todayPage, verdictPage } from './till-views.ts';
import type { TillNotice } from './till-views.ts';

const maxBodyBytes = 4096;
/** Sign-ins from one address, right or wrong: a shop has a few tills, a guesser many tries. */
const signInsOfAddress = { events: 60, windowSeconds: 600 };
/** The list of today shows this many at the most. */
const maxListed = 500;

type Ctx = Pick<Context, 'config' | 'db' | 'keyring' | 'clock' | 'log'>;

/** One request of a signed-in till. */
interface TillCall {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
  session: TillSession;
  /** The same, as the pages show it. */
  till: SignedInTill;
  form: URLSearchParams;
}

/** The pages for people at tills, at `/till`: sign in, check a number, redeem it, see what was redeemed today. */
export async function registerTill(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const secure = ctx.config.baseUrl.startsWith('https:');
  const signIn = createSignIn(ctx.db);
  const signIns = createThrottle(signInsOfAddress);
  const guesses = createGuessLimits(ctx.keyring);

  /** Lets in whoever is signed in; forms must come from a page that this session was shown. */
  const signedIn =
    (answer: (call: TillCall) => Promise<FastifyReply> | FastifyReply, whileOneTime = false) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const language = languageOf(request);
      const cookie = readCookie(request, secure);
      const session = await findSession(ctx.db, cookie, ctx.clock.now());
      if (session === null) {
        if (cookie !== '') setCookie(reply, '', secure);
        return sendSignIn(reply, language, cookie === '' ? null : 'signed-out');
      }
      const token = formTokenOf(cookie);
      const form = formOf(request);
      if (request.method === 'POST' && !isSame(form.get('form') ?? '', token)) {
        return sendNotice(reply, language, { is: 'expired-form' }, 403);
      }
      const till = { supplierName: session.supplierName, userName: session.userName, formToken: token };
      if (session.oneTime && !whileOneTime) return send(reply, passwordPage(language, till, null));
      return answer({ request, reply, language, session, till, form });
    };

  async function startSession(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request);
    const now = ctx.clock.now();
    // A foreign page may not sign a till in under its own account.
    const site = request.headers['sec-fetch-site'] ?? 'same-origin';
    if (site !== 'same-origin' && site !== 'none') {
      return sendNotice(reply, language, { is: 'expired-form' }, 403);
    }
    const wait = signIns.waitSeconds(request.ip, now);
    if (wait > 0) return sendTooMany(reply, language, wait);
    signIns.count(request.ip, now);
    const form = formOf(request);
    const login = (form.get('login') ?? '').slice(0, 60);
    const password = form.get('password') ?? '';
    if (password.length > mostPassword) return sendSignIn(reply, language, 'refused', login);
    const outcome = await signIn(login, password, now);
    if (outcome.is !== 'signed-in') return sendSignIn(reply, language, outcome.is, login);
    setCookie(reply, outcome.cookie, secure);
    return reply.redirect(at('/till', language), 303);
  }

  async function endOfSession({ reply, language, session }: TillCall): Promise<FastifyReply> {
    await endSession(ctx.db, session);
    setCookie(reply, '', secure);
    return reply.redirect(at('/till', language), 303);
  }

  async function savePassword({ reply, language, session, till, form }: TillCall): Promise<FastifyReply> {
    const password = form.get('password') ?? '';
    if (password.length < leastPassword || password.length > mostPassword) {
      return send(reply.code(400), passwordPage(language, till, 'short'));
    }
    if (password !== form.get('repeat')) return send(reply.code(400), passwordPage(language, till, 'differ'));
    const passwordHash = await hashPassword(password);
    const { supplierId, userId, tokenHash: keepSession } = session;
    await transaction(ctx.db, (tx) => choosePassword(tx, { supplierId, userId, passwordHash, keepSession }));
    return reply.redirect(at('/till', language), 303);
  }

  async function check(call: TillCall): Promise<FastifyReply> {
    const { reply, language, till } = call;
    const asking = askingOf(call);
    if (asking === null) return send(reply.code(404), refusalPage({ language, till }, 'unknown'));
    const now = ctx.clock.now();
    const wait = guesses.waitSeconds(asking, now);
    if (wait > 0) return sendTooMany(reply, language, wait);
    const checked = await checkCode(ctx.db, ctx.keyring, asking, now);
    guesses.count(asking, checked.is === 'unknown', now);
    const idempotencyKey = `till-${randomBytes(16).toString('base64url')}`;
    return send(reply, verdictPage({ language, till }, checked, { number: asking.number, idempotencyKey }));
  }

  async function redeem(call: TillCall): Promise<FastifyReply> {
    const { reply, language, till, form } = call;
    const asking = askingOf(call);
    const key = form.get('key') ?? '';
    if (asking === null || !/^till-[\w-]{22}$/.test(key)) {
      return sendNotice(reply, language, { is: 'expired-form' }, 400);
    }
    const now = ctx.clock.now();
    const wait = guesses.waitSeconds(asking, now);
    if (wait > 0) return sendTooMany(reply, language, wait);
    const ask = { till: asking.till, number: asking.number, idempotencyKey: key };
    const redeemed = await transaction(ctx.db, (tx) => redeemCode(tx, ctx.keyring, ask, now));
    guesses.count(asking, redeemed.is === 'unknown', now);
    switch (redeemed.is) {
      case 'redeemed':
        return send(reply, redeemedPage({ language, till }, redeemed));
      case 'already-redeemed': {
        const before = { at: redeemed.redeemedAt, till: redeemed.till };
        return send(reply.code(409), refusalPage({ language, till }, 'redeemed', before));
      }
      case 'other-code':
        return sendNotice(reply, language, { is: 'expired-form' }, 409);
      default:
        return send(reply.code(409), refusalPage({ language, till }, redeemed.is));
    }
  }

  async function today({ reply, language, session, till }: TillCall): Promise<FastifyReply> {
    const { supplierId, userId } = session;
    const since = parseMoscowDateTime(`${moscowDay(ctx.clock.now())} 00:00:00`) as Date;
    const redemptions = await listRedemptions(ctx.db, { supplierId, userId, since, limit: maxListed });
    return send(reply, todayPage({ language, till }, redemptions));
  }

  await app.register((scope, _options, done) => {
    acceptForms(scope);
    scope.setErrorHandler<Error & { statusCode?: number }>((problem, request, reply) => {
      const language = languageOf(request);
      const status = problem.statusCode ?? 500;
      if (status < 500) return sendNotice(reply, language, { is: 'expired-form' }, status);
      ctx.log.error({ request_id: request.id, problem: problemWords(problem) }, 'till failed');
      return sendNotice(reply, language, { is: 'failed' }, 500);
    });
    registerScanner(scope);
    scope.get(
      '/till',
      signedIn(({ reply, language, till }) => send(reply, checkPage({ language, till }))),
    );
    scope.get('/till/today', signedIn(today));
    scope.post('/till/sign-in', (request, reply) => startSession(request, reply));
    scope.post('/till/sign-out', signedIn(endOfSession, true));
    scope.post('/till/password', signedIn(savePassword, true));
    scope.post('/till/check', signedIn(check));
    scope.post('/till/redeem', signedIn(redeem));
    // Whoever loads an answer again by its address starts anew.
    for (const path of ['sign-in', 'sign-out', 'password', 'check', 'redeem']) {
      scope.get(`/till/${path}`, (request, reply) => reply.redirect(at('/till', languageOf(request)), 303));
    }
    done();
  });
}

function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  );
}

const formOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(typeof request.body === 'string' ? request.body : '');

function askingOf(call: TillCall): { till: Till; number: string; address: string } | null {
  const number = (call.form.get('number') ?? '').trim();
  if (number === '' || number.length > maxNumberLength || /\p{Cc}/u.test(number)) return null;
  const { supplierId, userId, userName, redeemsOwn } = call.session;
  return { till: { supplierId, userId, name: userName, redeemsOwn }, number, address: call.request.ip };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Only who holds the cookie can name it; it says nothing about the cookie. */
const formTokenOf = (cookie: string): string => digest(`form of ${cookie}`).toString('base64url');

const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const languageOf = (request: FastifyRequest): Language =>
  chooseLanguage(
    (request.query as Record<string, unknown> | undefined)?.['lang'],
    request.headers['accept-language'],
  );

function send(reply: FastifyReply, page: string): FastifyReply {
  const needs = { styles: [tillStyle], scripts: [tillScript], camera: true };
  return reply
    .headers(privatePageHeaders(needs))
    .header('content-type', 'text/html; charset=utf-8')
    .send(page);
}

const sendSignIn = (reply: FastifyReply, language: Language, note: SignInNote, login = ''): FastifyReply =>
  send(
    reply.code(note === 'locked' ? 429 : note === 'refused' ? 403 : 200),
    signInPage(language, note, login),
  );

const sendNotice = (
  reply: FastifyReply,
  language: Language,
  notice: TillNotice,
  status: number,
): FastifyReply => send(reply.code(status), noticePage(language, notice));

function sendTooMany(reply: FastifyReply, language: Language, waitSeconds: number): FastifyReply {
  reply.header('retry-after', String(waitSeconds));
  return sendNotice(reply, language, { is: 'too-many', minutes: Math.ceil(waitSeconds / 60) }, 429);
}
