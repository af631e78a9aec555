/** `/o/orders` and `/o/waiting`: orders of all clients, the whole story of each, and what can be done with it. */
import { orderLetter } from '../../../order-story/order-letter.ts';
import type { OperatorPages } from '../operator.ts';
import { addOrderList } from './list-page.ts';
import { loadOrder, orderKey } from './load-order.ts';
import { addOrderActs } from './order-acts.ts';
import { orderView, type OrderPage } from './order-view.ts';
import { addWaiting } from './waiting-page.ts';

const path = '/o/orders/:id';

export function addOrders(pages: OperatorPages): void {
  addOrderList(pages);
  pages.page<OrderPage>({
    path,
    needs: 'orders.read',
    load: loadOrder,
    view: (page, call) => orderView(page, call, {}),
  });
  pages.letter({
    path: `${path}/letter`,
    needs: 'orders.resend',
    async load(call) {
      const key = await orderKey(call);
      return key && orderLetter(call.ctx, key, call.now);
    },
  });
  addOrderActs(pages, path);
  addWaiting(pages);
}
