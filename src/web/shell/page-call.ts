import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { ofParty, type Party } from '../../people/access/party.ts';
import type { PersonPrincipal } from '../../people/access/principal.ts';
import type { Session } from '../../people/sessions/session.ts';
import type { SavedView } from '../../people/views/saved-views.ts';
import type { Language } from '../../platform/text/language.ts';
import { formOf } from '../forms.ts';
import { languageOf } from '../request-language.ts';
import { partyIn, principalIn, sessionIn } from '../signed-in.ts';
import { hiddenColumns } from './columns.ts';
import { isDense } from './density.ts';

/** What a page or an act of a person is told. */
export interface PageCall<Ctx> {
  ctx: Ctx;
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session;
  principal: PersonPrincipal;
  party: Party;
  language: Language;
  /** Rows of lists stand closer. */
  isDense: boolean;
  /** Keys of the columns that this browser leaves out of the list. */
  hidden: ReadonlySet<string>;
  /** Saved views of a list that keeps them (`keepsViews`); null for any other page. */
  views: readonly SavedView[] | null;
  now: Date;
  /** Address of the page without its query. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Empty for a page. */
  form: URLSearchParams;
}

/** What a client's people call is done in their client's cell. */
export function pageCall<Ctx extends Pick<Context, 'clock' | 'cells' | 'config'>>(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  form = formOf(request),
): PageCall<Ctx> {
  const session = sessionIn(request);
  const party = partyIn(request);
  const path = request.url.split('?')[0] ?? '';
  return {
    ctx: ofParty(ctx, party),
    request,
    reply,
    session,
    principal: principalIn(request),
    party,
    language: languageOf(request, session.language),
    isDense: isDense(request, ctx.config.baseUrl),
    hidden: hiddenColumns(request, ctx.config.baseUrl, path),
    views: null,
    now: ctx.clock.now(),
    path,
    params: request.params as Record<string, string>,
    query: Object.fromEntries(
      Object.entries(request.query as Record<string, string>).map(([name, value]) => [name, storable(value)]),
    ),
    form: new URLSearchParams([...form].map(([name, value]) => [name, asTyped(value)])),
  };
}

/** PostgreSQL stores every character but this one, which nobody types. */
const storable = (text: string): string => text.replaceAll('\0', '');

/** Browsers count a line end as one character, and send two. */
const asTyped = (text: string): string => storable(text).replaceAll('\r\n', '\n');

/** A number in an address or a form, such as an id; null where it is none. */
export function idIn(text: string | null | undefined): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** The highest number in columns of the type integer, as of categories and looks. */
export const highestInteger = 2_147_483_647;

/** The same of an id in such a column. */
export function integerIdIn(text: string | null | undefined): number | null {
  const id = idIn(text);
  return id !== null && id <= highestInteger ? id : null;
}

/** A day that exists (`YYYY-MM-DD`), as a date field sends it. */
export function dayIn(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !/^20\d{2}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : text;
}
