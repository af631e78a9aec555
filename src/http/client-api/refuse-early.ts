/** Refuses the orders of a client whose queue is full before they are read, and so many a second that others have the processor. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';
import { strictTransport } from '../../web/page-headers.ts';
import { envelope, jsonType, outcomeOf, refuse as refused, tooManyRequests } from './answer.ts';
import type { Operation } from './operation.ts';
import { createPace, type PaceLimits } from './pace.ts';

const cmdInQuery = /[?&]cmd=([A-Za-z]+)(?:&|$)/;
const idInQuery = /[?&]id=([1-9]\d{0,14})(?:&|$)/;

const refusal = refused(tooManyRequests);

/**
 * Programs that repeat at once what was refused would otherwise take the processor from the orders that are accepted. Well below the
 * time-out of any client.
 */
const pace: PaceLimits = { perSecond: 1000, maxWaitMs: 1000, maxWaiting: 20_000 };

/**
 * Answers 1003 to requests whose address names a client with a full queue, whatever else they contain: before the router,
 * the body and the signature, so that a refusal costs a fraction of an order. Only signed requests fill a queue
 * (docs/decisions/0033). Refusals are paced: what waits for its refusal while the queue gets a place is answered as usual.
 * While the server closes, its framework answers, which closes the connections too.
 */
export function refuseEarly(
  next: RequestListener,
  { log, metrics, config }: Pick<Context, 'log' | 'metrics' | 'config'>,
  { operations, isClosing }: { operations: Map<string, Operation>; isClosing: () => boolean },
): RequestListener {
  const [body, outcome] = [envelope(refusal), outcomeOf(refusal)];
  const headers = {
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(config.baseUrl.startsWith('https:') && { 'strict-transport-security': strictTransport(config) }),
  };

  const refuse = (response: ServerResponse, cmd: string, waitedMs: number): void => {
    const requestId = randomUUID();
    response.writeHead(200, { ...headers, 'x-request-id': requestId }).end(body);
    metrics.requestsTotal.inc({ cmd, outcome });
    if (log.isLevelEnabled('info'))
      log.info({ request_id: requestId, client: null, cmd, outcome, ms: Math.round(waitedMs) }, 'client api');
  };
  const cmdToRefuse = (request: IncomingMessage): string | null =>
    isClosing() ? null : refusedCmd(operations, request);
  const inTurn = createPace(pace);

  return (request, response) => {
    if (cmdToRefuse(request) === null) return next(request, response);
    const sinceMs = performance.now();
    inTurn(() => {
      if (response.destroyed) return;
      const cmd = cmdToRefuse(request);
      if (cmd === null) next(request, response);
      else refuse(response, cmd, performance.now() - sinceMs);
    });
  };
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
