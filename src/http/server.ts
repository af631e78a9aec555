/** The HTTP server of `serve` with all its routes, and that of `work` with its health. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { supplierCalls } from '../reports/call-log/call-tables.ts';
import { createCallLog, createClientCallLog } from '../reports/call-log/call-log.ts';
import type { GiftView } from '../certificates/certificate.ts';
import { sampleCode } from '../certificates/sample-certificate.ts';
import { createClientDirectory } from '../clients/client-directory.ts';
import type { Context } from '../context.ts';
import { createSecurityLog } from '../platform/process/security-log.ts';
import { gatherRedemptions } from '../redemption/gather-redemptions.ts';
import { limitBodies } from '../web/body-budget.ts';
import { handleFailures } from '../web/failures.ts';
import { strictTransport } from '../web/page-headers.ts';
import { servePageAssets } from '../web/page-assets.ts';
import { registerActivationPage } from './activation/routes.ts';
import type { CabinetContext } from './cabinet/cabinet.ts';
import { registerCabinet } from './cabinet/routes.ts';
import { envelope, malformed, refuse } from './client-api/answer.ts';
import type { MakePdf } from './client-api/commands/get-certificate.ts';
import { registerClientApi } from './client-api/endpoint.ts';
import { openApiDocument } from './client-api/openapi.ts';
import { createOperations } from './client-api/operations.ts';
import { refuseEarly } from './client-api/refuse-early.ts';
import { sendFrontPage } from './gift-page/front-page.ts';
import { sampleGift, type SampleGift } from './gift-page/sample-gift.ts';
import { registerExchangePage } from './gift-page/exchange/routes.ts';
import { redirectFromBadAddress, registerGiftPage, type GiftPages } from './gift-page/routes.ts';
import { registerDocs } from './docs/routes.ts';
import { serverWithMiddleware, type HttpLimits, type ServerWithMiddleware } from './middleware.ts';
import { registerHealth } from './health.ts';
import { createMenuCounts } from './menu-counts.ts';
import { answerBadAddress, registerNowhere, watchAddresses } from './nowhere.ts';
import { registerOperator } from './operator/routes.ts';
import { registerPictures } from './pictures.ts';
import { limitPipelined } from './pipelined.ts';
import { registerReceive } from './receive/routes.ts';
import { registerSignInPages } from './sign-in/routes.ts';
import { registerSupplierCabinet } from './supplier-cabinet/routes.ts';
import { registerTill } from './till/routes.ts';
import { registerWallet } from './wallet/routes.ts';
import { registerIntegration } from './integration/routes.ts';
import { registerTextReceipts } from './text-receipts/routes.ts';
import { trustedProxy } from '../platform/settings/trusted-proxies-settings.ts';
import { createLoadLimit } from '../platform/process/load-limit.ts';

export interface ServerParts {
  giftPages: GiftPages;
  makePdf: MakePdf;
  makePaper: CabinetContext['makePaper'];
  /** Called after each commit that queued a request, so that the workers start at once. */
  onPlaced?: () => void;
  /** The process is about to end: balancers are told by /readyz, and each answer ends its connection. */
  isLeaving?: () => boolean;
  /** Where a browser at `/` is redirected, instead of the explanation of the API. */
  homePage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
}

/** A Cyrillic order by GET has an address of 15,000 characters, with emoji more. */
const maxHeaderBytes = 65_536;
const httpLimits: HttpLimits = {
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxRequestsPerSocket: 100_000,
  /** How often requests that take too long are looked for. */
  connectionsCheckingInterval: 5000,
};
/** A caller who does not close its side would hold the connection for ever. */
const closeAfterAnswerMs = 500;

/** All routes of the installation. The caller makes it listen and closes it. */
export async function createServer(ctx: Context, parts: ServerParts): Promise<FastifyInstance> {
  const { app, use } = createFastify(ctx);
  const watchForwardedFor = createForwardedForWatch(ctx);
  const transport = ctx.config.baseUrl.startsWith('https:') ? strictTransport(ctx.config) : null;
  const isLeaving = parts.isLeaving ?? (() => false);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    if (transport !== null) reply.header('strict-transport-security', transport);
    if (isLeaving()) reply.header('connection', 'close');
    watchForwardedFor(request);
    next();
  });
  const methodsAt = watchAddresses(app);
  const operations = createOperations(ctx, {
    makePdf: parts.makePdf,
    onPlaced: parts.onPlaced ?? (() => {}),
  });
  const directory = createClientDirectory(ctx);
  const callLog = createClientCallLog(ctx);
  const supplierCallLog = createCallLog(ctx, supplierCalls);
  app.addHook('onClose', async () => {
    await Promise.all([callLog.written(), supplierCallLog.written()]);
  });
  const homePage = parts.homePage ?? sendFrontPage;
  await registerClientApi(app, ctx, { directory, operations, callLog, homePage });
  await registerGiftPage(app, parts.giftPages);
  await registerExchangePage(app, ctx, parts.onPlaced ?? (() => {}));
  registerPictures(app, ctx);
  await registerWallet(app, ctx);
  await registerReceive(app, ctx);
  const redeem = gatherRedemptions(ctx);
  await registerIntegration(app, ctx, { redeem, callLog: supplierCallLog });
  await registerTill(app, ctx, redeem);
  const personCtx = { ...ctx, menuCounts: createMenuCounts(ctx) };
  await registerSignInPages(app, personCtx);
  const samples = {
    sampleGift: (sample: SampleGift) => sampleGift(ctx, sample),
    samplePdf: (view: GiftView) => parts.makePdf(view, sampleCode),
  };
  await registerCabinet(app, {
    ...personCtx,
    onPlaced: parts.onPlaced ?? (() => {}),
    makePaper: parts.makePaper,
    ...samples,
  });
  await registerSupplierCabinet(app, { ...personCtx, onPlaced: parts.onPlaced ?? (() => {}), ...samples });
  await registerOperator(app, {
    ...personCtx,
    onPlaced: parts.onPlaced ?? (() => {}),
    makePaper: parts.makePaper,
    ...samples,
  });
  await registerActivationPage(app, ctx);
  await registerTextReceipts(app, ctx);
  registerHealth(app, ctx, isLeaving);
  registerDocs(app, ctx.config);
  let document: string | null = null;
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument([...operations.values()], ctx.config.baseUrl));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  servePageAssets(app);
  await registerNowhere(app, personCtx, methodsAt);
  const isClosing = () => !app.server.listening;
  use((next) => refuseEarly(next, ctx, { operations, isClosing }));
  use(limitPipelined);
  return app;
}

/** Health and metrics of a worker process. The caller makes it listen and closes it. */
export function createHealthServer(ctx: Context): FastifyInstance {
  const { app } = createFastify(ctx);
  registerHealth(app, ctx);
  return app;
}

function createFastify({ config, log, clock }: Context): {
  app: FastifyInstance;
  use: ServerWithMiddleware['use'];
} {
  const { serverFactory, use } = serverWithMiddleware(httpLimits);
  const app = fastify({
    serverFactory,
    loggerInstance: log,
    // Routes log by themselves, because an address may contain an order or a gift's token.
    logController: new LogController({ disableRequestLogging: true }),
    // Routes add the request id where they log; a logger per request would cost more than parsing it.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // A HEAD is a probe: routes whose GET does something say themselves what it gets.
    exposeHeadRoutes: true,
    routerOptions: { querystringParser: readPageQuery },
    // Clients that join an address that ends in a stroke and one that begins with it ask for `//?cmd=…`.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('//') ? url.replace(/^\/+(?=\?|$)/, '/') : url),
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the server closes is answered as usual.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, request, reply) => {
      if (!redirectFromBadAddress(request, reply)) answerBadAddress(error, request, reply);
    },
  }) as unknown as FastifyInstance;
  limitBodies(app);
  handleFailures(app, log);
  noteRefusedTokens(app, { log, clock });
  return { app, use };
}

/** Logs unknown tokens as a security event, because they may be guesses; the routes answer as usual. */
function noteRefusedTokens(app: FastifyInstance, { log, clock }: Pick<Context, 'log' | 'clock'>): void {
  const note = createSecurityLog(log);
  app.addHook('onRoute', (route) => {
    if (!route.url.includes('/:token')) return;
    route.onResponse = (request, reply, done) => {
      if (reply.statusCode === 404) note('token-refused', route.url, clock.now(), { request_id: request.id });
      done();
    };
  });
}

/** Requests of pages are short; the client API, whose orders are long, reads the address itself. */
const maxPageQuery = 2000;

const readPageQuery = (query: string): Record<string, string> =>
  query === '' || query.length > maxPageQuery ? {} : Object.fromEntries(new URLSearchParams(query));

/** Answers what Node could not parse as HTTP, with the same envelope as other malformed requests. */
function answerBrokenHttp(problem: Error & { code?: string }, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, details } = brokenHttp[problem.code ?? ''] ?? {
    status: '400 Bad Request',
    details: 'not HTTP',
  };
  const body = envelope(refuse(malformed(details)));
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), closeAfterAnswerMs).unref();
}

const brokenHttp: Record<string, { status: string; details: string } | undefined> = {
  HPE_HEADER_OVERFLOW: { status: '200 OK', details: `address and headers exceed ${maxHeaderBytes} bytes` },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', details: 'the request did not come to its end' },
};

/** Headers in which proxies say for whom they call. */
const forwardingHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
  'x-real-ip',
];

/** Limits log lines, because everybody can send this header. */
const linesOfHeader = { events: 1, windowSeconds: 600 };

/**
 * Warns about calls that an untrusted address forwards. Behind a proxy that the settings do not list all callers share
 * the proxy's address, so limits count them as one, and allowed networks admit all or nobody.
 */
function createForwardedForWatch({ config, log, clock }: Pick<Context, 'config' | 'log' | 'clock'>) {
  const lines = createLoadLimit(linesOfHeader);
  const isTrusted = trustedProxy(config.trustedProxies);
  return (request: FastifyRequest): void => {
    if (!forwardingHeaders.some((name) => request.headers[name] !== undefined)) return;
    // A caller on the proxy's own machine has its address, so the caller's says nothing of whether the proxy is named.
    if (isTrusted(request.socket.remoteAddress ?? '')) return;
    if (lines.take('x-forwarded-for', clock.now()) > 0) return;
    log.warn(
      'a proxy that is not trusted forwards calls (X-Forwarded-For or alike): if it is yours, name it in FACEVALUE_TRUSTED_PROXIES',
    );
  };
}
