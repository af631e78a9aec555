/** The documentation at /docs, for everybody: the site that `npm run docs` makes and releases contain, or else the documents of the repository. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import { notBuiltPage } from './not-built-page.ts';
import { sourcePage } from './source-page.ts';
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

export function registerDocs(
  app: FastifyInstance,
  { docsFolder, docsSources }: Pick<Config, 'docsFolder' | 'docsSources'>,
): void {
  if (docsFolder === null) return;
  const site = new SiteFiles(docsFolder);
  const sources = new SiteFiles(docsSources);
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const path = request.params['*'];
    return site.isBuilt() ? sendFile(site, path, request, reply) : sendSource(sources, path, request, reply);
  });
}

async function sendSource(
  sources: SiteFiles,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // An image of the program has the site alone.
  if (!sources.has('index.md')) return sendPage(reply.code(404), notBuiltPage(languageOf(request)));
  const page = sourcePage(sources, path);
  return page === null ? sendFile(sources, path, request, reply) : sendPage(reply, page);
}

async function sendFile(
  site: SiteFiles,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
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
