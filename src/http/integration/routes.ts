/** `/integration/v1`: the API for programs of suppliers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../../reports/call-log/call-log.ts';
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import { createSecurityLog } from '../../platform/process/security-log.ts';
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import { maxApiBytes } from '../../web/body-limits.ts';
import { answerFailuresBy } from '../../web/failures.ts';
import { languageOf } from '../../web/request-language.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Redeem } from '../../redemption/gather-redemptions.ts';
import { createGuessLimits } from '../../redemption/guess-limits.ts';
import { createSupplierRecogniser } from '../../suppliers/used-export/recognise-supplier.ts';
import { sendError } from './answers.ts';
import { noteAnswer, noteCallOf, type NoteCall } from './note-call.ts';
import type { IntegrationContext, SupplierCall } from './supplier-call.ts';
import { answerCheck, answerRedeem } from './redemptions.ts';
import { answerUsed } from './used-export.ts';

/** Requests of one supplier: far above the need of its tills, far below what would harm. */
const requestsOfSupplier = { events: 120_000, windowSeconds: 60 };
/** When a caller may retry whose password was not checked because too many are waiting. */
const busyWaitSeconds = 2;

/** A field of the request: entries of a weak map would cost the garbage collector more. */
type Noted = FastifyRequest & { noted: NoteCall | null };

type Answerer = (call: SupplierCall) => Promise<FastifyReply>;

/**
 * The integration API for suppliers' programs: `/integration/v1/check`, `/redeem` and `/used`. See
 * docs/integration-api.md.
 */
export async function registerIntegration(
  app: FastifyInstance,
  ctx: IntegrationContext,
  { redeem, callLog }: { redeem: Redeem; callLog: CallLog },
): Promise<void> {
  const note = createSecurityLog(ctx.log);
  const recognise = createSupplierRecogniser(ctx);
  const suppliers = createLoadLimit(requestsOfSupplier);
  const guesses = createGuessLimits(ctx);
  const exportsUnderWay = new Map<number, number>();

  const guarded =
    (cmd: string, answerer: Answerer) => async (request: FastifyRequest, reply: FastifyReply) => {
      const noteAs = (supplierId: number): NoteCall => {
        const noted = noteCallOf(callLog, request, reply, { supplierId, cmd });
        (request as Noted).noted = noted;
        return noted;
      };
      const language = languageOf(request);
      const recognised = await recognise(request.headers.authorization ?? '', request.ip);
      if (recognised.is === 'refused') {
        note('throttled', 'integration', ctx.clock.now());
        return tooMany(reply, language, recognised.waitSeconds);
      }
      if (recognised.is === 'unknown') {
        note('sign-in-failed', 'integration', ctx.clock.now());
        if (recognised.supplierId !== null) noteAs(recognised.supplierId);
        return sendError(reply, language, { error: 'unauthorized' });
      }
      const { access } = recognised;
      const noteCall = noteAs(access.supplierId);
      const waitSeconds = suppliers.take(String(access.supplierId), ctx.clock.now());
      if (waitSeconds > 0) return tooMany(reply, language, waitSeconds);
      const call = { ctx, access, request, reply, language, note: noteCall };
      return answerer({ ...call, guesses, redeem, exportsUnderWay });
    };

  await app.register((scope, _options, done) => {
    acceptAnyText(scope);
    answerFailuresBy(scope, ({ problem, status, request, reply }) => {
      const language = languageOf(request);
      if (problem instanceof TooManyWaiting) return tooMany(reply, language, busyWaitSeconds);
      if (status < 500) return sendError(reply, language, { error: 'malformed', detail: 'body' });
      return sendError(reply, language, { error: 'internal' });
    });
    // The list of sales is a stream, and noted when it ends.
    scope.decorateRequest('noted', null);
    scope.addHook('onSend', (request, reply, payload, next) => {
      const { noted } = request as Noted;
      if (noted !== null && typeof payload === 'string') noteAnswer(noted, reply.statusCode, payload);
      next(null, payload);
    });
    scope.post('/integration/v1/check', guarded('check', answerCheck));
    scope.post('/integration/v1/redeem', guarded('redeem', answerRedeem));
    // Whoever got no list must not count as having fetched it.
    scope.get('/integration/v1/used', { exposeHeadRoute: false }, guarded('used', answerUsed));
    done();
  });
}

const tooMany = (reply: FastifyReply, language: Language, retryAfterSeconds: number): FastifyReply =>
  sendError(reply, language, { error: 'too_many_requests', retryAfterSeconds });

/** Bodies are parsed as JSON whatever their content type; invalid ones are answered after authentication. */
function acceptAnyText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const asText = { parseAs: 'string', bodyLimit: maxApiBytes.integration } as const;
  scope.addContentTypeParser('*', asText, (_request, body, done) => done(null, body));
}
