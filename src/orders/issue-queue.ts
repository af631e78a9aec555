/** The worker that issues queued requests, batch after batch. */
import type { Context } from '../context.ts';
import { mayPass } from '../platform/database/database-errors.ts';
import { transaction } from '../platform/database/database.ts';
import { describeProblem, type Worker } from '../platform/process/loop.ts';
import { issueOrders } from './issue-orders.ts';
import { postponeOldest } from './queued-request.ts';
import type { IssuingSettings } from './write-outcomes.ts';

type IssuerContext = Pick<Context, 'db' | 'clock' | 'log' | 'metrics' | 'crashPoint'>;

const idleMs = 50;
/** When a request that could not be issued is tried again. */
const postponeMs = 60_000;

export const createOrderIssuer = (ctx: IssuerContext, settings: IssuingSettings): Worker => ({
  name: 'issue-orders',
  idleMs,
  wakes: ['ask-suppliers', 'deliver', 'deliver-texts', 'send-callbacks'],
  round: () => issueBatch(ctx, settings),
  drain: () => Promise.resolve(),
});

/** Returns how many requests were taken. */
async function issueBatch(ctx: IssuerContext, settings: IssuingSettings): Promise<number> {
  try {
    return await issue(ctx, settings);
  } catch (problem) {
    if (mayPass(problem)) throw problem;
    ctx.log.error({ problem: describeProblem(problem) }, 'a batch of orders could not be issued');
    return issueEachAlone(ctx, settings);
  }
}

/** So that a bad request harms no other: it is put off, and a person finds it in the log. */
async function issueEachAlone(ctx: IssuerContext, settings: IssuingSettings): Promise<number> {
  for (let count = 0; count < settings.limit; count += 1) {
    try {
      if ((await issue(ctx, { ...settings, limit: 1 })) === 0) return count;
    } catch (problem) {
      if (mayPass(problem)) throw problem;
      const now = ctx.clock.now();
      const key = await postponeOldest(ctx.db, now, new Date(now.getTime() + postponeMs));
      ctx.log.error({ ...key, problem: describeProblem(problem) }, 'an order could not be issued');
    }
  }
  return settings.limit;
}

async function issue(
  { db, clock, metrics, crashPoint }: IssuerContext,
  settings: IssuingSettings,
): Promise<number> {
  const { taken, issued } = await transaction(db, async (tx) => {
    const batch = await issueOrders(tx, settings, clock.now());
    if (batch.taken > 0) crashPoint('issue-orders:before-commit');
    return batch;
  });
  if (taken > 0) crashPoint('issue-orders:after-commit');
  const nowMs = clock.now().getTime();
  for (const { acceptedAt } of issued) metrics.issueSeconds.observe((nowMs - acceptedAt.getTime()) / 1000);
  return taken;
}
