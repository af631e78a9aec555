import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientDirectory } from '../../clients/client-directory.ts';
import type { Context } from '../../context.ts';
import { createSecurityLog, type SecurityLog } from '../../platform/process/security-log.ts';
import { answerFailuresBy } from '../../web/failures.ts';
import { envelope, internal, malformed, outcomeOf, refuse, unknownOperation, type Answer } from './answer.ts';
import { answerCall, noOperation, type Answered } from './answer-call.ts';
import type { Operation } from './operation.ts';
import { maxBodyBytes, readBody, readCall, type BodyReading } from './read-call.ts';

export interface ClientApi {
  directory: ClientDirectory;
  operations: Map<string, Operation>;
  /** Shown to a browser without a request. */
  homePage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
}

type Ctx = Pick<Context, 'log' | 'metrics' | 'clock'> & { noteSecurity: SecurityLog };

const formType = 'application/x-www-form-urlencoded';

/**
 * One address for everything: `GET /` and `POST /`. Every processed request is answered with HTTP 200 and an envelope.
 */
export async function registerClientApi(
  app: FastifyInstance,
  { log, metrics, clock }: Pick<Context, 'log' | 'metrics' | 'clock'>,
  api: ClientApi,
): Promise<void> {
  const ctx = { log, metrics, clock, noteSecurity: createSecurityLog(log) };
  await app.register((scope, _options, done) => {
    acceptAnyBody(scope);
    answerFailuresBy(scope, ({ status, request, reply }) =>
      reply.send(answerProblem(ctx, status, request, reply)),
    );
    scope.get('/', { exposeHeadRoute: false }, (request, reply) => {
      if (isVisitor(request)) return api.homePage(request, reply);
      return answer(ctx, api, request, reply, null);
    });
    scope.post('/', (request, reply) => answerPost(ctx, api, request, reply));
    // A HEAD is a probe: it is answered and does nothing.
    scope.head('/', (_request, reply) => reply.header('content-type', jsonType).send());
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/',
      handler: (request, reply) =>
        reply.send(finish(ctx, request, reply, undecided(malformed('use GET or POST')))),
    });
    done();
  });
}

const jsonType = 'application/json; charset=utf-8';

/** Bodies are read here, whatever their content type, so that each gets an envelope. */
function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request: FastifyRequest, stream: IncomingMessage) => readBody(stream));
}

function isVisitor(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  return accept.includes('text/html') && !/[?&](cmd|sig)=/.test(request.raw.url ?? '');
}

/** Returns a promise of the text: Fastify sends it with less overhead than a reply. */
function answerPost(
  ctx: Ctx,
  api: ClientApi,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> | string {
  const body = (request.body ?? null) as BodyReading | null;
  if (body === null) return answer(ctx, api, request, reply, null);
  if (body.is === 'too-large') {
    if (body.endless) reply.header('connection', 'close');
    const error = malformed(`the body is larger than ${maxBodyBytes} bytes`);
    return finish(ctx, request, reply, undecided(error));
  }
  const [type = ''] = (request.headers['content-type'] ?? formType).split(';');
  if (body.bytes.length > 0 && type.trim().toLowerCase() !== formType) {
    return finish(ctx, request, reply, undecided(malformed(`the body must be ${formType}`)));
  }
  return answer(ctx, api, request, reply, body.bytes);
}

function answer(
  ctx: Ctx,
  api: ClientApi,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer | null,
): Promise<string> | string {
  const reading = readCall(request.raw.url ?? '/', body);
  if (reading.is === 'malformed') return finish(ctx, request, reply, undecided(reading.error));
  const { call } = reading;
  if (call.cmd === '' && call.sig === '') return finish(ctx, request, reply, undecided(unknownOperation));
  const from = { address: request.ip, reply: reply.raw };
  return answerCall(api, call, from).then((answered) => finish(ctx, request, reply, answered));
}

/** An answer before authentication. */
const undecided = (error: { code: number; text: string }): Answered => ({
  answer: refuse(error),
  clientId: null,
  cmd: noOperation,
});

function finish(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer: decided, clientId, cmd, refused }: Answered,
): string {
  if (refused !== undefined) {
    const { event, client } = refused;
    ctx.noteSecurity(event, 'client-api', ctx.clock.now(), { request_id: request.id, client });
  }
  const outcome = outcomeOf(decided);
  ctx.metrics.requestsTotal.inc({ cmd, outcome });
  if (ctx.log.isLevelEnabled('info')) {
    const ms = Math.round(reply.elapsedTime);
    ctx.log.info({ request_id: request.id, client: clientId, cmd, outcome, ms }, 'client api');
  }
  return inEnvelope(reply, decided);
}

function inEnvelope(reply: FastifyReply, decided: Answer): string {
  void reply.header('content-type', jsonType).header('cache-control', 'no-store');
  return envelope(decided);
}

/** A request that is not valid HTTP is malformed; any other failure is ours, and the request was not processed. */
function answerProblem(ctx: Ctx, status: number, request: FastifyRequest, reply: FastifyReply): string {
  if (status < 500) {
    return finish(ctx, request, reply.code(200), undecided(malformed('the body could not be read')));
  }
  ctx.metrics.requestsTotal.inc({ cmd: noOperation, outcome: String(internal.code) });
  return inEnvelope(reply.code(503), refuse(internal));
}
