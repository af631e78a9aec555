/** Runs the roles in this process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenedContext } from './open-context.ts';
import { createPdfMaker } from './certificates/documents/pdf/pdf-maker.ts';
import { productPicture } from './certificates/documents/pictures/product-picture.ts';
import { createGiftPages } from './http/gift-page/gift-pages.ts';
import { createMinuteRecorder } from './reports/health/record-minutes.ts';
import { listen } from './http/listen.ts';
import { createHealthServer, createServer, type ServerParts } from './http/server.ts';
import { runLoop } from './platform/process/loop.ts';
import { startWorkers, type RunningWorkers } from './workers.ts';

export interface Roles {
  /** Serve the client API and the pages. */
  serve: boolean;
  /** Run the queues: issuing, messages, callbacks. */
  work: boolean;
}

export interface RunningPlatform {
  server: FastifyInstance | null;
  wake(): void;
  /** Begins no new work at once; the server first goes on answering until balancers know (`drainSeconds`). */
  close(): Promise<void>;
}

/** Additions of an installation to its server. */
export interface ServerExtras {
  register?: (server: FastifyInstance) => Promise<void>;
  /** Where a browser that requests `/` is redirected. */
  homePath?: string;
}

export async function runPlatform(
  ctx: OpenedContext,
  roles: Roles,
  extras: ServerExtras = {},
): Promise<RunningPlatform> {
  let workers: RunningWorkers | null = null;
  const wake = (): void => workers?.wake();
  let leaving = false;
  const parts = { onPlaced: wake, isLeaving: () => leaving };
  const server = roles.serve ? await startServer(ctx, parts, extras) : await startHealthServer(ctx);
  if (roles.work) workers = startWorkers(ctx);
  // Workers record their minutes themselves.
  const recorder = roles.work
    ? null
    : runLoop(
        createMinuteRecorder(ctx, () => []),
        ctx.log,
      );
  async function closeServer(): Promise<void> {
    leaving = true;
    if (roles.serve) await sleep(ctx.config.drainSeconds * 1000);
    await server?.close();
  }
  return {
    server,
    wake,
    async close() {
      await Promise.all([closeServer(), workers?.stop(), recorder?.stop()]);
    },
  };
}

async function startServer(
  ctx: OpenedContext,
  parts: Required<Pick<ServerParts, 'onPlaced' | 'isLeaving'>>,
  { register, homePath }: ServerExtras,
): Promise<FastifyInstance> {
  const pdf = createPdfMaker();
  const server = await createServer(ctx, {
    giftPages: createGiftPages(ctx, pdf),
    makePdf: async (view, code) =>
      pdf.make(view, code, await productPicture(ctx, view.pictureUrl), view.language),
    makePaper: (paper) => pdf.paper(paper),
    ...parts,
    ...(homePath === undefined ? {} : { homePage: (_request, reply) => reply.redirect(homePath) }),
  });
  server.addHook('onClose', () => pdf.close());
  await register?.(server);
  await listen(server, ctx.config.host, ctx.config.port);
  pdf.warm();
  return server;
}

/** Metrics that only this process knows (issue times, results of callbacks and messages). */
async function startHealthServer(ctx: OpenedContext): Promise<FastifyInstance | null> {
  const { host, workPort } = ctx.config;
  if (workPort === 0) return null;
  const server = createHealthServer(ctx);
  await listen(server, host, workPort);
  return server;
}
