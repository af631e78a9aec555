/** `/c/orders/new`: choose a product, fill in, look at it, place it: the same orders as over the API, for one recipient or several. */
import { randomUUID } from 'node:crypto';
import { catalogueOf, shownStock, type CatalogueProduct } from '../../../catalog/catalogue.ts';
import {
  findEarlierRecipients,
  listEarlierRecipients,
  type EarlierRecipient,
} from '../../../orders/search/earlier-recipients.ts';
import { findOrderToRepeat } from '../../../orders/search/order-to-repeat.ts';
import { may } from '../../../people/access/principal.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { phoneOr } from '../../../platform/values/phone.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { loadGoods, type Goods } from '../catalogue/goods.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { chooseView } from './choose-view.ts';
import { checkForm, letterOf, placeForm, type NewOrderForm } from './new-acts.ts';
import { orderFields } from './new-fields.ts';
import { newOrderLabels } from './new-labels.ts';
import { formView, longestOthers, type Typed } from './new-view.ts';
import { mostRecipients } from './recipients.ts';

const path = '/c/orders/new';
const recipientsOffered = 12;

type NewOrder =
  | { is: 'choosing'; goods: Goods }
  | { is: 'filling'; product: CatalogueProduct; typed: Typed; earlier: EarlierRecipient[] };

export function addNewOrder(pages: CabinetPages): void {
  pages.page<NewOrder>({
    path,
    needs: 'orders.place',
    load,
    view: (order, call) =>
      order.is === 'choosing' ? chooseView(order.goods, call) : formView({ ...order, errors: {} }, call),
  });
  pages.act({
    path,
    needs: 'orders.place',
    leadsTo: 'codes',
    undone: 'shown-first',
    judged: { fields: { ...orderFields, others: line({ most: longestOthers }) }, again },
    act,
  });
  pages.act({
    path: `${path}/letter`,
    needs: 'orders.place',
    leadsTo: 'nothing',
    undone: 'nothing',
    isPart: true,
    act: showLetter,
  });
}

async function load(call: CabinetCall): Promise<NewOrder> {
  const { query } = call;
  const repeated = await repeatedFields(call);
  const product = await productOf(call, repeated?.['product_id'] ?? query['product']);
  if (product === null) return { is: 'choosing', goods: await loadGoods(call, { onlyThere: true }) };
  const face = query['face'];
  const typed = { ...repeated, ...(face !== undefined && { face }), uuid: randomUUID() };
  return { is: 'filling', product, typed, earlier: await earlierFor(call) };
}

/** `?like=`: what one more order like that one has in common with it. */
async function repeatedFields({ ctx, party, query }: CabinetCall): Promise<Typed | null> {
  const requestId = idIn(query['like']);
  const like = requestId && (await findOrderToRepeat(ctx.pageDb, { clientId: party.partyId, requestId }));
  if (!like) return null;
  return {
    product_id: String(like.productId),
    face: String(roublesFromKopecks(like.faceKopecks)),
    delivery_type: like.deliveryType,
    from: like.senderName,
    email_from: like.emailFrom,
    text: like.greeting,
    code: like.serviceCode === 'API' ? '' : like.serviceCode,
    testmode: like.testmode ? 'yes' : '',
  };
}

/** Null: none is chosen, or it cannot be ordered now. */
async function productOf(
  { ctx, now }: CabinetCall,
  id: string | null | undefined,
): Promise<CatalogueProduct | null> {
  const productId = idIn(id);
  if (productId === null) return null;
  const ask = { text: null, productId, after: 0, limit: 1 };
  const [product] = await catalogueOf(ctx.pageDb, ask, now, shownStock(ctx));
  return product !== undefined && product.facesKopecks.length > 0 ? product : null;
}

async function earlierFor({ ctx, principal, party }: CabinetCall): Promise<EarlierRecipient[]> {
  return may(principal, 'orders.read', party)
    ? listEarlierRecipients(ctx.pageDb, party.partyId, recipientsOffered)
    : [];
}

async function again(call: CabinetCall, errors: FieldErrors): Promise<ActEnd> {
  const product = await productOf(call, call.form.get('product_id'));
  if (product === null) return notSold(call);
  return { is: 'wrong', page: formView({ ...(await readForm(call, product)), errors }, call) };
}

async function notSold(call: CabinetCall): Promise<ActEnd> {
  const notice = { kind: 'no', text: newOrderLabels[call.language].notSold } as const;
  const goods = await loadGoods(call, { onlyThere: true });
  return { is: 'wrong', page: { ...chooseView(goods, call), notice } };
}

async function act(call: CabinetCall): Promise<ActEnd> {
  const { form } = call;
  const product = await productOf(call, form.get('product_id'));
  if (product === null) return notSold(call);
  const filled = await readForm(call, product);
  const step = form.get('step');
  if (step === 'change') return { is: 'shown', page: formView({ ...filled, errors: {} }, call) };
  return step === 'place' ? placeForm(call, filled) : checkForm(call, filled);
}

async function showLetter(call: CabinetCall): Promise<ActEnd> {
  const product = await productOf(call, call.form.get('product_id'));
  return product === null ? { is: 'missing' } : letterOf(call, await readForm(call, product));
}

/** What was typed and ticked. */
async function readForm(call: CabinetCall, product: CatalogueProduct): Promise<NewOrderForm> {
  const { ctx, form, party } = call;
  const fields: Typed = Object.fromEntries(
    Object.keys(orderFields).map((name) => [name, (form.get(name) ?? '').trim()]),
  );
  const ticked = form
    .getAll('again')
    .flatMap((text) => text.split(','))
    .map(idIn)
    .filter((id) => id !== null)
    .slice(0, mostRecipients + 1);
  const [earlier, chosen] = await Promise.all([
    earlierFor(call),
    may(call.principal, 'orders.read', party) ? findEarlierRecipients(ctx.pageDb, party.partyId, ticked) : [],
  ]);
  const typed: Typed = {
    ...fields,
    to_phone: phoneOr(fields['to_phone'] ?? '').trim(),
    others: (form.get('others') ?? '').trim(),
    again: chosen.map(({ requestId }) => requestId).join(','),
    testmode: form.get('testmode') === 'yes' ? 'yes' : '',
    uuid: (form.get('uuid') ?? '').slice(0, 36) || randomUUID(),
  };
  return { product, typed, earlier, chosen };
}
