import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooseLanguage, type Language } from '../../src/platform/text/language.ts';
import type { OrderLine } from '../../src/reports/order-report.ts';
import { inLanguage } from '../demo-frame.ts';
import type { PageWays } from '../supplier-routes.ts';
import { missingStoryPage, refusedPage, storyPage, storyPath, type Story } from './story-page.ts';

/** What the demo's pages ask of the platform they stand beside. */
export interface DemoOrders {
  /** The newest, whoever placed them. */
  latest(): Promise<OrderLine[]>;
  find(requestId: number): Promise<Story | null>;
  /** Places one signed order through the public API. */
  placeOne(): Promise<{ is: 'placed'; requestId: number } | { is: 'refused'; why: string }>;
  clock: DemoClock;
}

export interface DemoClock {
  now(): Date;
  /** How far the demo world is ahead of the true time. */
  aheadMs(): number;
  /** False: it goes no further. */
  travel(span: number | 'reset'): Promise<boolean>;
}

const hourMs = 3_600_000;
/** What the buttons of `/demo` offer. */
export const travelSpans = { '2h': 2 * hourMs, '1d': 24 * hourMs, '30d': 720 * hourMs } as const;

/** `/demo/orders`: the story of an order, a button that places one, and another that moves the clock. */
export function registerStory(
  demo: FastifyInstance,
  orders: DemoOrders,
  { languageOf, bodyOf, sendPage }: PageWays,
): void {
  demo.get<{ Params: { id: string } }>('/demo/orders/:id(^\\d{1,15}$)', async (request, reply) => {
    const story = await orders.find(Number(request.params.id));
    const language = languageOf(request);
    return story === null
      ? sendPage(reply, missingStoryPage(language), 404)
      : sendPage(reply, storyPage(story, language));
  });

  const form = (path: string, act: (fields: URLSearchParams, reply: FastifyReply) => Promise<FastifyReply>) =>
    demo.post(path, async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return reply.code(400).send();
      const fields = new URLSearchParams(bodyOf(request));
      fields.set('lang', chooseLanguage(fields.get('lang'), request.headers['accept-language']));
      return act(fields, reply);
    });

  form('/demo/orders', async (fields, reply) => {
    const language = languageIn(fields);
    const placed = await orders.placeOne();
    if (placed.is === 'refused') return sendPage(reply, refusedPage(placed.why, language), 409);
    return reply.redirect(inLanguage(storyPath(placed.requestId), language), 303);
  });
  form('/demo/time', async (fields, reply) => {
    const asked = fields.get('span') ?? '';
    const span = asked === 'reset' ? asked : travelSpans[asked as keyof typeof travelSpans];
    if (span === undefined || !(await orders.clock.travel(span))) return reply.code(400).send();
    return reply.redirect(`${inLanguage('/demo', languageIn(fields))}#time`, 303);
  });
}

const languageIn = (fields: URLSearchParams): Language => chooseLanguage(fields.get('lang'), undefined);
