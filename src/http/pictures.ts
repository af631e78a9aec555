import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveAssets } from '../platform/web/static-assets.ts';

const folder = join(import.meta.dirname, '../../seeds/pictures');

/** The pictures of the demo brands at `/pictures/<brand>-<size>.png`. For the demo world only. */
export function registerPictures(app: FastifyInstance): void {
  serveAssets(app, '/pictures/', folder);
}
