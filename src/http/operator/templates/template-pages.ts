/** `/o/products/:id/templates`: looks of a product before and after they are in force. */
import type { Question } from '../../../web/confirm/question.ts';
import { discardQuestion } from '../../../acts/template-drafts/discard-question.ts';
import { readLookName } from '../../../acts/template-drafts/look-key.ts';
import type { FastifyInstance } from 'fastify';
import { may } from '../../../people/access/principal.ts';
import { html } from '../../../platform/text/html.ts';
import { addEditor } from '../../../acts/template-drafts/form/editor-pages.ts';
import { addSamples } from '../../../acts/template-drafts/samples.ts';
import {
  comment,
  dropDraft,
  putInForce,
  type TemplatesForm,
} from '../../../acts/template-drafts/template-acts.ts';
import {
  askedLooks,
  readTemplates,
  type TemplatesData,
} from '../../../acts/template-drafts/templates-data.ts';
import { askedUse, useQuestion } from '../../../acts/template-drafts/use-question.ts';
import { templatesView, type TemplatesPlace } from '../../../acts/template-drafts/templates-view.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';

const path = '/o/products/:id/templates';

export function addTemplates(scope: FastifyInstance, pages: OperatorPages, ctx: OperatorContext): void {
  addSamples(scope, ctx, { path, needs: 'catalogue.read' });
  pages.page<TemplatesData>({
    path,
    needs: 'catalogue.read',
    load,
    view: (data, call) => templatesView(data, placeOf(data, call)),
  });
  addEditor(pages, path);
  const acts = { use: putInForce, discard: dropDraft, comments: comment };
  for (const [name, act] of Object.entries(acts))
    pages.act({
      path: `${path}/${name}`,
      needs: 'templates.change',
      leadsTo: 'nothing',
      undone: name === 'discard' ? { asks: askDiscard } : name === 'use' ? { asks: askUse } : 'nothing',
      act: (call) => act(formOf(call)),
    });
}

async function askUse(call: OperatorCall): Promise<Question | null> {
  if (readLookName(call.form.get('look')).is === 'current') return null;
  const ask = { productId: productIn(call), supplierId: null, query: askedUse(call.form) };
  const data = await readTemplates(call.ctx.pageDb, ask, call.now);
  return data && useQuestion(data, { back: pathOf(call), language: call.language });
}

async function askDiscard(call: OperatorCall): Promise<Question | null> {
  const data = await load(call);
  const look = readLookName(call.form.get('look'));
  const draft = look.is === 'draft' ? data?.drafts.find(({ id }) => id === look.id) : undefined;
  if (!data || draft === undefined) return null;
  return discardQuestion(draft, { title: data.product.title, back: pathOf(call), language: call.language });
}

const productIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const pathOf = (call: OperatorCall): string => `/o/products/${productIn(call)}/templates`;

const load = (call: OperatorCall): Promise<TemplatesData | null> =>
  readTemplates(
    call.ctx.pageDb,
    { productId: productIn(call), supplierId: null, query: askedLooks(call) },
    call.now,
  );

const placeOf = ({ product }: TemplatesData, call: OperatorCall): TemplatesPlace => ({
  path: pathOf(call),
  language: call.language,
  acts: may(call.principal, 'templates.change', call.party) ? 'operator' : null,
  back: html`<a href="${at(`/o/products/${product.productId}`, call.language)}">${product.title}</a>`,
});

const formOf = (call: OperatorCall): TemplatesForm => ({
  call,
  productId: productIn(call),
  path: pathOf(call),
  async again(errors): Promise<ActEnd> {
    const data = await load(call);
    if (data === null) return { is: 'missing' };
    return { is: 'wrong', page: templatesView(data, placeOf(data, call), { errors, form: call.form }) };
  },
});
