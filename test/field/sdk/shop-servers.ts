/** Shops that receive callbacks by the TypeScript SDK, on each server that its documents name, before and behind parsers. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { nodeHandler } from '../../../sdk/typescript/src/index.ts';
import { secret } from '../../sdk/signed-callback.ts';

export type ServerName = 'node:http' | 'express 4' | 'express 5' | 'koa' | 'fastify';
/** What handles the body before the handler does. `keeps bytes`: a parser that leaves them as `request.rawBody`. */
export type Parser = 'nothing' | 'json' | 'form' | 'raw' | 'text' | 'keeps bytes';

export interface Shop extends AsyncDisposable {
  url: string;
  /** What reached the shop's log. */
  reported: unknown[];
  handled: string[];
  /** The next call of the handler: resolves to its end once it has begun. */
  nextCall(): Promise<{ ended: Promise<void> }>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Middleware = (request: unknown, response: unknown, next: () => void) => void;
interface Express {
  (): RequestListener & {
    use: (middleware: Middleware) => void;
    post: (path: string, handler: Handler) => void;
  };
  json: (options?: object) => Middleware;
  urlencoded: (options: object) => Middleware;
  raw: (options: object) => Middleware;
  text: (options: object) => Middleware;
}
interface KoaContext {
  req: IncomingMessage;
  res: ServerResponse;
}
type Koa = new () => {
  silent: boolean;
  use: (middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>) => void;
  callback: () => RequestListener;
};
const load = createRequire(import.meta.url);

/** Starts a shop whose handler throws for callbacks with the comment `fails`. */
export async function startShop(name: ServerName, before: Parser): Promise<Shop> {
  const reported: unknown[] = [];
  const handled: string[] = [];
  let begun = Promise.withResolvers<{ ended: Promise<void> }>();
  const handler = nodeHandler(
    { secret, onError: (error) => void reported.push(error) },
    ({ webhookId, data }) => {
      handled.push(webhookId);
      if (data.comment === 'fails') throw new Error('no database');
    },
  );
  const watched: Handler = (request, response) => {
    const ended = handler(request, response);
    begun.resolve({ ended });
    return ended;
  };
  const started = await listenerOf(name, before, watched);
  const server = createServer(started.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    reported,
    handled,
    nextCall() {
      begun = Promise.withResolvers();
      return begun.promise;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await started.close();
    },
  };
}

interface Listener {
  listener: RequestListener;
  close(): Promise<void>;
}

const closesNothing = (): Promise<void> => Promise.resolve();

async function listenerOf(name: ServerName, before: Parser, handler: Handler): Promise<Listener> {
  switch (name) {
    case 'node:http':
      // As our documents have it: nothing looks at the promise.
      return { listener: (request, response) => void handler(request, response), close: closesNothing };
    case 'express 4':
      return { listener: onExpress(load('express4') as Express, before, handler), close: closesNothing };
    case 'express 5':
      return { listener: onExpress(load('express') as Express, before, handler), close: closesNothing };
    case 'koa':
      return { listener: onKoa(before, handler), close: closesNothing };
    case 'fastify':
      return onFastify(before, handler);
  }
}

const keep = (request: object, _response: unknown, bytes: Buffer): void => {
  Object.assign(request, { rawBody: bytes });
};

function onExpress(express: Express, before: Parser, handler: Handler): RequestListener {
  const shop = express();
  const parsers: Record<Parser, Middleware[]> = {
    nothing: [],
    json: [express.json()],
    form: [express.urlencoded({ extended: false })],
    raw: [express.raw({ type: () => true })],
    text: [express.text({ type: () => true })],
    'keeps bytes': [express.json({ verify: keep }), express.urlencoded({ extended: true, verify: keep })],
  };
  for (const parser of parsers[before]) shop.use(parser);
  shop.post('/callbacks', handler);
  return shop;
}

function onKoa(before: Parser, handler: Handler): RequestListener {
  const shop = new (load('koa') as Koa)();
  // Who leaves in the middle stands in koa's own log.
  shop.silent = true;
  // As body parsers of koa do: what is parsed lies at the context, not at Node's request.
  if (before !== 'nothing')
    shop.use(async ({ req }, next) => {
      await text(req);
      await next();
    });
  shop.use(({ req, res }) => handler(req, res));
  return shop.callback();
}

async function onFastify(before: Parser, handler: Handler): Promise<Listener> {
  const shop = fastify();
  await shop.register(async (scope) => {
    if (before === 'nothing') {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    }
    scope.post('/callbacks', (request, reply) => {
      reply.hijack();
      return handler(request.raw, reply.raw);
    });
  });
  await shop.ready();
  return { listener: (request, response) => shop.routing(request, response), close: () => shop.close() };
}
