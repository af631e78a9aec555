import { may } from '../../../people/access/principal.ts';
import { readHasSold } from '../../../reports/first-start.ts';
import { readQueues } from '../../../reports/health/queues.ts';
import { readDelayed, readWaiting } from '../../../reports/what-waits/read-waiting.ts';
import { waitingKindNames, waitingKinds } from '../../../reports/what-waits/waiting-kinds.ts';
import { findGuard } from '../../../upkeep/restores/guard.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { addItems } from './item-pages.ts';
import { workLive, workView, type Work } from './work-view.ts';

/** `/o`: what waits for somebody, of all that this person may see. */
export function addWork(pages: OperatorPages): void {
  pages.page<Work>({ path: '/o', needs: 'work.read', load, view: (work, call) => workView(work, call) });
  pages.part({ path: '/o/live', needs: 'work.read', load: (call) => Promise.resolve(workLive(call)) });
  addItems(pages);
}

async function load({ ctx, principal, party, now }: OperatorCall): Promise<Work> {
  const kinds = waitingKindNames.filter((kind) => may(principal, waitingKinds[kind].needs, party));
  const [queues, delayed, waiting, guard, hasSold] = await Promise.all([
    readQueues(ctx, now),
    may(principal, 'catalogue.read', party) ? readDelayed(ctx, now) : null,
    readWaiting(ctx, kinds, now),
    findGuard(ctx.pageDb),
    may(principal, 'settings.change', party) ? readHasSold(ctx) : null,
  ]);
  return { queues, delayed, waiting, guard, isNew: hasSold === false };
}
