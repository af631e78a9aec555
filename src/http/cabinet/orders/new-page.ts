/** `/c/orders/new`: choose a product, fill in, look at it, place it: the same order as over the API. */
import { randomUUID } from 'node:crypto';
import { catalogueOf, shownStock, type CatalogueProduct } from '../../../catalog/catalogue.ts';
import { placeByPerson } from '../../../orders/acts/place-by-person.ts';
import { previewOrder } from '../../../orders/acts/preview-order.ts';
import type { Refusal } from '../../../orders/refusals.ts';
import { phoneOr } from '../../../platform/values/phone.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { newOrderLabels, type NewOrderField } from './new-labels.ts';
import { formView, previewView, productView, type Typed } from './new-view.ts';

const path = '/c/orders/new';
/** More are found in the catalogue. */
const mostProducts = 300;

interface NewOrder {
  products: CatalogueProduct[];
  product: CatalogueProduct | null;
}

export function addNewOrder(pages: CabinetPages): void {
  pages.page<NewOrder>({
    path,
    needs: 'orders.place',
    load: (call) => productsFor(call, call.query['product']),
    view: ({ products, product }, call) =>
      product === null
        ? productView(products, call)
        : formView(product, { uuid: randomUUID() }, call, { face: call.query['face'] }),
  });
  pages.act({ path, needs: 'orders.place', leadsTo: 'codes', undone: 'shown-first', act });
}

/** The chosen product; without one, those that can be chosen. */
async function productsFor({ ctx, now }: CabinetCall, id: string | null | undefined): Promise<NewOrder> {
  const productId = idIn(id);
  const found = await catalogueOf(
    ctx.pageDb,
    { text: null, productId, after: 0, limit: mostProducts },
    now,
    shownStock(ctx),
  );
  const products = found.filter(({ facesKopecks }) => facesKopecks.length > 0);
  return { products, product: productId === null ? null : (products[0] ?? null) };
}

const fieldNames: readonly NewOrderField[] = [
  'face',
  'delivery_type',
  'email_to',
  'to_phone',
  'to',
  'from',
  'email_from',
  'text',
  'date_send',
  'code',
  'comment',
  'external_id',
];

/** Longer than any field may be. */
const longestTyped = 600;

async function act(call: CabinetCall): Promise<ActEnd> {
  const { form, language } = call;
  const labels = newOrderLabels[language];
  const { products, product } = await productsFor(call, form.get('product_id'));
  if (product === null) {
    const notice = { kind: 'no', text: labels.wrong['product_id'] } as const;
    return { is: 'wrong', page: { ...productView(products, call), notice } };
  }
  const typed: Typed = Object.fromEntries(
    fieldNames.map((name) => [name, (form.get(name) ?? '').trim().slice(0, longestTyped)]),
  );
  const kept = {
    ...typed,
    testmode: form.get('testmode') === 'yes' ? 'yes' : '',
    uuid: (form.get('uuid') ?? '').slice(0, 36) || randomUUID(),
  };
  const step = form.get('step');
  if (step === 'change') return { is: 'shown', page: formView(product, kept, call, {}) };
  return step === 'place' ? place(call, product, kept) : check(call, product, kept);
}

/** As makeOrder takes it. Browsers send the time without an offset: it is meant in Moscow. */
function dataOf({ id }: CatalogueProduct, typed: Typed) {
  const { date_send: dateSend = '', to_phone: phone = '', ...rest } = typed;
  return {
    ...rest,
    product_id: id,
    face: (typed['face'] ?? '').replaceAll(/\s/g, '').replace(',', '.'),
    to_phone: phoneOr(phone).trim(),
    date_send: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(dateSend) ? `${dateSend}:00+03:00` : dateSend,
    testmode: typed['testmode'] === 'yes',
  };
}

function wrong(call: CabinetCall, product: CatalogueProduct, typed: Typed, names: readonly string[]): ActEnd {
  const labels = newOrderLabels[call.language];
  const errors: FieldErrors = Object.fromEntries(
    names.map((name) => [name, labels.wrong[name] ?? labels.wrongOther]),
  );
  return { is: 'wrong', page: formView(product, typed, call, { errors }) };
}

async function check(call: CabinetCall, product: CatalogueProduct, typed: Typed): Promise<ActEnd> {
  const { ctx, party, language, now } = call;
  const link = `${ctx.config.baseUrl}/g/…`;
  const ask = { clientId: party.partyId, data: dataOf(product, typed), language, link };
  const preview = await previewOrder(ctx.pageDb, ask, now);
  if (preview.is === 'missing') return { is: 'missing' };
  if (preview.is === 'wrong') return wrong(call, product, typed, preview.names);
  return { is: 'shown', page: previewView(product, typed, preview, call) };
}

async function place(call: CabinetCall, product: CatalogueProduct, typed: Typed): Promise<ActEnd> {
  const { ctx, principal, language } = call;
  const labels = newOrderLabels[language];
  const placed = await placeByPerson(ctx, principal, dataOf(product, typed));
  switch (placed.is) {
    case 'missing':
      return { is: 'missing' };
    case 'wrong':
      return wrong(call, product, typed, placed.names);
    case 'refused': {
      const text = labels.refusals[refusalName(placed.refusal)];
      return { is: 'wrong', page: { ...formView(product, typed, call, {}), notice: { kind: 'no', text } } };
    }
    case 'placed':
      ctx.onPlaced();
      return {
        is: 'done',
        to: `/c/orders/${placed.requestId}`,
        flash: { kind: 'yes', text: labels.placed(placed.requestId) },
      };
  }
}

function refusalName({
  why,
}: Refusal): 'supplier-limit' | 'no-stock' | 'no-funds' | 'uuid-mismatch' | 'other' {
  switch (why) {
    case 'supplier-limit':
    case 'no-stock':
    case 'no-funds':
    case 'uuid-mismatch':
      return why;
    default:
      return 'other';
  }
}
