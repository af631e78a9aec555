/** `/s/templates`: the looks of a supplier's own products. */
import type { FastifyInstance } from 'fastify';
import { listProductsOf, type ProductName } from '../../../catalog/products-of-supplier.ts';
import { pagePicturePath } from '../../../certificates/documents/pictures/page-picture.ts';
import { countOpenDrafts } from '../../../acts/template-drafts/draft.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { templateLabels } from '../../../acts/template-drafts/labels.ts';
import { discardQuestion } from '../../../acts/template-drafts/discard-question.ts';
import { addEditor } from '../../../acts/template-drafts/form/editor-pages.ts';
import { readLookName } from '../../../acts/template-drafts/look-key.ts';
import { addSamples } from '../../../acts/template-drafts/samples.ts';
import {
  agree,
  comment,
  dropDraft,
  type TemplatesForm,
} from '../../../acts/template-drafts/template-acts.ts';
import {
  askedLooks,
  readTemplates,
  type TemplatesData,
} from '../../../acts/template-drafts/templates-data.ts';
import { templatesView, type TemplatesPlace } from '../../../acts/template-drafts/templates-view.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import {
  supplierOf,
  type SupplierCall,
  type SupplierContext,
  type SupplierPages,
} from '../supplier-cabinet.ts';

const path = '/s/templates';

const labelsOf: Record<Language, { lead: string; none: string; drafts: (count: number) => string }> = {
  ru: {
    lead: 'Как выглядят сертификаты ваших продуктов. Изменения можно предложить в форме, черновики оператора — посмотреть, обсудить и согласовать.',
    none: 'Продуктов пока нет: их заводит оператор по вашей анкете.',
    drafts: (count) => `Открытых черновиков: ${count}`,
  },
  en: {
    lead: 'What certificates of your products look like. Propose changes by a form; drafts of the operator can be seen, talked about and agreed to.',
    none: 'There are no products yet: the operator adds them by your questionnaire.',
    drafts: (count) => `Open drafts: ${count}`,
  },
};

export function addTemplates(scope: FastifyInstance, pages: SupplierPages, ctx: SupplierContext): void {
  pages.page<Products>({ path, needs: 'templates.change', load: loadProducts, view: productsView });
  addSamples(scope, ctx, { path: `${path}/:id`, needs: 'templates.change' });
  pages.page<TemplatesData>({
    path: `${path}/:id`,
    needs: 'templates.change',
    load,
    view: (data, call) => templatesView(data, placeOf(call)),
  });
  addEditor(pages, `${path}/:id`);
  for (const [name, act] of Object.entries({ agree, discard: dropDraft, comments: comment }))
    pages.act({
      path: `${path}/:id/${name}`,
      needs: 'templates.change',
      leadsTo: 'nothing',
      undone: name === 'agree' ? 'shown-first' : name === 'discard' ? { asks: askWithdrawal } : 'nothing',
      act: (call) => act(formOf(call)),
    });
}

async function askWithdrawal(call: SupplierCall): Promise<Question | null> {
  const data = await load(call);
  const look = readLookName(call.form.get('look'));
  const draft = look.is === 'draft' ? data?.drafts.find(({ id }) => id === look.id) : undefined;
  if (!data || draft?.bySide !== 'supplier') return null;
  return discardQuestion(draft, { title: data.product.title, back: pathOf(call), language: call.language });
}

interface Products {
  products: ProductName[];
  /** How many drafts of a product are open. */
  drafts: ReadonlyMap<number, number>;
}

async function loadProducts(call: SupplierCall): Promise<Products> {
  const { pageDb } = call.ctx;
  const supplierId = supplierOf(call);
  const [products, drafts] = await Promise.all([
    listProductsOf(pageDb, supplierId),
    countOpenDrafts(pageDb, supplierId),
  ]);
  return { products, drafts };
}

function productsView({ products, drafts }: Products, call: SupplierCall) {
  const { language } = call;
  const { title } = templateLabels[language];
  const labels = labelsOf[language];
  return {
    title,
    main: html`<h1>${title}</h1><p class="lead">${labels.lead}</p>
${
  products.length === 0
    ? emptyView(labels.none)
    : html`<ul class="goods">${products.map((one) => tileView(one, drafts.get(one.id) ?? 0, call))}</ul>`
}`,
  };
}

function tileView(
  { id, title, picture }: ProductName,
  drafts: number,
  { ctx, language }: SupplierCall,
): Html {
  const source = pagePicturePath(ctx.keyring, picture, 340);
  return html`<li>${source === null ? html`<span class="picture"></span>` : html`<img class="picture" src="${source}" width="340" height="155" alt="" loading="lazy">`}
<h2><a href="${at(`${path}/${id}`, language)}">${title}</a></h2>${drafts > 0 && html`<p><span class="state note">${labelsOf[language].drafts(drafts)}</span></p>`}</li>`;
}

const productIn = ({ params }: SupplierCall): number => idIn(params['id']) ?? 0;
const pathOf = (call: SupplierCall): string => `${path}/${productIn(call)}`;

const load = (call: SupplierCall): Promise<TemplatesData | null> =>
  readTemplates(
    call.ctx.pageDb,
    { productId: productIn(call), supplierId: supplierOf(call), query: askedLooks(call) },
    call.now,
  );

const placeOf = (call: SupplierCall): TemplatesPlace => ({
  path: pathOf(call),
  language: call.language,
  acts: 'supplier',
  back: html`<a href="${at(path, call.language)}">${templateLabels[call.language].title}</a>`,
});

const formOf = (call: SupplierCall): TemplatesForm => ({
  call,
  productId: productIn(call),
  path: pathOf(call),
  async again(errors): Promise<ActEnd> {
    const data = await load(call);
    if (data === null) return { is: 'missing' };
    return { is: 'wrong', page: templatesView(data, placeOf(call), { errors, form: call.form }) };
  },
});
