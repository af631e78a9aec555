/** The pages for people at tills, at `/till`: sign in, check a number, redeem it, list today's redemptions. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { moscowDay, parseMoscowDateTime } from '../../platform/time/moscow-time.ts';
import { formatFace } from '../../platform/text/formats.ts';
import { readRoubles } from '../../platform/values/read-roubles.ts';
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import { answerFailuresBy } from '../../web/failures.ts';
import { isWhole, leavingOut } from '../../platform/cells/cell-context.ts';
import { checkAnywhere } from '../../redemption/in-cells.ts';
import { listRedemptions } from '../../redemption/find-redemption.ts';
import { createGuessLimits } from '../../redemption/guess-limits.ts';
import type { Redeem } from '../../redemption/gather-redemptions.ts';
import { closeShift, listShifts, openShift } from '../../redemption/shifts.ts';
import { maxNumberLength, type Till } from '../../redemption/till.ts';
import { may } from '../../people/access/principal.ts';
import { deviceKeptDays } from '../../people/sign-in/known-device.ts';
import type { AtTill } from '../../people/tills/at-till.ts';
import { acceptForms } from '../../web/forms.ts';
import { refuseForeignForms } from '../../web/own-forms.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import { acceptSessionCookie } from '../../web/session-cookie.ts';
import { registerScanner } from './scanner-assets.ts';
import { registerSignIn } from './sign-in-routes.ts';
import { createSignedIn, sendNotice, sendTooMany, type TillCall, type TillContext } from './till-call.ts';
import { shiftPage } from './shift-view.ts';
import { tillLabels } from './labels.ts';
import {
  checkPage,
  redeemedPage,
  refusalPage,
  todayPage,
  unknownPage,
  verdictPage,
  type VerdictAsk,
} from './till-views.ts';

/** Maximum length of today's list. */
const maxListed = 500;
/** Longest text of an amount that is shown again. */
const longestAmount = 16;
/** When to retry if too many passwords are waiting to be checked. */
const busyWaitSeconds = 2;

export async function registerTill(
  app: FastifyInstance,
  ctx: TillContext,
  redeemCode: Redeem,
): Promise<void> {
  const guesses = createGuessLimits(ctx);

  async function check(call: TillCall): Promise<FastifyReply> {
    const { reply, language, till, form } = call;
    const asking = askingOf(call);
    const key = `till-${randomBytes(16).toString('base64url')}`;
    if (asking !== null) return showVerdict(call, asking, { idempotencyKey: key });
    return sendPage(
      reply.code(404),
      unknownPage({ language, till }, (form.get('number') ?? '').slice(0, maxNumberLength)),
    );
  }

  async function showVerdict(
    { reply, language, till }: TillCall,
    asking: Asking,
    ask: Omit<VerdictAsk, 'number'>,
  ): Promise<FastifyReply> {
    const now = ctx.clock.now();
    const judged = await guesses.judge(asking, now, () => checkAnywhere(ctx, asking, now));
    if (judged.is === 'refused') return sendTooMany(reply, language, judged.waitSeconds);
    const checked = judged.verdict;
    if (checked.is === 'unknown') return sendPage(reply, unknownPage({ language, till }, asking.number));
    return sendPage(reply, verdictPage({ language, till }, checked, { number: asking.number, ...ask }));
  }

  async function redeem(call: TillCall): Promise<FastifyReply> {
    const { reply, language, till, form } = call;
    const asking = askingOf(call);
    const key = form.get('key') ?? '';
    if (asking === null || !/^till-[\w-]{22}$/.test(key)) {
      return sendNotice(reply, language, { is: 'expired-form' }, 400);
    }
    const amount = form.get('amount');
    const amountKopecks = amount === null ? undefined : (readRoubles(amount) ?? 0);
    const again = (amountError: string): Promise<FastifyReply> =>
      showVerdict({ ...call, reply: reply.code(422) }, asking, {
        idempotencyKey: key,
        amount: (amount ?? '').slice(0, longestAmount),
        amountError,
      });
    if (amountKopecks === 0) return again(tillLabels[language].amountWrong);
    const now = ctx.clock.now();
    const ask = {
      till: asking.till,
      number: asking.number,
      idempotencyKey: key,
      ...(amountKopecks !== undefined && { amountKopecks }),
    };
    const judged = await guesses.judge(asking, now, () => redeemCode(ask));
    if (judged.is === 'refused') return sendTooMany(reply, language, judged.waitSeconds);
    const redeemed = judged.verdict;
    switch (redeemed.is) {
      case 'redeemed':
        return sendPage(reply, redeemedPage({ language, till }, redeemed));
      case 'already-redeemed': {
        const before = { at: redeemed.redeemedAt, till: redeemed.till };
        return sendPage(reply.code(409), refusalPage({ language, till }, 'redeemed', before));
      }
      case 'undone':
        return sendNotice(reply, language, { is: 'undone' }, 409);
      case 'amount-needed':
      case 'more-than-left': {
        const { leftKopecks } = redeemed;
        return again(tillLabels[language].amountTooLarge(formatFace(leftKopecks, language)));
      }
      case 'too-many-parts':
        return again(tillLabels[language].tooManyParts(formatFace(redeemed.leftKopecks, language)));
      case 'other-amount':
        return sendNotice(reply, language, { is: 'other-amount' }, 409);
      case 'no-parts':
      case 'other-code':
        return sendNotice(reply, language, { is: 'expired-form' }, 409);
      case 'unknown':
        return sendPage(reply.code(409), unknownPage({ language, till }, asking.number));
      default:
        return sendPage(reply.code(409), refusalPage({ language, till }, redeemed.is));
    }
  }

  async function shift({ reply, language, atTill, till }: TillCall): Promise<FastifyReply> {
    const [place, reading] = [tillOf(atTill), leavingOut(ctx)];
    const open = await openShift(reading, place, ctx.clock.now());
    const closed = await listShifts(reading, place);
    return sendPage(reply, shiftPage({ language, till }, { open, closed, isPart: !isWhole(reading) }));
  }

  async function endShift({ reply, language, atTill }: TillCall): Promise<FastifyReply> {
    await closeShift(ctx, tillOf(atTill), ctx.clock.now());
    return reply.redirect(at('/till/shift', language), 303);
  }

  async function today({ reply, language, atTill, till }: TillCall): Promise<FastifyReply> {
    const since = parseMoscowDateTime(`${moscowDay(ctx.clock.now())} 00:00:00`) as Date;
    const ask = { till: tillOf(atTill), since, limit: maxListed };
    const reading = leavingOut(ctx);
    const redemptions = await listRedemptions(reading, ask);
    const shown = { redemptions, isPart: !isWhole(reading), mayUndo: mayUndo(atTill) };
    return sendPage(reply, todayPage({ language, till }, shown));
  }

  await app.register(async (scope) => {
    await acceptForms(scope, 'fields');
    refuseForeignForms(scope, ctx.config.baseUrl);
    const cookies = {
      cashier: await acceptSessionCookie(scope, 'cashier', ctx.config.baseUrl),
      person: await acceptSessionCookie(scope, 'session', ctx.config.baseUrl),
      device: await acceptSessionCookie(scope, 'device', ctx.config.baseUrl, deviceKeptDays),
    };
    const signedIn = createSignedIn(ctx, cookies);
    answerFailuresBy(scope, ({ problem, status, request, reply }) => {
      const language = languageOf(request);
      if (problem instanceof TooManyWaiting) {
        return sendNotice(reply.header('retry-after', busyWaitSeconds), language, { is: 'busy' }, 503);
      }
      if (status < 500) return sendNotice(reply, language, { is: 'expired-form' }, status);
      return sendNotice(reply, language, { is: 'failed' }, status);
    });
    registerScanner(scope);
    registerSignIn(scope, ctx, cookies);
    scope.get(
      '/till',
      signedIn(({ reply, language, till }) => sendPage(reply, checkPage({ language, till }))),
    );
    scope.get('/till/today', signedIn(today));
    scope.get('/till/shift', signedIn(shift));
    scope.post('/till/shift', signedIn(endShift));
    scope.post('/till/check', signedIn(check));
    scope.post('/till/redeem', signedIn(redeem));
    // Loading the address of an answer again starts over.
    for (const path of ['sign-in', 'sign-out', 'check', 'redeem']) {
      scope.get(`/till/${path}`, (request, reply) => reply.redirect(at('/till', languageOf(request)), 303));
    }
  });
}

interface Asking {
  till: Till;
  number: string;
  address: string;
}

function askingOf(call: TillCall): Asking | null {
  // Scanners send control characters, before the number or between its parts.
  const number = (call.form.get('number') ?? '').replaceAll(/\p{Cc}/gu, '').trim();
  if (number === '' || number.length > maxNumberLength) return null;
  return { till: tillOf(call.atTill), number, address: call.request.ip };
}

const mayUndo = ({ principal, supplierId }: AtTill): boolean =>
  may(principal, 'codes.undo', { side: 'supplier', partyId: supplierId });

const tillOf = ({ supplierId, principal, tillName, redeemsOwn, shopId, formerId }: AtTill): Till => ({
  supplierId,
  principal,
  name: tillName,
  redeemsOwn,
  shopId,
  formerId,
});
