import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Config } from '../platform/settings/config.ts';
import { installationMark, markHeader } from '../platform/secrets/installation-mark.ts';
import { readinessInCells } from '../platform/cells/readiness-in-cells.ts';
import { createSecurityLog } from '../platform/process/security-log.ts';
import { roublesFromKopecks } from '../platform/values/money.ts';
import { queueKinds } from '../reports/health/queues.ts';
import { measureAll } from '../reports/measure-work.ts';
import { isSameSecret } from '../platform/secrets/constant-time.ts';

/** `/healthz`: the process runs. `/readyz`: it can do its work. `/metrics`: Prometheus, for the operator only. */
export function registerHealth(app: FastifyInstance, ctx: Context, isLeaving = (): boolean => false): void {
  const note = createSecurityLog(ctx.log);
  const mark = installationMark(ctx.keyring);
  app.get('/healthz', (_request, reply) => reply.header(markHeader, mark).send({ status: 'ok' }));
  const whatIsMissing = readinessInCells(ctx);
  app.get('/readyz', async (_request, reply) => {
    const problem = isLeaving() ? 'it is about to end' : await whatIsMissing();
    return problem === null
      ? reply.send({ status: 'ok' })
      : reply.code(503).send({ status: 'error', error: problem });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, ctx.config)) {
      note('token-refused', '/metrics', ctx.clock.now(), { request_id: request.id });
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: 'error' });
    }
    await readGauges(ctx);
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.registry.metrics());
  });
}

/** Requires the operator's token. A refused caller learns nothing from the timing. */
function mayScrape(request: FastifyRequest, { operatorToken }: Config): boolean {
  const given = request.headers.authorization ?? '';
  return operatorToken !== '' && isSameSecret(given, `Bearer ${operatorToken}`);
}

async function readGauges(ctx: Context): Promise<void> {
  const { clock, metrics } = ctx;
  const { queues, stock, failures, tests, snapshotSeconds, unreached } = await measureAll(ctx, clock.now());
  for (const { kind, amount } of failures) metrics.failures.set({ kind }, amount);
  for (const { queue: name, waiting, oldestDueSeconds } of queues) {
    const queue = queueKinds[name].metric;
    metrics.queueDepth.set({ queue }, waiting);
    metrics.oldestDueSeconds.set({ queue }, oldestDueSeconds);
  }
  metrics.oldestSnapshotSeconds.set(snapshotSeconds);
  metrics.unreached.reset();
  for (const part of unreached) metrics.unreached.set({ part }, 1);
  metrics.stockFree.reset();
  for (const { productId, faceKopecks, free } of stock) {
    metrics.stockFree.set({ product: productId, face: roublesFromKopecks(faceKopecks) }, free);
  }
  metrics.supplierTestGreen.reset();
  for (const { supplierId, green } of tests) {
    metrics.supplierTestGreen.set({ supplier: supplierId }, green ? 1 : 0);
  }
}
