/**
 * Answers to callbacks: exactly `OK` once your function is done, 401 when the callback is not genuine, 400 or 413 when its
 * body is cut off or too large, 500 when your function throws or something is set up wrongly, so that the platform repeats
 * it. A handler never throws or rejects: whatever a caller sends, your process lives.
 */
import type { ServerResponse } from 'node:http';
import { BodyError, bodyOfFetch, bodyOfNode, textOf, type NodeRequest } from './callback-bodies.ts';
import { CallbackError, readCallback, type Callback, type CallbackOptions } from './callbacks.ts';

/** Must be quick (the platform waits 10 s) and may be called again for the same `webhookId`. */
export type HandleCallback = (callback: Callback) => void | Promise<void>;

export interface CallbackHandlerOptions extends CallbackOptions {
  /** For your log: what was answered with 500. By default `console.error`. */
  onError?: ((error: unknown) => void | Promise<void>) | undefined;
}

type Headers = Record<string, string | string[] | undefined>;
type Reply = { status: number; text: string };

/** For any framework: give it the headers and the body as received, send back what it returns. */
export const acceptCallbacks = (
  headers: Headers,
  body: string | Uint8Array,
  options: CallbackHandlerOptions,
  handle: HandleCallback,
): Promise<Reply> => replyTo(headers, () => textOf(body), options, handle);

const textHeaders = { 'content-type': 'text/plain' };

/** For servers that take a Request and give a Response: Deno, Bun, Hono, Next. Nothing may read the body before. */
export function fetchHandler(
  options: CallbackHandlerOptions,
  handle: HandleCallback,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const headers = Object.fromEntries(request.headers);
    const { status, text } = await replyTo(headers, () => bodyOfFetch(request), options, handle);
    return new Response(text, { status, headers: textHeaders });
  };
}

/**
 * For servers on Node's own requests and responses, each tried:
 *
 * - node:http: `createServer(nodeHandler(…))`
 * - Express 4 and 5: `app.post('/callbacks', nodeHandler(…))` before `express.json()` and other parsers, or behind
 *   `express.raw({ type: () => true })` or a parser that keeps the bytes as `request.rawBody`
 * - koa: `router.post('/callbacks', (ctx) => handler(ctx.req, ctx.res))` before body parsers
 * - fastify: `(request, reply) => (reply.hijack(), handler(request.raw, reply.raw))` in a scope whose parsers leave the
 *   body unread; simpler with `acceptCallbacks`, see the README
 *
 * A body that was parsed before is answered with 500, and `onError` told why.
 */
export function nodeHandler(
  options: CallbackHandlerOptions,
  handle: HandleCallback,
): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { status, text } = await replyTo(request.headers, () => bodyOfNode(request), options, handle);
    try {
      // A time limit of the shop's framework may have answered before.
      if (!response.headersSent) response.writeHead(status, textHeaders).end(text);
      // What is left of a body that is too large: an answer does not arrive before it is read.
      request.resume();
    } catch (error) {
      await report(error, options);
    }
  };
}

async function replyTo(
  headers: Headers,
  body: () => string | Promise<string>,
  options: CallbackHandlerOptions,
  handle: HandleCallback,
): Promise<Reply> {
  let callback: Callback;
  try {
    callback = readCallback(headers, await body(), options);
  } catch (error) {
    if (error instanceof CallbackError) return { status: 401, text: error.message };
    if (error instanceof BodyError) return { status: error.status, text: error.message };
    return failed(error, options);
  }
  try {
    await handle(callback);
    return { status: 200, text: 'OK' };
  } catch (error) {
    return failed(error, options);
  }
}

async function failed(error: unknown, options: CallbackHandlerOptions): Promise<Reply> {
  await report(error, options);
  return { status: 500, text: 'The callback could not be handled.' };
}

async function report(error: unknown, options: CallbackHandlerOptions): Promise<void> {
  try {
    await (options.onError ?? log)(error);
  } catch (another) {
    log(error);
    log(another);
  }
}

const log = (error: unknown): void => {
  // oxlint-disable-next-line no-console -- The shop's own log, unless it names another.
  console.error('Facevalue: a callback could not be handled.', error);
};
