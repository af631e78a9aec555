/** Shows what a choice certificate can be exchanged for, with what was put together and what is wrong with it. */
import type { FastifyReply } from 'fastify';
import { sendPage } from '../../../web/send-page.ts';
import { isOutdated, languageFor, pathOf, searchIn, type Asked } from './asked.ts';
import { basketIn, sumOf } from './basket.ts';
import type { ExchangeProblem } from './exchange-labels.ts';
import { renderExchange } from './exchange-view.ts';

export async function show(
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
