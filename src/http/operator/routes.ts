import type { FastifyInstance } from 'fastify';
import { acceptPages } from '../../web/shell/pages.ts';
import { addApprovals } from './approvals/approval-pages.ts';
import { addOperatorAudit } from './audit/audit-page.ts';
import { addCategoryPages } from './categories/category-pages.ts';
import { addCallbacks } from './callbacks/callback-pages.ts';
import { addClients } from './clients/client-pages.ts';
import { addDrafts } from './drafts/draft-pages.ts';
import { addBoard } from './onboarding/board-page.ts';
import { addClientOnboarding } from './onboarding/client-onboarding.ts';
import { addOnboardedSupplier } from './onboarding/supplier-page.ts';
import { addForget } from './forget/forget-page.ts';
import { addPools } from './pools/pool-pages.ts';
import { addMoney } from './money/client-money-pages.ts';
import { addOrders } from './orders/order-pages.ts';
import { addFind } from './find/find-page.ts';
import { addSuppliers } from './suppliers/supplier-pages.ts';
import { addLimits } from './limits/limits-page.ts';
import { addProducts } from './products/product-pages.ts';
import type { OperatorContext } from './operator.ts';
import { addHealth } from './health/health-page.ts';
import { addProof } from './proof/proof-pages.ts';
import { addQuarantine } from './quarantine/quarantine-pages.ts';
import { addSettlement } from './settlement/settlement-pages.ts';
import { addFirstStart } from './start/start-page.ts';
import { addTemplates } from './templates/template-pages.ts';
import { addWork } from './work/work-page.ts';

/** The pages of those who run the platform, at `/o`. */
export async function registerOperator(app: FastifyInstance, ctx: OperatorContext): Promise<void> {
  await app.register(async (scope) => {
    const pages = await acceptPages(scope, ctx, 'operator');
    addWork(pages);
    addFind(pages);
    addApprovals(pages);
    addQuarantine(pages);
    addClients(pages, ctx);
    addSuppliers(pages);
    await addProducts(scope, pages);
    addTemplates(scope, pages, ctx);
    addCategoryPages(pages);
    addLimits(pages);
    await addPools(scope, pages);
    addDrafts(pages);
    addOrders(pages);
    addForget(pages);
    addHealth(pages);
    addProof(pages);
    addOperatorAudit(pages);
    addCallbacks(pages);
    addMoney(pages);
    await addSettlement(scope, pages);
    addFirstStart(pages);
    addBoard(pages);
    addClientOnboarding(pages);
    addOnboardedSupplier(pages);
  });
}
