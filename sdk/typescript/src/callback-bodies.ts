/** The bodies of callbacks exactly as received: only of these a signature can be checked. */
import type { IncomingMessage } from 'node:http';

/** Callbacks are far smaller. */
const MAX_CALLBACK_BYTES = 256 * 1024;

/** The sender's doing: the body did not arrive, or is too large. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly status: number;

  constructor(status: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** What servers and body parsers leave at a request of Node. */
export type NodeRequest = IncomingMessage & { body?: unknown; rawBody?: unknown };

/** Fails where a parser has consumed the body and left no copy of it. */
export async function bodyOfNode(request: NodeRequest): Promise<string> {
  if (isText(request.rawBody)) return textOf(request.rawBody);
  // Not by `request.body`: Express 4 sets it to {} although its parsers left a body of another type unread.
  if (!request.readableDidRead) return gathered(request.iterator({ destroyOnReturn: false }));
  return textOf(request.body);
}

export async function bodyOfFetch(request: Request): Promise<string> {
  if (request.bodyUsed) return textOf(undefined);
  return request.body === null ? '' : gathered(request.body);
}

const isText = (body: unknown): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array;

export function textOf(body: unknown): string {
  if (!isText(body))
    throw new TypeError(
      'The body of a callback was parsed before the handler, and its signature needs the text as received: put the handler before body parsers, or give it a raw one.',
    );
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}

async function gathered(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      const part = Buffer.from(chunk as string);
      bytes += part.length;
      if (bytes > MAX_CALLBACK_BYTES) throw new BodyError(413, 'The callback is too large.');
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof BodyError) throw cause;
    throw new BodyError(400, 'The callback did not arrive as a whole.', { cause });
  }
  return Buffer.concat(parts).toString('utf8');
}
