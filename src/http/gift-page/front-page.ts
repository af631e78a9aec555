/** The page for a browser that opens the address of the client API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { renderPage } from '../../web/frame.ts';
import { messageView } from '../../web/message-view.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';

const style = '.programs{padding-bottom:2rem;color:var(--muted);text-align:center}';

const ru = {
  place: 'Подарочные сертификаты',
  title: 'Здесь выпускают подарочные сертификаты',
  lead: 'Если вам прислали сертификат, откройте ссылку из письма или сообщения целиком: по ней он и находится.',
  lost: 'Если в сообщении был не адрес, а код, введите его на странице получения.',
  receive: 'Получить по коду',
  programs: 'Для программ по этому же адресу отвечает клиентский API Facevalue.',
  description: 'Описание API (OpenAPI)',
};

const frontLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    place: 'Gift certificates',
    title: 'Gift certificates are issued here',
    lead: 'If you were sent a certificate, open the whole link from the letter or message: it leads there.',
    lost: 'If the message held a code instead of a link, type it in on the receiving page.',
    receive: 'Receive by code',
    programs: 'For programs, the Facevalue client API answers at this same address.',
    description: 'Description of the API (OpenAPI)',
  },
};

/** The page at the API's address for a person with a browser. */
export function sendFrontPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const labels = frontLabels[language];
  const main = html`${messageView({
    title: labels.title,
    text: html`${labels.lead} ${labels.lost}`,
    action: { text: labels.receive, address: at('/receive', language) },
  })}
<p class="programs">${labels.programs}<br><a href="/openapi.json">${labels.description}</a></p>`;
  const top = { place: labels.place, path: '/' };
  return sendPage(reply, renderPage({ language, title: labels.title, top, main, styles: [style] }));
}
