/** Pictures of products: those of this server unchanged, and all of them scaled for pages. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { logosPrefix } from '../certificates/looks/client-look.ts';
import { findPublicLogo } from '../certificates/looks/look-rows.ts';
import type { Context } from '../context.ts';
import { pagePicture, pageWidths, pictureUrlOf } from '../certificates/documents/pictures/page-picture.ts';
import { pictureType } from '../certificates/documents/pictures/product-picture.ts';
import { storedPicture, storedPrefix } from '../certificates/documents/pictures/stored-pictures.ts';
import { cellOf } from '../platform/cells/cell-context.ts';
import { idIn } from '../web/shell/page-call.ts';
import { serveAssets } from '../web/static-assets.ts';

const cacheSeconds = 30 * 86_400;

/** Withdrawn ones are gone after this time, wherever they are kept. */
const logoSeconds = 3600;

type PicturesContext = Pick<Context, 'cells' | 'config' | 'http' | 'keyring' | 'pageDb'>;

export function registerPictures(app: FastifyInstance, ctx: PicturesContext): void {
  if (ctx.config.ownPictures !== null) serveAssets(app, '/pictures/', ctx.config.ownPictures);
  registerStoredPictures(app, ctx);
  registerPagePictures(app, ctx);
  registerLogos(app, ctx);
}

/** Serves the logos of clients, for gift pages and letters. */
function registerLogos(app: FastifyInstance, ctx: PicturesContext): void {
  app.get<{ Params: { client: string; name: string } }>(
    `${logosPrefix}:client/:name`,
    async (request, reply) => {
      const clientId = idIn(request.params.client);
      const { name } = request.params;
      const known = clientId !== null && /^[\w-]{22}\.png$/.test(name);
      const logo = known ? await findPublicLogo(cellOf(ctx, clientId).pageDb, clientId, name) : null;
      if (logo === null) return reply.callNotFound();
      return reply
        .headers({
          'cache-control': `public, max-age=${logoSeconds}`,
          'content-security-policy': "default-src 'none'; sandbox",
          'content-type': 'image/png',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        .send(logo);
    },
  );
}

/** Uploaded ones, for letters and for the pages of clients. */
function registerStoredPictures(app: FastifyInstance, ctx: PicturesContext): void {
  app.get<{ Params: { supplier: string; name: string } }>(
    `/pictures/${storedPrefix}:supplier/:name`,
    async (request, reply) => {
      const { supplier, name } = request.params;
      const picture = await storedPicture(ctx.pageDb, `${storedPrefix}${supplier}/${name}`);
      if (picture === null) return reply.callNotFound();
      return reply
        .headers({
          'cache-control': `public, max-age=${cacheSeconds}, immutable`,
          'content-security-policy': "default-src 'none'; sandbox",
          'content-type': pictureType(picture) ?? 'application/octet-stream',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        .send(picture);
    },
  );
}

/** At the addresses that `pagePicturePath` writes. */
function registerPagePictures(app: FastifyInstance, ctx: PicturesContext): void {
  for (const width of pageWidths) {
    app.get<{ Params: { proof: string; '*': string } }>(
      `/pictures/${width}/:proof/*`,
      async (request, reply) => {
        const url = pictureUrlOf(ctx.keyring, request.params.proof, request.params['*']);
        const picture = url === null ? null : await pagePicture({ ...ctx, db: ctx.pageDb }, url, width);
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
