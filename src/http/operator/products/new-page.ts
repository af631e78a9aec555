/** `/o/suppliers/:id/products`: a new product of a supplier. */
import type { Lack } from '../../../catalog/judge-offers.ts';
import { findSupplier, type Supplier } from '../../../catalog/supplier.ts';
import { addProductForSale } from '../../../acts/guarded/put-on-sale.ts';
import { findFactsOf } from '../../../acts/onboarding/begin-onboarding.ts';
import { chosenScheme } from '../../../acts/onboarding/supplier-steps.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { line, term } from '../../../web/form/kinds.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { readFaces } from '../read-kopecks.ts';
import { productLabels } from './labels.ts';
import { saleLabels } from './sale-labels.ts';

const path = '/o/suppliers/:id/products';
const schemes = ['pool', 'platform', 'api'] as const;
const mostFaces = 50;
const fields = { title: line({ most: 300 }), brand: line({ most: 200 }), scheme: term(schemes) };

export function addNewProduct(pages: OperatorPages): void {
  pages.page<{ supplier: Supplier; typed: URLSearchParams }>({
    path,
    needs: 'products.change',
    async load(call) {
      const supplier = await load(call);
      return supplier && { supplier, typed: await fieldsOfAnswers(call, supplier.id) };
    },
    view: ({ supplier, typed }, call) => view(supplier, call, {}, typed),
  });
  pages.act({
    path,
    needs: 'products.change',
    leadsTo: 'codes',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    judged: { fields, again },
    act: add,
  });
}

const load = ({ ctx, params }: OperatorCall): Promise<Supplier | null> =>
  findSupplier(ctx.pageDb, idIn(params['id']) ?? 0);

/** What the onboarding of a new supplier says already: its questionnaire, and the scheme that was chosen since. */
async function fieldsOfAnswers({ ctx }: OperatorCall, supplierId: number): Promise<URLSearchParams> {
  const facts = await findFactsOf(ctx.pageDb, supplierId);
  const { brand = '', transfer = '', faces = '' } = facts?.answers ?? {};
  const [chosen] = (facts === null ? null : chosenScheme(facts))?.scheme.split('/') ?? [];
  const known = (readFaces(faces) ?? []).length > 0 ? faces : '';
  return new URLSearchParams({ title: brand, brand, scheme: chosen ?? transfer, faces: known });
}

function view(
  supplier: Supplier,
  { language }: OperatorCall,
  errors: FieldErrors = {},
  typed = new URLSearchParams(),
): ShellPage {
  const labels = productLabels[language];
  const own = at(`/o/suppliers/${supplier.id}`, language);
  const value = (name: string): string => typed.get(name) ?? '';
  return {
    title: labels.add,
    errors,
    main: html`<p><a href="${own}">${supplier.name}</a></p><h1>${labels.add}</h1>
<form class="card narrow" method="post" action="${at(`/o/suppliers/${supplier.id}/products`, language)}">
${fieldView({ name: 'title', label: labels.name, value: value('title'), error: errors['title'], attributes: html`required maxlength="300" autocomplete="off"` })}
${fieldView({ name: 'brand', label: labels.brand, value: value('brand') || supplier.name, error: errors['brand'], attributes: html`required maxlength="200" autocomplete="off"` })}
${selectField({ name: 'scheme', label: labels.scheme, value: value('scheme') || 'pool', error: errors['scheme'], choices: schemes.map((one) => ({ value: one, text: labels.schemes[one] })) })}
${fieldView({ name: 'faces', label: labels.newFaces, hint: labels.newFacesHint, value: value('faces'), error: errors['faces'], attributes: html`maxlength="200" autocomplete="off"` })}
<div class="actions"><button class="button main">${labels.add}</button></div><p class="hint">${saleLabels[language].putOnHint}</p></form>`,
  };
}

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const supplier = await load(call);
  return supplier === null
    ? { is: 'missing' }
    : { is: 'wrong', page: view(supplier, call, errors, call.form) };
}

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = productLabels[language];
  const supplier = await load(call);
  if (supplier === null) return { is: 'missing' };
  const title = (form.get('title') ?? '').trim();
  const brand = (form.get('brand') ?? '').trim() || supplier.name;
  const facesKopecks = readFaces(form.get('faces') ?? '');
  const wrong = (errors: FieldErrors): ActEnd => ({ is: 'wrong', page: view(supplier, call, errors, form) });
  if (title === '') return wrong({ title: labels.problems.title });
  if (facesKopecks === null || facesKopecks.length > mostFaces)
    return wrong({ faces: labels.problems.faces });
  const scheme = schemes.find((one) => one === form.get('scheme')) ?? 'pool';
  const ask = { supplierId: supplier.id, brand, scheme, facesKopecks, fields: { title } };
  const { added, sale, isOnWay, lacks } = await addProductForSale(ctx, principal, ask, now);
  if (added.is !== 'added') return { is: 'missing' };
  const flash =
    sale?.is === 'waits'
      ? { kind: 'note' as const, text: labels.waits(sale.approvalId) }
      : { kind: 'yes' as const, text: isOnWay ? labels.addedOff : addedText(lacks, language) };
  return { is: 'done', to: `/o/products/${added.productId}`, flash };
}

const addedText = (lacks: readonly Lack[], language: Language): string =>
  lacks.length > 0 ? productLabels[language].addedLacking : productLabels[language].added;
