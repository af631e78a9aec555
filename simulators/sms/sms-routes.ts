import type { FastifyInstance } from 'fastify';
import { chooseLanguage } from '../../src/platform/text/language.ts';
import { inLanguage } from '../demo-frame.ts';
import type { PageWays } from '../supplier-routes.ts';
import { modes, type ProviderMode } from './provider-mode.ts';
import { smsPage, smsPath } from './sms-page.ts';
import type { ProviderKind, TextInbox } from './text-inbox.ts';

export interface DemoTexts {
  inbox: TextInbox;
  modes: Record<ProviderKind, ProviderMode>;
}

const shownTexts = 100;

/** `/demo/sms`: what phones got, and the modes of the two providers. */
export function registerSms(demo: FastifyInstance, texts: DemoTexts, ways: PageWays): void {
  const { languageOf, bodyOf, sendPage } = ways;
  demo.get(smsPath, (request, reply) =>
    sendPage(
      reply,
      smsPage({
        texts: texts.inbox.newest(shownTexts),
        count: texts.inbox.count(),
        modes: { smpp: texts.modes.smpp.get(), gateway: texts.modes.gateway.get() },
        language: languageOf(request),
      }),
    ),
  );
  for (const provider of ['smpp', 'gateway'] as const) {
    demo.post(`${smsPath}/${provider}`, (request, reply) => {
      const form = new URLSearchParams(bodyOf(request));
      const wanted = modes.find((mode) => mode === form.get('mode'));
      const site = request.headers['sec-fetch-site'];
      if (wanted === undefined || (site !== undefined && site !== 'same-origin'))
        return reply.code(400).send();
      texts.modes[provider].set(wanted);
      const language = chooseLanguage(form.get('lang'), request.headers['accept-language']);
      return reply.redirect(inLanguage(smsPath, language), 303);
    });
  }
}
