import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../platform/process/log.ts';
import { describeProblem } from '../platform/process/loop.ts';
import { TooManyWaiting } from '../platform/batching/permits.ts';
import { failurePage, type PlainFailure } from './failure-page.ts';
import { ForeignForm } from './own-forms.ts';
import { privatePageHeaders } from './page-headers.ts';
import { languageOf } from './request-language.ts';
import { sendPage } from './send-page.ts';

/**
 * Writes a route's answer to a failure; the status is already set. `problem` is only for distinguishing kinds of
 * failures.
 */
export type FailureAnswer = (failure: {
  problem: unknown;
  /** Below 500: the request could not be read. */
  status: number;
  request: FastifyRequest;
  reply: FastifyReply;
}) => unknown;

declare module 'fastify' {
  interface FastifyContextConfig {
    answerFailure?: FailureAnswer;
  }
}

/** Routes registered in this scope from now on answer failures in this way. */
export function answerFailuresBy(scope: FastifyInstance, answerFailure: FailureAnswer): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, answerFailure };
  });
}

/**
 * The one error handler of all routes: logs our failures once, with the route (an address may contain a token), and
 * answers without describing them.
 */
export function handleFailures(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<FastifyError>((problem, request, reply) => {
    // Overload is answered, but not logged as our failure.
    const busy = problem instanceof TooManyWaiting;
    const status = busy ? 503 : (problem.statusCode ?? 500);
    const { url: route = 'none', config } = request.routeOptions;
    if (status >= 500 && !busy) {
      const { id: request_id, method } = request;
      log.error({ request_id, method, route, problem: describeProblem(problem) }, 'request failed');
    }
    const answer = config?.answerFailure ?? answerPlainly;
    return answer({ problem, status, request, reply: reply.code(status) });
  });
}

/** A page for browsers, the envelope of the client API for programs. */
const answerPlainly: FailureAnswer = ({ problem, status, request, reply }) => {
  if (wantsPage(request)) {
    const failure = problem instanceof ForeignForm ? 'foreign-form' : status < 500 ? 'unreadable' : 'failed';
    return sendFailure(request, reply, failure);
  }
  const error =
    status < 500 ? { code: 1000, text: 'malformed request' } : { code: 9000, text: 'internal error' };
  return reply
    .headers(privatePageHeaders())
    .type('application/json; charset=utf-8')
    .send({ status: 'error', error });
};

/** Whether the answer is for a person. */
export const wantsPage = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('text/html');

export const sendFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  failure: PlainFailure,
): FastifyReply => sendPage(reply, failurePage(failure, languageOf(request), request.url));
