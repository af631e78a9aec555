import type { FastifyInstance } from 'fastify';
import { acceptUploads } from '../../web/uploads.ts';
import { acceptPages } from '../../web/shell/pages.ts';
import { addViewActs } from '../../web/shell/view-acts.ts';
import { addActivation } from './activation/activation-pages.ts';
import { addCodes } from './codes/codes-pages.ts';
import { addFind } from './find/find-page.ts';
import { addOverview } from './overview/overview-page.ts';
import { addSold } from './sold/sold-page.ts';
import { addRedeemed } from './redeemed/redeemed-pages.ts';
import { addIntegration } from './integration/integration-pages.ts';
import { addSettlement } from './settlement/settlement-pages.ts';
import type { SupplierContext } from './supplier-cabinet.ts';
import { addQuestionnaire } from './start/questionnaire-pages.ts';
import { addFileUpload } from './start/upload.ts';
import { addStart } from './start/start-pages.ts';
import { addTemplates } from './templates/template-pages.ts';
import { addTills } from './tills/tills-page.ts';

/** The pages of a supplier's people, at `/s`. */
export async function registerSupplierCabinet(app: FastifyInstance, ctx: SupplierContext): Promise<void> {
  await app.register(async (scope) => {
    const pages = await acceptPages(scope, ctx, 'supplier');
    addViewActs(pages, ctx, 'supplier');
    await acceptUploads(scope);
    addOverview(pages);
    addFind(pages);
    addCodes(pages);
    addActivation(pages);
    addSold(pages);
    addRedeemed(pages);
    addSettlement(pages);
    addTills(pages);
    addIntegration(pages);
    addTemplates(scope, pages, ctx);
    addStart(pages);
    addQuestionnaire(pages);
    addFileUpload(pages);
  });
}
