/** `/o/products/:id/exchange`: what a choice certificate is exchanged for, listed and changed. */
import {
  countExchangeList,
  countOf,
  listBrandNames,
  listExchangeList,
  mostTargets,
  type Targets,
} from '../../../catalog/exchange-list.ts';
import { findCategories } from '../../../catalog/find-category.ts';
import { findProduct } from '../../../catalog/find-product.ts';
import { editExchangeList } from '../../../acts/catalog/exchange-acts.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { listed, listLength, sliceOf } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { exchangeLabels } from './exchange-labels.ts';
import { exchangePath, exchangeView, type ExchangeData } from './exchange-view.ts';

const path = '/o/products/:id/exchange';

export function addExchangePages(pages: OperatorPages): void {
  pages.page<ExchangeData>({
    path,
    needs: 'catalogue.read',
    load,
    view: (data, call) => exchangeView(data, call),
  });
  const change = { needs: 'products.change', leadsTo: 'nothing', undone: 'pages' } as const;
  pages.act({ path, ...change, act: add });
  pages.act({ path: `${path}/remove`, ...change, act: remove });
}

const productIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

async function load(call: OperatorCall): Promise<ExchangeData | null> {
  const db = call.ctx.pageDb;
  const productId = productIn(call);
  const product = await findProduct(db, productId);
  if (product === null) return null;
  const slice = sliceOf(call.query);
  const [counts, rows, categories, brands] = await Promise.all([
    countExchangeList(db, productId),
    listExchangeList(db, { productId, limit: listLength + 1, ...slice }),
    findCategories(db),
    listBrandNames(db),
  ]);
  return { product, counts, list: listed(rows, slice, ({ id }) => id), categories, brands };
}

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await load(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: exchangeView(data, call, { errors, form: call.form }) };
}

const done = (call: OperatorCall, text: string): ActEnd => ({
  is: 'done',
  to: exchangePath(productIn(call)),
  flash: { kind: 'yes', text },
});

/** Null: something that is no number. */
function targetsIn(form: URLSearchParams): Targets | null {
  const words = (form.get('products') ?? '').split(/[\s,;]+/).filter((word) => word !== '');
  const product = words.map((word) => idIn(word)).filter((id) => id !== null);
  if (product.length < words.length) return null;
  const chosen = (name: string): number[] => [idIn(form.get(name))].filter((id) => id !== null);
  return { product, category: chosen('category'), brand: chosen('brand') };
}

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = exchangeLabels[language];
  const targets = targetsIn(form);
  if (targets === null) return again(call, { products: labels.problems.ids });
  if (countOf(targets) === 0) return again(call, { products: labels.problems.empty });
  const ask = { productId: productIn(call), targets, how: 'add' } as const;
  const outcome = await editExchangeList(ctx, principal, ask, now);
  switch (outcome.is) {
    case 'no-product':
    case 'no-choice':
      return { is: 'missing' };
    case 'too-many':
      return again(call, { products: labels.problems['too-many'](formatCount(mostTargets, language)) });
    case 'unfit':
      return again(call, unfitErrors(outcome.unfit, call));
    case 'changed': {
      const count = countOf(outcome.changed);
      return done(call, count === 0 ? labels.known : labels.added(formatCount(count, language)));
    }
  }
}

function unfitErrors({ product, category, brand }: Targets, { language }: OperatorCall): FieldErrors {
  const { problems } = exchangeLabels[language];
  return {
    ...(product.length > 0 && { products: problems.unfit(product.join(', ')) }),
    ...(category.length > 0 && { category: problems.gone }),
    ...(brand.length > 0 && { brand: problems.gone }),
  };
}

/** Says "removed" also if somebody else has removed it already. */
async function remove(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const [kind, id] = [form.get('kind'), idIn(form.get('ref'))];
  const ids = (of: keyof Targets): number[] => (kind === of && id !== null ? [id] : []);
  const targets = { product: ids('product'), category: ids('category'), brand: ids('brand') };
  const ask = { productId: productIn(call), targets, how: 'remove' } as const;
  const outcome = await editExchangeList(ctx, principal, ask, now);
  return outcome.is === 'changed' ? done(call, exchangeLabels[language].removed) : { is: 'missing' };
}
