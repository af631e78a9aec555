/** The style sheet of all pages, and the script of those of people who have signed in. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { wholeStyle } from './styles.ts';

const cacheSeconds = 365 * 86_400;

interface Asset {
  kind: 'css' | 'js';
  name: string;
  contentType: string;
  text: string;
  compressed: Buffer;
}

/** The name changes with the content, so it may be cached forever. */
function assetOf(text: string, kind: Asset['kind']): Asset {
  const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 12)}.${kind}`;
  const contentType = `text/${kind === 'css' ? 'css' : 'javascript'}; charset=utf-8`;
  return { kind, name, contentType, text, compressed: gzipSync(text) };
}

const style = assetOf(wholeStyle, 'css');
/** Modules that import only one another, in the order of use, as one. */
const modules = ['single-keys', 'search', 'rows'].map((name) =>
  readFileSync(new URL(`./shell/${name}.browser.js`, import.meta.url), 'utf8')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export /gm, ''),
);
const script = assetOf(modules.join('\n'), 'js');
const assets: readonly Asset[] = [style, script];

export const stylePath = `/web/${style.name}`;
export const shellScriptPath = `/web/${script.name}`;

/** Serves the style sheet and the script. During an update pages of another version find ours at its own address. */
export function servePageAssets(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/web/:name', (request, reply) => {
    const { name } = request.params;
    const asset = assets.find(({ kind }) => name.endsWith(`.${kind}`));
    if (asset === undefined) return reply.callNotFound();
    const isOurs = name === asset.name;
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
    return reply
      .headers({
        ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
        vary: 'accept-encoding',
        'cache-control': isOurs ? `public, max-age=${cacheSeconds}, immutable` : 'no-store',
        'content-type': asset.contentType,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(takesGzip ? asset.compressed : asset.text);
  });
}
