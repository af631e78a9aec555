/**
 * Answers to callbacks: exactly `OK` once your function is done, 401 when the callback is not genuine, 500 when your
 * function throws, so that the platform repeats it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallbackError, readCallback, type Callback, type CallbackOptions } from './callbacks.ts';

/** Must be quick (the platform waits 10 s) and may be called again for the same `webhookId`. */
export type HandleCallback = (callback: Callback) => void | Promise<void>;

/** Callbacks are far smaller. */
const MAX_CALLBACK_BYTES = 256 * 1024;

type Headers = Record<string, string | string[] | undefined>;
type Reply = { status: number; text: string };

/** For any framework: give it the headers and the body as received, send back what it returns. */
export async function acceptCallbacks(
  headers: Headers,
  body: string,
  options: CallbackOptions,
  handle: HandleCallback,
): Promise<Reply> {
  let callback: Callback;
  try {
    callback = readCallback(headers, body, options);
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    return { status: 401, text: error.message };
  }
  try {
    await handle(callback);
    return { status: 200, text: 'OK' };
  } catch {
    return { status: 500, text: 'The callback could not be handled.' };
  }
}

const textHeaders = { 'content-type': 'text/plain' };

/** For servers that take a Request and give a Response: Deno, Bun, Hono, Next. */
export function fetchHandler(
  options: CallbackOptions,
  handle: HandleCallback,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await request.text();
    const { status, text } = await acceptCallbacks(
      Object.fromEntries(request.headers),
      body,
      options,
      handle,
    );
    return new Response(text, { status, headers: textHeaders });
  };
}

/**
 * For node:http, express and fastify (`(request, reply) => handler(request.raw, reply.raw)`). The body must be unread or
 * a Buffer or string in `request.body`: put it before body parsers, or use `express.raw({ type: () => true })`.
 */
export function nodeHandler(
  options: CallbackOptions,
  handle: HandleCallback,
): (request: IncomingMessage & { body?: unknown }, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const body = await bodyOf(request);
    const { status, text } =
      body === null
        ? { status: 413, text: 'The callback is too large.' }
        : await acceptCallbacks(request.headers, body, options, handle);
    response.writeHead(status, textHeaders).end(text);
  };
}

async function bodyOf(request: IncomingMessage & { body?: unknown }): Promise<string | null> {
  if (typeof request.body === 'string') return request.body;
  if (request.body instanceof Uint8Array) return Buffer.from(request.body).toString('utf8');
  if (request.body !== undefined)
    throw new TypeError('The callback was parsed before: its signature needs the raw body.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_CALLBACK_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
