/** On sale, off sale, and on somebody's word. */
import { longestReason } from '../../../catalog/vouches.ts';
import { readOffers } from '../../../catalog/judge-offers.ts';
import { editProduct } from '../../../acts/catalog/product-acts.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { putOnSale } from '../../../acts/guarded/put-on-sale.ts';
import { vouchForProducts, withdrawProductVouch } from '../../../acts/guarded/vouch-for-products.ts';
import type { NotYet } from '../../../people/approvals/hold-back.ts';
import { line } from '../../../web/form/kinds.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd, Judged } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';
import { productLabels } from './labels.ts';
import { saleLabels } from './sale-labels.ts';

const path = '/o/products/:id';

/** `again`: the page once more, with what was typed and what is wrong about it. */
type Again = Judged<OperatorContext>['again'];

export function addSaleActs(pages: OperatorPages, again: Again): void {
  const toCodes = {
    needs: 'products.change',
    leadsTo: 'codes',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
  } as const;
  pages.act({ path: `${path}/on`, ...toCodes, act: putOn });
  const change = { needs: 'products.change', leadsTo: 'nothing', undone: 'pages' } as const;
  pages.act({ ...change, path: `${path}/off`, act: takeOff });
  const judged = { fields: { reason: line({ most: longestReason }) }, again };
  pages.act({ path: `${path}/vouch`, ...toCodes, judged, act: (call) => vouch(call, again) });
  pages.act({ ...change, path: `${path}/vouch/withdraw`, act: withdraw });
}

const productIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

const done = (call: OperatorCall, text: string, kind: 'yes' | 'note' | 'no' = 'yes'): ActEnd => ({
  is: 'done',
  to: `/o/products/${productIn(call)}`,
  flash: { kind, text },
});

const notYet = (call: OperatorCall, outcome: NotYet): ActEnd =>
  outcome.is === 'waits'
    ? done(call, productLabels[call.language].waits(outcome.approvalId), 'note')
    : done(call, notAskedText(outcome.why, call.language), 'no');

async function putOn(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const [product] = await readOffers(ctx.pageDb, { productIds: [productIn(call)] });
  if (product === undefined) return { is: 'missing' };
  const ask = { supplierId: product.supplierId, productIds: [product.productId] };
  const sale = await putOnSale(ctx, principal, ask, now);
  switch (sale.is) {
    case 'on-sale':
      return sale.lacks.length > 0
        ? done(call, productLabels[language].switchedOn, 'note')
        : done(call, productLabels[language].saved);
    case 'waits':
    case 'not-asked':
      return notYet(call, sale);
    case 'no-product':
      return { is: 'missing' };
  }
}

async function takeOff(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const fields = { switchedOn: false } as const;
  const edited = await editProduct(ctx, principal, { productId: productIn(call), fields }, now);
  return edited === 'set' ? done(call, productLabels[language].saved) : { is: 'missing' };
}

async function vouch(call: OperatorCall, again: Again): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = saleLabels[language];
  const ask = { productIds: [productIn(call)], reason: form.get('reason') ?? '' };
  const outcome = await vouchForProducts(ctx, principal, ask, now);
  switch (outcome.is) {
    case 'vouched':
      return done(call, labels.vouched);
    case 'waits':
    case 'not-asked':
      return notYet(call, outcome);
    case 'no-reason':
      return again(call, { reason: labels.problems['no-reason'] });
    case 'not-vouchable':
      return done(call, labels.problems['not-vouchable'], 'no');
    case 'no-product':
      return { is: 'missing' };
  }
}

async function withdraw(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const labels = saleLabels[language];
  const outcome = await withdrawProductVouch(ctx, principal, productIn(call), now);
  if (outcome.is === 'no-product') return { is: 'missing' };
  return outcome.is === 'withdrawn'
    ? done(call, labels.withdrawn)
    : done(call, labels.problems['no-vouch'], 'no');
}
