/** Acts on the list of what choice certificates are exchanged for, from pages and commands. */
import {
  changeExchangeList,
  countOf,
  type ExchangeListChange,
  type ExchangeListChanged,
  type Targets,
} from '../../catalog/exchange-list.ts';
import { auditedOffers } from '../../catalog/judge-offers.ts';
import { supplierOfProduct } from '../../catalog/sale-of-products.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { recorded, supplierParty, type ActContext } from './recorded.ts';

export async function editExchangeList(
  ctx: ActContext,
  principal: Principal,
  ask: ExchangeListChange,
  now: Date,
): Promise<ExchangeListChanged> {
  if (!may(principal, 'products.change', operator)) return { is: 'no-product' };
  return recorded<ExchangeListChanged>(
    ctx,
    principal,
    async (tx) => {
      const outcome = await changeExchangeList(tx, ask, now);
      if (outcome.is !== 'changed' || countOf(outcome.changed) === 0) return { outcome, done: null };
      const party = supplierParty((await supplierOfProduct(tx, ask.productId)) ?? 0);
      const about = `product ${ask.productId}`;
      const after = { ...auditedTargets(outcome.changed), ...auditedOffers(outcome.offers) };
      const done =
        ask.how === 'add'
          ? { party, act: 'product.targets-added', about, after }
          : { party, act: 'product.targets-removed', about, after };
      return { outcome, done };
    },
    now,
  );
}

/** More are told by their number: the audit is read line by line. */
const mostIds = 100;

const auditedTargets = (targets: Targets): object =>
  Object.fromEntries(
    Object.entries(targets)
      .filter(([, ids]) => ids.length > 0)
      .map(([kind, ids]) => [kind, ids.length > mostIds ? `${ids.length}` : ids]),
  );
