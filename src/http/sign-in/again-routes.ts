/** `/in/again/:id`: a form that was sent before the proof, to be sent again with one button. */
import type { FastifyInstance } from 'fastify';
import { findKeptForm } from '../../people/sessions/kept-forms.ts';
import { html } from '../../platform/text/html.ts';
import { sendFailure } from '../../web/failures.ts';
import { againPath } from '../../web/prove-first.ts';
import { at } from '../../web/request-language.ts';
import { sessionIn } from '../../web/signed-in.ts';
import { labelsOf, sendPersonPage, type SignInParts } from './page.ts';

export function registerAgain(scope: FastifyInstance, { ctx }: SignInParts): void {
  scope.get(`${againPath}/:id`, { config: { needs: 'signed-in' } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
    const kept = await findKeptForm(ctx.db, ctx.keyring, sessionIn(request), number, ctx.clock.now());
    if (kept === null) return sendFailure(request, reply.code(404), 'not-found');
    return sendPersonPage(request, reply, {
      title: labelsOf(request).againTitle,
      path: `${againPath}/${id}`,
      main: (labels, language) => html`<section class="card"><h1>${labels.againTitle}</h1>
<p class="lead">${labels.againLead}</p>
<form method="post" action="${kept.path}">${kept.fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions"><button class="button main">${labels.againAct}</button><a class="button" href="${at('/home', language)}">${labels.againNot}</a></div></form></section>`,
    });
  });
}
