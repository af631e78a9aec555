import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../platform/text/html.ts';
import { chooseLanguage, type Language } from '../../platform/text/language.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { giftLayout } from './layout.ts';

interface FrontLabels {
  title: string;
  lead: string;
  lost: string;
  receive: string;
  programs: string;
  description: string;
}

const frontLabels: Record<Language, FrontLabels> = {
  ru: {
    title: 'Здесь выпускают подарочные сертификаты',
    lead: 'Если вам прислали сертификат, откройте ссылку из письма или сообщения целиком: по ней он и находится.',
    lost: 'Если в сообщении был не адрес, а код, введите его на странице получения.',
    receive: 'Получить по коду',
    programs: 'Для программ по этому же адресу отвечает клиентский API Facevalue.',
    description: 'Описание API (OpenAPI)',
  },
  en: {
    title: 'Gift certificates are issued here',
    lead: 'If you were sent a certificate, open the whole link from the letter or message: it leads there.',
    lost: 'If the message held a code instead of a link, type it in on the receiving page.',
    receive: 'Receive by code',
    programs: 'For programs, the Facevalue client API answers at this same address.',
    description: 'Description of the API (OpenAPI)',
  },
};

/** What a person sees who comes to the API's address with a browser. */
export function sendFrontPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = (request.query as { lang?: unknown }).lang;
  const language = chooseLanguage(asked, request.headers['accept-language']);
  const labels = frontLabels[language];
  const main = html`<section class="card notice">
<h1>${labels.title}</h1>
<p>${labels.lead}</p>
<p>${labels.lost}</p>
<a class="button" href="/receive?lang=${language}">${labels.receive}</a>
<p>${labels.programs}<br><a href="/openapi.json">${labels.description}</a></p>
</section>`;
  const { markup, ...needs } = giftLayout({ language, title: labels.title, path: '/', main });
  return reply.headers(privatePageHeaders(needs)).type('text/html; charset=utf-8').send(markup);
}
