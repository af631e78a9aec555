/** The routes of the page at which a supplier confirms the rows of an activation letter. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { confirmActivation } from '../../orders/activate-sold-codes.ts';
import { answerFailuresBy } from '../../web/failures.ts';
import { acceptForms, formOf } from '../../web/forms.ts';
import { languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import {
  findLetterByToken,
  listRows,
  type ActivationLetter,
} from '../../suppliers/activation/find-letter.ts';
import {
  renderActivation,
  renderActivationNotice,
  type ActivationNotice,
  type ActivationPage,
} from './activation-view.ts';

const tokenForm = /^[A-Za-z0-9_-]{22}$/;

interface ActivationRoute {
  Params: { token: string };
  Querystring: { lang?: unknown };
}

type ActivationRequest = FastifyRequest<ActivationRoute>;
type PageContext = Pick<Context, 'db' | 'pageDb' | 'cells' | 'clock'>;

/**
 * `GET /activation/<token>` shows a supplier's employee the table of a letter and changes nothing, because mail filters
 * open links too; the POST of its buttons confirms all rows or the ticked ones. Repeating it changes nothing.
 */
export async function registerActivationPage(app: FastifyInstance, ctx: PageContext): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope, 'table');
    answerFailuresBy(scope, ({ status, request, reply }) =>
      sendNotice(request as ActivationRequest, reply, status < 500 ? 'unreadable' : 'failed'),
    );
    scope.get<ActivationRoute>('/activation/:token', (request, reply) => show(ctx, request, reply));
    scope.post<ActivationRoute>('/activation/:token', (request, reply) => confirm(ctx, request, reply));
  });
}

async function show(
  ctx: PageContext,
  request: ActivationRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const letter = await findOpen(ctx, request, reply);
  return letter === null ? reply : sendTable(ctx, request, reply, letter, null);
}

async function confirm(
  ctx: PageContext,
  request: ActivationRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const letter = await findOpen(ctx, request, reply);
  if (letter === null) return reply;
  const rows = wantedRows(formOf(request));
  if (rows !== 'all' && rows.length === 0) return sendTable(ctx, request, reply, letter, 'nothing-ticked');
  const { supplierId, letterId } = letter;
  const confirmation = { supplierId, letterId, rows: rows === 'all' ? null : rows, by: 'link' } as const;
  const confirmed = await confirmActivation(ctx, confirmation, ctx.clock.now());
  return sendTable(ctx, request, reply, letter, confirmed);
}

/** The rows named in the form; `all` only if its own button was pressed. */
function wantedRows(form: URLSearchParams): number[] | 'all' {
  if (form.get('confirm') === 'all') return 'all';
  if (form.get('confirm') !== 'ticked') return [];
  return form
    .getAll('row')
    .filter((row) => /^\d{1,6}$/.test(row))
    .map(Number);
}

/** The letter behind the link; null if the reply already says that it is unknown or expired. */
async function findOpen(
  { db, clock }: PageContext,
  request: ActivationRequest,
  reply: FastifyReply,
): Promise<ActivationLetter | null> {
  const { token } = request.params;
  const letter = tokenForm.test(token) ? await findLetterByToken(db, token) : null;
  if (letter === null) {
    sendNotice(request, reply.code(404), 'unknown');
    return null;
  }
  if (letter.expiresAt > clock.now()) return letter;
  sendNotice(request, reply.code(410), 'expired');
  return null;
}

async function sendTable(
  ctx: PageContext,
  request: ActivationRequest,
  reply: FastifyReply,
  letter: ActivationLetter,
  outcome: ActivationPage['outcome'],
): Promise<FastifyReply> {
  const rows = await listRows(ctx, letter);
  const language = languageOf(request, letter.language);
  return sendPage(reply, renderActivation({ letter, rows, language, path: pathOf(request), outcome }));
}

function sendNotice(request: ActivationRequest, reply: FastifyReply, notice: ActivationNotice): FastifyReply {
  const path = tokenForm.test(request.params.token) ? pathOf(request) : null;
  return sendPage(reply, renderActivationNotice(notice, languageOf(request), path));
}

const pathOf = (request: ActivationRequest): string => `/activation/${request.params.token}`;
