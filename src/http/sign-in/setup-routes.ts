/** `/setup`: where the link of `facevalue setup` leads, until there is an operator; then no such page exists. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { becomeOperator, type BecameOperator } from '../../people/first-operator/become-operator.ts';
import { hasOperator } from '../../people/first-operator/setup-link.ts';
import { html } from '../../platform/text/html.ts';
import { sendFailure } from '../../web/failures.ts';
import { fieldView, type FieldErrors } from '../../web/form-view.ts';
import { formOf } from '../../web/forms.ts';
import { at, languageOf } from '../../web/request-language.ts';
import {
  deviceOf,
  goOn,
  labelsOf,
  passwordFields,
  sendPersonPage,
  weaknessText,
  type SignInParts,
} from './page.ts';
import { setupLabels } from './setup-labels.ts';

const anybody = {
  config: { needs: 'anybody' as const, leadsTo: 'nothing' as const, undone: 'pages' as const },
};
const script = readFileSync(new URL('./setup.browser.js', import.meta.url), 'utf8');
const longestToken = 100;

export function registerSetup(scope: FastifyInstance, parts: SignInParts): void {
  const { ctx } = parts;

  scope.get('/setup', anybody, async (request, reply) =>
    (await hasOperator(ctx.db))
      ? sendFailure(request, reply.code(404), 'not-found')
      : sendSetup(request, reply, {}),
  );

  scope.post('/setup', anybody, async (request, reply) => {
    if (await hasOperator(ctx.db)) return sendFailure(request, reply.code(404), 'not-found');
    const form = formOf(request);
    const field = (name: string): string => form.get(name) ?? '';
    const password = field('chosen');
    if (password !== field('repeat')) return sendSetup(request, reply, { repeat: labelsOf(request).differ });
    const token = field('token').trim().slice(0, longestToken);
    const ask = { token, email: field('email'), name: field('name'), password, ...deviceOf(request) };
    const outcome = await becomeOperator(ctx, ask, ctx.clock.now());
    return outcome.is === 'became'
      ? goOn(parts, request, reply, '/o/start', { session: outcome.cookie })
      : sendSetup(request, reply, errorsOf(request, outcome));
  });
}

function errorsOf(request: FastifyRequest, outcome: Exclude<BecameOperator, { is: 'became' }>): FieldErrors {
  const labels = setupLabels[languageOf(request)];
  switch (outcome.is) {
    case 'not-open':
      return { token: labels.notOpen };
    case 'bad-email':
      return { email: labels.badEmail };
    case 'other-email':
      return { email: labels.otherEmail };
    case 'known-email':
      return { email: labels.knownEmail };
    case 'bad-name':
      return { name: labelsOf(request).nameWrong };
    case 'weak':
      return { chosen: weaknessText(outcome.why, labelsOf(request)) };
  }
}

function sendSetup(request: FastifyRequest, reply: FastifyReply, errors: FieldErrors): FastifyReply {
  const said = setupLabels[languageOf(request)];
  const form = formOf(request);
  const typed = (name: string): string => form.get(name) ?? '';
  return sendPersonPage(request, reply, {
    title: said.title,
    path: '/setup',
    errors,
    status: Object.keys(errors).length > 0 ? 422 : 200,
    scripts: [script],
    main: (
      labels,
      language,
    ) => html`<section class="card"><h1>${said.title}</h1><p class="lead">${said.lead}</p>
<form method="post" action="${at('/setup', language)}">
${fieldView({ name: 'token', label: said.token, hint: said.tokenHint, value: typed('token'), error: errors['token'], attributes: html`autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="${longestToken}"` })}
${fieldView({ name: 'email', label: labels.email, value: typed('email'), type: 'email', error: errors['email'], attributes: html`autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254"` })}
${fieldView({ name: 'name', label: labels.name, value: typed('name'), error: errors['name'], attributes: html`autocomplete="name" required maxlength="100"` })}
${passwordFields(labels, errors)}
<button class="button main">${said.create}</button>
</form></section>`,
  });
}
