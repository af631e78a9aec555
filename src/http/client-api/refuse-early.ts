/** The cheapest answer: an order that a full queue would refuse is refused before anything else looks at it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';
import { strictTransport } from '../../web/page-headers.ts';
import { envelope, jsonType, outcomeOf, refuse, tooManyRequests } from './answer.ts';
import type { Operation } from './operation.ts';

const cmdInQuery = /[?&]cmd=([A-Za-z]+)(?:&|$)/;
const idInQuery = /[?&]id=([1-9]\d{0,14})(?:&|$)/;

const refusal = refuse(tooManyRequests);
const body = envelope(refusal);
const outcome = outcomeOf(refusal);

/**
 * Answers 1003 to requests whose address names a client with a full queue, whatever else they contain: before the router,
 * the body and the signature, so that a refusal costs a fraction of an order. Only signed requests fill a queue
 * (docs/decisions/0033). While the server closes, its framework answers, which closes the connections too.
 */
export function refuseEarly(
  server: Server,
  { log, metrics, config }: Pick<Context, 'log' | 'metrics' | 'config'>,
  operations: Map<string, Operation>,
): void {
  const headers = {
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(config.baseUrl.startsWith('https:') && { 'strict-transport-security': strictTransport }),
  };

  const answered = (request: IncomingMessage, response: ServerResponse): boolean => {
    const cmd = server.listening ? refusedCmd(operations, request) : null;
    if (cmd === null) return false;
    const requestId = randomUUID();
    response.writeHead(200, { ...headers, 'x-request-id': requestId }).end(body);
    metrics.requestsTotal.inc({ cmd, outcome });
    if (log.isLevelEnabled('info'))
      log.info({ request_id: requestId, client: null, cmd, outcome, ms: 0 }, 'client api');
    return true;
  };

  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (answered(request, response)) return;
    for (const listener of listeners) listener(request, response);
  });
}

/** The operation of a request that is refused unread; null: it must be read. */
function refusedCmd(
  operations: Map<string, Operation>,
  { method, url = '' }: IncomingMessage,
): string | null {
  if ((method !== 'GET' && method !== 'POST') || !url.startsWith('/?')) return null;
  const operation = operations.get(cmdInQuery.exec(url)?.[1] ?? '');
  if (operation?.isFullFor === undefined) return null;
  const id = idInQuery.exec(url)?.[1];
  return id !== undefined && operation.isFullFor(Number(id)) ? operation.cmd : null;
}
