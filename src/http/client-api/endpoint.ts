/** The client API over HTTP: reads a request, authenticates its client, runs the operation, answers in an envelope. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../../reports/call-log/call-log.ts';
import { authenticate, type ClientDirectory, type KnownClient } from '../../clients/client-directory.ts';
import type { Context } from '../../context.ts';
import { createShares, type Shares } from '../../platform/batching/shares.ts';
import {
  createSecurityLog,
  type SecurityEvent,
  type SecurityLog,
} from '../../platform/process/security-log.ts';
import { maxApiBytes } from '../../web/body-limits.ts';
import { answerFailuresBy } from '../../web/failures.ts';
import {
  envelope,
  internal,
  jsonType,
  malformed,
  mustBePosted,
  notWithThisKey,
  notAuthenticated,
  outcomeOf,
  refuse,
  tooManyRequests,
  unknownOperation,
  unknownOperationNamed,
  type Answer,
} from './answer.ts';
import type { Caller, Operation } from './operation.ts';
import { readBody, readCall, readData, type ApiCall, type BodyReading } from './read-call.ts';
import { noteCall } from './note-call.ts';
import { shareOwner } from '../../clients/client.ts';
import { keyKindOf, limitTests } from './test-keys.ts';
import { traceCall } from './trace-call.ts';

export interface ClientApi {
  directory: ClientDirectory;
  operations: Map<string, Operation>;
  callLog: CallLog;
  /** Shown to a browser without a request. */
  homePage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
}

/** `shares`: requests in progress by client, of operations that do not share themselves. */
type Api = ClientApi & { shares: Shares; mayTest: (clientId: number) => boolean };

/**
 * How many requests of one client may be in progress, of operations without a queue that clients share. No program
 * needs as many, and they leave the database's connections to others within a fraction of a second.
 */
const maxAtOnce = 500;

type Ctx = Pick<Context, 'log' | 'metrics' | 'clock' | 'tracing'> & {
  noteSecurity: SecurityLog;
  callLog: CallLog;
};

const formType = 'application/x-www-form-urlencoded';

/**
 * One address for everything: `GET /` and `POST /`. Every processed request is answered with HTTP 200 and an envelope.
 */
export async function registerClientApi(
  app: FastifyInstance,
  { log, metrics, clock, tracing }: Pick<Context, 'log' | 'metrics' | 'clock' | 'tracing'>,
  parts: ClientApi,
): Promise<void> {
  const ctx = { log, metrics, clock, tracing, noteSecurity: createSecurityLog(log), callLog: parts.callLog };
  const api = { ...parts, shares: createShares(maxAtOnce), mayTest: limitTests(clock) };
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
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> | string {
  const body = (request.body ?? null) as BodyReading | null;
  if (body === null) return answer(ctx, api, request, reply, null);
  if (body.is === 'too-large') {
    if (body.endless) reply.header('connection', 'close');
    const error = malformed(`the body is larger than ${maxApiBytes.clientApi} bytes`);
    return finish(ctx, request, reply, undecided(error));
  }
  const { 'content-encoding': packing = 'identity' } = request.headers;
  if (body.bytes.length > 0 && packing.toLowerCase() !== 'identity')
    return finish(ctx, request, reply, undecided(malformed('the body is compressed: send it as it is')));
  const [type = ''] = (request.headers['content-type'] ?? formType).split(';');
  if (body.bytes.length > 0 && type.trim().toLowerCase() !== formType) {
    return finish(ctx, request, reply, undecided(malformed(`the body must be ${formType}`)));
  }
  return answer(ctx, api, request, reply, body.bytes);
}

function answer(
  ctx: Ctx,
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer | null,
): Promise<string> | string {
  const reading = readCall(request.raw.url ?? '/', body);
  if (reading.is === 'malformed') return finish(ctx, request, reply, undecided(reading.error));
  const { call } = reading;
  if (call.cmd === '' && call.sig === '') return finish(ctx, request, reply, undecided(unknownOperation));
  const from = { address: request.ip, reply: reply.raw };
  return answerCall(api, call, from).then((result) => finish(ctx, request, reply, result));
}

/** An answer before authentication. */
const undecided = (error: { code: number; text: string }): Answered => ({
  answer: refuse(error),
  clientId: null,
  cmd: noOperation,
});

function finish(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, result: Answered): string {
  const { answer: decided, clientId, cmd, refused } = result;
  noteCall(ctx.callLog, request, reply, result);
  if (refused !== undefined) {
    const { event, client } = refused;
    ctx.noteSecurity(event, 'client-api', ctx.clock.now(), { request_id: request.id, client });
  }
  const outcome = outcomeOf(decided);
  ctx.metrics.requestsTotal.inc({ cmd, outcome });
  const traceId = ctx.tracing === null ? undefined : traceCall(ctx.tracing, request, reply, result);
  if (ctx.log.isLevelEnabled('info')) {
    const ms = Math.round(reply.elapsedTime);
    const line = { request_id: request.id, client: clientId, cmd, outcome, ms, trace_id: traceId };
    ctx.log.info(line, 'client api');
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

/** Result of a call; `client` and `cmd` only if verified. */
interface Answered {
  answer: Answer;
  clientId: number | null;
  cmd: string;
  /** Why authentication failed, for the log only: the answer is the same for all reasons. */
  refused?: { event: SecurityEvent; client: number | null };
}

/** The name of an unknown operation in logs and metrics, never the caller's text. */
const noOperation = 'unknown';

/** Where a call comes from. */
type Origin = Omit<Caller, 'client' | 'keyVersion'>;

/**
 * Checks any request in order: signature, operation, format of the data; then runs the operation. Only `answered` is
 * async: an async function keeps its parameters alive, and the garbage collector would copy the text of hundreds of
 * waiting requests again and again.
 */
function answerCall(api: Api, call: ApiCall, from: Origin): Promise<Answered> {
  const found = api.directory.find(call.id);
  if (found instanceof Promise) return found.then((client) => answerAs(api, client, call, from));
  return answerAs(api, found, call, from);
}

function answerAs(
  { operations, shares, mayTest }: Api,
  found: KnownClient | null,
  call: ApiCall,
  { address, reply }: Origin,
): Promise<Answered> {
  const operation = operations.get(call.cmd);
  const cmd = operation?.cmd ?? noOperation;
  const known = authenticate(found, call, address);
  if (typeof known === 'string') {
    const refused = { event: known, client: found?.id ?? null };
    return Promise.resolve({ answer: refuse(notAuthenticated), clientId: null, cmd, refused });
  }
  const { client } = known;
  const owner = shareOwner(client.id, client.withTestKey === true);
  if (client.withTestKey === true && !mayTest(client.id))
    return answered(cmd, client.id, refuse(tooManyRequests));
  if (client.postOnly && !call.dataPosted) return answered(cmd, client.id, refuse(mustBePosted));
  if (operation === undefined) return answered(cmd, client.id, refuse(unknownOperationNamed(call.cmd)));
  if (operation.onlyWith !== undefined && operation.onlyWith !== keyKindOf(client))
    return answered(cmd, client.id, refuse(notWithThisKey));
  if (operation.isFullFor?.(owner) === true) return answered(cmd, client.id, refuse(tooManyRequests));
  const reading = readData(call.in, call.data);
  if (reading.is === 'malformed') return answered(cmd, client.id, refuse(reading.error));
  const run = () => operation.run({ ...known, address, reply }, reading.data);
  if (operation.sharesItself === true) return answered(cmd, client.id, run());
  const running = shares.within(owner, run);
  return answered(cmd, client.id, running ?? refuse(tooManyRequests));
}

async function answered(
  cmd: string,
  clientId: number | null,
  answering: Answer | Promise<Answer>,
): Promise<Answered> {
  return { answer: await answering, clientId, cmd };
}
