import type { FastifyInstance } from 'fastify';
import { createCallTest } from '../../callbacks/test-call.ts';
import { acceptPages } from '../../web/shell/pages.ts';
import { addViewActs } from '../../web/shell/view-acts.ts';
import { addAccess } from './access/access-pages.ts';
import { addApprovals } from './approvals/approval-pages.ts';
import { addAudit } from './audit/audit-page.ts';
import { addCallbacks } from './callbacks/callback-pages.ts';
import { addCalls } from './calls/call-pages.ts';
import type { CabinetContext } from './cabinet.ts';
import { addCatalogue } from './catalogue/catalogue-page.ts';
import { addCharts } from './charts/charts-page.ts';
import { addFind } from './find/find-page.ts';
import { addLooks } from './looks/look-pages.ts';
import { addNotifications } from './notifications/notifications-page.ts';
import { addOrderFile } from './orders/list-file.ts';
import { addOrderList } from './orders/list-page.ts';
import { addNewOrder } from './orders/new-page.ts';
import { addOrder } from './orders/order-page.ts';
import { addOverview } from './overview/overview-page.ts';
import { addSandbox } from './sandbox/sandbox-pages.ts';
import { addStart } from './start/start-page.ts';
import { addBulk } from './bulk/routes.ts';
import { addMoney } from './money/routes.ts';

/** The pages of a client's people, at `/c`. */
export async function registerCabinet(app: FastifyInstance, ctx: CabinetContext): Promise<void> {
  await app.register(async (scope) => {
    const pages = await acceptPages(scope, ctx, 'client');
    addViewActs(pages, ctx, 'client');
    addOverview(pages);
    addFind(pages, ctx);
    addOrderList(pages);
    addOrderFile(pages);
    addNewOrder(pages);
    addOrder(pages);
    addCatalogue(pages);
    addCharts(pages);
    const callTest = createCallTest(ctx);
    addCallbacks(pages, callTest);
    addAccess(pages, callTest);
    addSandbox(pages);
    addLooks(scope, pages, ctx);
    addCalls(pages);
    await addBulk(scope, pages, ctx);
    addMoney(pages);
    addApprovals(pages);
    addAudit(pages);
    addStart(pages);
    addNotifications(pages);
  });
}
