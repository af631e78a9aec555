/** The documentation site at /docs, for everybody: `npm run docs` makes it, releases contain it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import { notBuiltPage } from './not-built-page.ts';
import { SiteFiles } from './site-files.ts';
import { sendPage } from '../../web/send-page.ts';
import { languageOf } from '../../web/request-language.ts';

const immutableSeconds = 365 * 86_400;

/** The search runs WebAssembly of our own server; nothing is inline. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const headers = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
};

export function registerDocs(app: FastifyInstance, { docsFolder }: Pick<Config, 'docsFolder'>): void {
  if (docsFolder === null) return;
  const site = new SiteFiles(docsFolder);
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    sendFile(site, request.params['*'], request, reply),
  );
}

async function sendFile(
  site: SiteFiles,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!site.isBuilt()) return sendPage(reply.code(404), notBuiltPage(languageOf(request)));
  if (site.isFolder(path)) return reply.redirect(`/docs/${encodeURI(path)}/`, 301);
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  const file = await site.read(path, takesGzip);
  if (file === null) {
    reply.callNotFound();
    return reply;
  }
  void reply.headers({
    ...headers,
    ...(file.isCompressed ? { 'content-encoding': 'gzip' } : {}),
    'cache-control': file.isImmutable ? `public, max-age=${immutableSeconds}, immutable` : 'no-cache',
    etag: file.etag,
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  return reply.type(file.contentType).send(file.bytes);
}
