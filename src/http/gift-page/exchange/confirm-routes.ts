/** The last look, the code that it may ask for, and the exchange. */
import type { FastifyReply } from 'fastify';
import type { Exchanged, ExchangeLine } from '../../../orders/exchange/exchange.ts';
import { plainDigits } from '../../../platform/values/phone.ts';
import { formOf } from '../../../web/forms.ts';
import { addressOf } from '../../../web/request-language.ts';
import { sendPage } from '../../../web/send-page.ts';
import { isOutdated, languageFor, numberIn, pathOf, redirect, type Asked } from './asked.ts';
import { basketIn, sumOf } from './basket.ts';
import type { CodeProblem } from './confirm-labels.ts';
import { renderConfirm } from './confirm-view.ts';
import type { ExchangeProblem } from './exchange-labels.ts';
import { confirmPath } from './exchange-page.ts';
import type { TitledLine } from './exchange-pages.ts';
import { show } from './show.ts';

/** A code with all that may stand around it in what was copied. */
const mostTyped = 40;

/** The last look. What cannot be had any more is left out, and said. */
export async function askAgain(asked: Asked): Promise<FastifyReply> {
  const lines = basketIn(asked.request.query['b']);
  if (!asked.shown.isOpen || isOutdated(asked)) return show(asked, null);
  return asked.request.query['step'] === undefined
    ? confirmAt(asked, lines)
    : showConfirm(asked, lines, null);
}

/** The address of the last look has the number of the exchange. */
async function confirmAt(asked: Asked, lines: ExchangeLine[], part?: string): Promise<FastifyReply> {
  const { request, reply, shown } = asked;
  const basket = await basketOf(asked, lines);
  return 'problem' in basket
    ? show(asked, basket.problem, 422, lines)
    : redirect(request, reply, confirmPath({ path: pathOf(request), shown, ...basket }), part);
}

async function showConfirm(
  asked: Asked,
  lines: ExchangeLine[],
  problem: CodeProblem | null,
  status = 200,
): Promise<FastifyReply> {
  const { pages, request, reply, shown, token } = asked;
  const found = await basketOf(asked, lines);
  if ('problem' in found) return show(asked, found.problem, 422, lines);
  const { basket } = found;
  const need = await pages.needed(token, shown.card, sumOf(basket));
  return sendPage(
    reply.code(status),
    renderConfirm({ shown, basket, need, problem, path: pathOf(request), language: languageFor(asked) }),
  );
}

async function basketOf(
  { pages, shown, token }: Asked,
  lines: ExchangeLine[],
): Promise<{ basket: TitledLine[] } | { problem: ExchangeProblem }> {
  const basket = await pages.titled(token, shown.card, lines);
  if (lines.length === 0) return { problem: 'empty' };
  if (basket.length < lines.length) return { problem: 'gone' };
  return sumOf(basket) > shown.card.leftKopecks ? { problem: 'dear' } : { basket };
}

/** What a form of the last look has; null: it is not of that page. */
function confirmedIn({ request }: Asked): { step: number; lines: ExchangeLine[]; code: string } | null {
  const form = formOf(request);
  const step = numberIn(form.get('step') ?? '');
  const code = plainDigits((form.get('code') ?? '').slice(0, mostTyped));
  return step === null ? null : { step, lines: basketIn(form.get('b')), code };
}

export async function sendCode(asked: Asked): Promise<FastifyReply> {
  const { pages, limits, request, shown, token } = asked;
  const confirmed = confirmedIn(asked);
  if (confirmed === null) return show(asked, 'unreadable', 422);
  const { step, lines } = confirmed;
  if (!shown.isOpen || step !== shown.step) return show(asked, shown.isOpen ? 'changed' : 'over', 409);
  const basket = await basketOf(asked, lines);
  if ('problem' in basket) return show(asked, basket.problem, 422, lines);
  const need = await pages.needed(token, shown.card, sumOf(basket.basket));
  if (need === null) return confirmAt(asked, lines);
  const sent = await limits.send(request.ip, () => pages.sendCode(token, shown.card));
  if (sent.is === 'asked' || sent.is === 'no-address') return confirmAt(asked, lines, 'code');
  return showConfirm(asked, lines, sent.is, 429);
}

export async function exchangeNow(asked: Asked): Promise<FastifyReply> {
  const { pages, limits, request, reply, shown, token } = asked;
  const confirmed = confirmedIn(asked);
  if (confirmed === null) return show(asked, 'unreadable', 422);
  const { step, lines, code } = confirmed;
  const exchange = (): Promise<Exchanged> => pages.exchange(token, shown.card, confirmed);
  const made = code === '' ? await exchange() : await limits.judge(request.ip, exchange);
  if (made.is === 'exchanged')
    return redirect(request, reply, addressOf(pathOf(request), { done: String(step) }), 'said');
  const again = { ...asked, shown: (await pages.find(token)) ?? shown };
  if (made.is === 'throttled') return showConfirm(again, lines, 'throttled', 429);
  if (made.is === 'unconfirmed') return showConfirm(again, lines, made.code, 422);
  return show(again, problems[made.is], 409, lines);
}

const problems: Record<Exclude<Exchanged['is'], 'exchanged' | 'unconfirmed'>, ExchangeProblem> = {
  missing: 'over',
  over: 'over',
  changed: 'changed',
  empty: 'empty',
  'too-many': 'too-many',
  'too-often': 'too-often',
  'more-than-left': 'dear',
  refused: 'gone',
};
