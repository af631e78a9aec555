import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Language } from '../../src/platform/text/language.ts';
import type { OrderLine } from '../../src/reports/order-report.ts';
import { formOf } from '../../src/web/forms.ts';
import { at, languageOf } from '../../src/web/request-language.ts';
import { sendPage } from '../../src/web/send-page.ts';
import { missingStoryPage, refusedPage, storyPage, storyPath, type Story } from './story-page.ts';

/** What the demo's pages need from the platform. */
export interface DemoOrders {
  /** The newest orders of all clients. */
  latest(): Promise<OrderLine[]>;
  find(requestId: number): Promise<Story | null>;
  /** Places one signed order through the public API. */
  placeOne(): Promise<{ is: 'placed'; requestId: number } | { is: 'refused'; why: string }>;
  clock: DemoClock;
}

export interface DemoClock {
  now(): Date;
  /** How far the demo's clock is ahead of the true time. */
  aheadMs(): number;
  /** False: it goes no further. */
  travel(span: number | 'reset'): Promise<boolean>;
}

const hourMs = 3_600_000;
/** The actions of the buttons on `/demo`. */
export const travelSpans = { '2h': 2 * hourMs, '1d': 24 * hourMs, '30d': 720 * hourMs } as const;

/** `/demo/orders`: the story of an order, a button that places one, and another that moves the clock. */
export function registerStory(demo: FastifyInstance, orders: DemoOrders): void {
  demo.get<{ Params: { id: string } }>('/demo/orders/:id(^\\d{1,15}$)', async (request, reply) => {
    const story = await orders.find(Number(request.params.id));
    const language = languageOf(request);
    return story === null
      ? sendPage(reply.code(404), missingStoryPage(language))
      : sendPage(reply, storyPage(story, language));
  });
  demo.post('/demo/orders', (request, reply) => placeOne(orders, languageOf(request), reply));
  demo.post('/demo/time', async (request, reply) => {
    const asked = formOf(request).get('span') ?? '';
    const span = asked === 'reset' ? asked : travelSpans[asked as keyof typeof travelSpans];
    if (span === undefined || !(await orders.clock.travel(span))) return reply.code(400).send();
    return reply.redirect(`${at('/demo', languageOf(request))}#time`, 303);
  });
}

async function placeOne(orders: DemoOrders, language: Language, reply: FastifyReply): Promise<FastifyReply> {
  const placed = await orders.placeOne();
  if (placed.is === 'refused') return sendPage(reply.code(409), refusedPage(placed.why, language));
  return reply.redirect(at(storyPath(placed.requestId), language), 303);
}
