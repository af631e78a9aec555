import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../platform/process/log.ts';
import { noteFailure } from '../platform/process/loop.ts';
import { TooManyWaiting } from '../platform/batching/permits.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../platform/database/database-errors.ts';
import type { PlainFailure } from './failure-labels.ts';
import { failurePage } from './failure-page.ts';
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
  /** HTTP status; below 500 the request could not be read. */
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

/** When it is worth trying again. */
const againSeconds = 10;

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
      noteFailure(log, problem, { what: 'request failed', details: { request_id, method, route } });
    }
    if (status === 503 && wantsPage(request)) reply.header('retry-after', againSeconds);
    const answer = config?.answerFailure ?? answerPlainly;
    return answer({ problem, status, request, reply: reply.code(status) });
  });
}

/** A page for browsers, the envelope of the client API for programs. */
const answerPlainly: FailureAnswer = ({ problem, status, request, reply }) => {
  if (wantsPage(request)) return sendFailure(request, reply, failureOf(problem, status, isAct(request)));
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

/** Whether the caller wants something done, not only shown. */
export const isAct = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method !== 'GET' && method !== 'HEAD';

function failureOf(problem: unknown, status: number, act: boolean): PlainFailure {
  if (problem instanceof ForeignForm) return 'foreign-form';
  if (problem instanceof TooManyWaiting) return 'crowded';
  if (status === 413) return 'too-large';
  if (status < 500) return 'unreadable';
  // A page that was only read may be read again, whatever became of the connection.
  if (problem instanceof DatabaseUnavailable || (problem instanceof OutcomeUnknown && !act)) return 'away';
  return act ? 'failed-act' : 'failed';
}

/** For people who are signed in as far as the route knows them, within their navigation. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: PlainFailure,
): FastifyReply {
  const session = request.session ?? null;
  const language = languageOf(request, session?.language);
  if (reply.statusCode === 503) reply.header('retry-after', againSeconds);
  return sendPage(
    reply,
    failurePage(failure, { language, address: request.url, isAct: isAct(request), session }),
  );
}
