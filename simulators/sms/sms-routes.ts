import type { FastifyInstance } from 'fastify';
import { chooseLanguage } from '../../src/platform/web/language.ts';
import { inLanguage } from '../demo-frame.ts';
import type { PageWays } from '../supplier-routes.ts';
import { moods, type DoorMood } from './door-mood.ts';
import { smsPage, smsPath } from './sms-page.ts';
import type { Door, TextInbox } from './text-inbox.ts';

export interface DemoTexts {
  inbox: TextInbox;
  moods: Record<Door, DoorMood>;
}

const shownTexts = 100;

/** `/demo/sms`: what phones got, and the moods of the two providers. */
export function registerSms(demo: FastifyInstance, texts: DemoTexts, ways: PageWays): void {
  const { languageOf, bodyOf, sendPage } = ways;
  demo.get(smsPath, (request, reply) =>
    sendPage(
      reply,
      smsPage({
        texts: texts.inbox.newest(shownTexts),
        count: texts.inbox.count(),
        moods: { smpp: texts.moods.smpp.get(), gateway: texts.moods.gateway.get() },
        language: languageOf(request),
      }),
    ),
  );
  for (const door of ['smpp', 'gateway'] as const) {
    demo.post(`${smsPath}/${door}`, (request, reply) => {
      const form = new URLSearchParams(bodyOf(request));
      const wanted = moods.find((mood) => mood === form.get('mood'));
      const site = request.headers['sec-fetch-site'];
      if (wanted === undefined || (site !== undefined && site !== 'same-origin'))
        return reply.code(400).send();
      texts.moods[door].set(wanted);
      const language = chooseLanguage(form.get('lang'), request.headers['accept-language']);
      return reply.redirect(inLanguage(smsPath, language), 303);
    });
  }
}
