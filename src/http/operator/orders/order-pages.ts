/** `/o/orders` and `/o/waiting`: orders of all clients, the whole story of each, and what can be done with it. */
import { orderLetter } from '../../../reports/order-story/order-letter.ts';
import { orderLive } from '../../../reports/order-story/order-page-view.ts';
import { readOrderMotion } from '../../../reports/order-motion.ts';
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
  pages.part({
    path: `${path}/live`,
    needs: 'orders.read',
    async load(call) {
      const key = await orderKey(call);
      const motion = key && (await readOrderMotion(call.ctx.pageDb, key, call.now));
      return key && motion && orderLive(`/o/orders/${key.requestId}`, motion, call.language);
    },
  });
  addOrderActs(pages, path);
  addWaiting(pages);
}
