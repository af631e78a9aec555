import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { pagePicture, pageWidths, pictureUrlOf } from '../documents/pictures/page-picture.ts';
import { serveAssets } from '../web/static-assets.ts';

const cacheSeconds = 30 * 86_400;

/** Pictures of products: those of this server unchanged, and all of them scaled for pages. */
export function registerPictures(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'http' | 'keyring'>,
): void {
  if (ctx.config.ownPictures !== null) serveAssets(app, '/pictures/', ctx.config.ownPictures);
  registerPagePictures(app, ctx);
}

/** At the addresses that `pagePicturePath` writes. */
function registerPagePictures(app: FastifyInstance, ctx: Pick<Context, 'config' | 'http' | 'keyring'>): void {
  for (const width of pageWidths) {
    app.get<{ Params: { proof: string; '*': string } }>(
      `/pictures/${width}/:proof/*`,
      async (request, reply) => {
        const url = pictureUrlOf(ctx.keyring, request.params.proof, request.params['*']);
        const picture = url === null ? null : await pagePicture(ctx, url, width);
        if (picture === null) return reply.callNotFound();
        const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`;
        void reply.headers({
          'cache-control': `public, max-age=${cacheSeconds}, immutable`,
          'content-type': 'image/webp',
          'cross-origin-resource-policy': 'same-origin',
          etag,
          'x-content-type-options': 'nosniff',
        });
        return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(picture);
      },
    );
  }
}
