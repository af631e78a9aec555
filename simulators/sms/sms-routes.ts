/** `/demo/sms`: what phones got, and the modes of the two providers. */
import type { FastifyInstance } from 'fastify';
import { formOf } from '../../src/web/forms.ts';
import { at, languageOf } from '../../src/web/request-language.ts';
import { sendPage } from '../../src/web/send-page.ts';
import { modes, type ProviderMode } from './provider-mode.ts';
import { smsPage, smsPath } from './sms-page.ts';
import type { ProviderKind, TextInbox } from './text-inbox.ts';

export interface DemoTexts {
  inbox: TextInbox;
  modes: Record<ProviderKind, ProviderMode>;
}

const shownTexts = 100;

export function registerSms(demo: FastifyInstance, texts: DemoTexts): void {
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
      const wanted = modes.find((mode) => mode === formOf(request).get('mode'));
      if (wanted === undefined) return reply.code(400).send();
      texts.modes[provider].set(wanted);
      return reply.redirect(at(smsPath, languageOf(request)), 303);
    });
  }
}
