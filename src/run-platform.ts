import type { FastifyInstance } from 'fastify';
import type { OpenedContext } from './open-context.ts';
import { createPdfMaker } from './delivery/certificate-pdf/pdf-maker.ts';
import { productPicture } from './delivery/product-picture.ts';
import { createGiftDoor } from './http/gift-page/gift-door.ts';
import { createServer } from './http/server.ts';
import { listenProblem } from './platform/free-port.ts';
import { startWorkers, type RunningWorkers } from './workers.ts';

export interface Roles {
  /** Answer the client API and the pages. */
  serve: boolean;
  /** Issue, deliver and call back. */
  work: boolean;
}

export interface RunningPlatform {
  server: FastifyInstance | null;
  nudge(): void;
  close(): Promise<void>;
}

/** Runs the roles in this process. `extend` may add routes before the server listens. */
export async function runPlatform(
  ctx: OpenedContext,
  roles: Roles,
  extend: (server: FastifyInstance) => Promise<void> = () => Promise.resolve(),
): Promise<RunningPlatform> {
  const workers: RunningWorkers | null = roles.work ? startWorkers(ctx) : null;
  const nudge = (): void => workers?.nudge();
  const server = roles.serve ? await startServer(ctx, nudge, extend) : null;
  return {
    server,
    nudge,
    async close() {
      await server?.close();
      await workers?.stop();
    },
  };
}

async function startServer(
  ctx: OpenedContext,
  nudge: () => void,
  extend: (server: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const pdf = createPdfMaker();
  const server = await createServer(ctx, {
    giftDoor: createGiftDoor(ctx, pdf),
    makePdf: async (view, code) => pdf.make(view, code, await productPicture(ctx, view.pictureUrl), 'ru'),
    onPlaced: nudge,
  });
  server.addHook('onClose', () => pdf.close());
  await extend(server);
  await listen(server, ctx.config.host, ctx.config.port);
  return server;
}

async function listen(server: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (problem) {
    await server.close();
    throw listenProblem(problem, host, port);
  }
}
