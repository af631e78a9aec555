/** A sample of a gift with a look: its page, letter and PDF, as recipients would see them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Places } from '../../catalog/find-places.ts';
import { findPicturedProduct } from '../../catalog/find-pictured-product.ts';
import type { GiftView } from '../../certificates/certificate.ts';
import { findSampleProduct, inventedProduct, sampleView } from '../../certificates/sample-view.ts';
import { shownLook, type ClientLook, type LookFields } from '../../certificates/looks/client-look.ts';
import { withColours } from '../../certificates/looks/find-looks.ts';
import { cleanFields, judgeFields } from '../../certificates/looks/judge-look.ts';
import { findLook, findLookLogo, type LookKey } from '../../certificates/looks/look-rows.ts';
import type { Context } from '../../context.ts';
import { giftLetter } from '../../messaging/letters/gift/gift-letter.ts';
import { giftText } from '../../messaging/letters/text/gift-text.ts';
import type { Permission } from '../../people/access/rights.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import { chooseLanguage, type Language } from '../../platform/text/language.ts';
import { sendFailure } from '../../web/failures.ts';
import type { Page } from '../../web/frame.ts';
import { inScheme, pageInScheme } from '../../web/in-scheme.ts';
import { sendPage } from '../../web/send-page.ts';
import { sendLetter } from '../../web/shell/framed-letter.ts';
import { idIn } from '../../web/shell/page-call.ts';
import { sendDownload } from '../../web/shell/pages.ts';
import { partyIn } from '../../web/signed-in.ts';

/** What can be looked at; those on a dark ground as a device in dark mode shows them. */
export const sampleKinds = ['phone', 'phone-dark', 'desktop', 'letter', 'letter-dark'] as const;
export type SampleKind = (typeof sampleKinds)[number];

const sampleLink = 'https://gifts.example/g/sample';

interface SampleAsk {
  view: GiftView;
  places: Places;
  now: Date;
  language: Language;
  path: string;
  opened: boolean;
}

export interface LookSampleContext extends Pick<Context, 'pageDb' | 'cells' | 'clock'> {
  /** The gift page of a sample certificate. */
  sampleGift: (sample: SampleAsk) => Page;
  samplePdf: (view: GiftView) => Promise<Buffer>;
}

/** A sample without a sender of its own, so that all texts of the client are seen. */
export async function sampleOf(
  db: Sql,
  look: ClientLook | null,
  language: Language,
  now: Date,
): Promise<GiftView> {
  const productId = await findPicturedProduct(db);
  const product = productId === null ? null : await findSampleProduct(db, productId);
  const shown = product ?? inventedProduct[language];
  const view = sampleView(shown, { template: null, greeting: '', language }, now);
  return {
    ...view,
    senderName: look?.senderName ?? '',
    clientLook: look,
    design: withColours(view.design, look),
  };
}

/** The SMS that tells of such a gift, without the mark of a sample. */
export const sampleText = (view: GiftView): string =>
  giftText({ kind: 'notice', view: { ...view, sample: false }, language: view.language });

export const sampleSubject = (view: GiftView): string => letterOf({ ...view, sample: false }).subject;

const letterOf = (view: GiftView): ReturnType<typeof giftLetter> =>
  giftLetter({
    view,
    link: sampleLink,
    code: null,
    language: view.language,
    picture: view.pictureUrl,
    logo: view.clientLook?.logo?.path ?? null,
  });

interface SampleRoutes {
  /** Address of a look, with its number as `:look`, and its client's as `:id` where it is not the reader's own. */
  path: string;
  needs: Permission;
}

/** `/sample` and `/pdf` below a look; look 0 is that of the product alone. */
export function addLookSamples(scope: FastifyInstance, ctx: LookSampleContext, routes: SampleRoutes): void {
  const { path, needs } = routes;
  scope.get(`${path}/sample`, { config: { needs } }, async (request, reply) => {
    const view = await findSample(ctx, request);
    return view === null ? missing(request, reply) : sendSample(ctx, request, reply, view);
  });
  scope.get(`${path}/pdf`, { config: { needs } }, async (request, reply) => {
    const view = await findSample(ctx, request);
    if (view === null) return missing(request, reply);
    const file = { name: `sample-${view.language}.pdf`, contentType: 'application/pdf' };
    return sendDownload(reply, { ...file, bytes: await ctx.samplePdf(view) });
  });
}

const missing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendFailure(request, reply.code(404), 'not-found');

/** Read here, because what is typed may be longer than what is read of an address for other pages. */
const queryOf = ({ url }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.split('?', 2)[1] ?? ''));

function sendSample(
  ctx: LookSampleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  view: GiftView,
): FastifyReply {
  const { view: kind = 'phone' } = queryOf(request);
  const scheme = kind.endsWith('-dark') ? 'dark' : 'light';
  if (kind.startsWith('letter'))
    return sendLetter(reply, { html: inScheme(letterOf(view).html, scheme), pictureUrl: view.pictureUrl });
  const { language } = view;
  const path = request.url.split('?')[0] ?? '';
  const sample = { view, places: { first: [], total: 0 }, language, path, opened: false };
  const page = pageInScheme(ctx.sampleGift({ ...sample, now: ctx.clock.now() }), scheme);
  return sendPage(reply, { ...page, needs: { ...page.needs, framed: true } });
}

async function findSample(ctx: LookSampleContext, request: FastifyRequest): Promise<GiftView | null> {
  const params = request.params as Record<string, string>;
  const { side, partyId } = partyIn(request);
  const clientId = side === 'client' ? partyId : (idIn(params['id']) ?? 0);
  const { pageDb } = cellOf(ctx, clientId);
  const language = chooseLanguage(queryOf(request)['lang'], request.headers['accept-language']);
  const now = ctx.clock.now();
  if (params['look'] === '0') return sampleOf(pageDb, null, language, now);
  const key = { clientId, id: idIn(params['look']) ?? 0 };
  const look = await findLook(pageDb, key);
  if (look === null) return null;
  const fields = typedFields(request) ?? look.fields;
  return sampleOf(pageDb, await sampleLook(pageDb, key, fields), language, now);
}

export const sampleLook = async (db: Sql, key: LookKey, fields: LookFields): Promise<ClientLook> =>
  shownLook(fields, await findLookLogo(db, key));

/** What is in the form and not saved yet, without what is wrong; only our own page may show it. */
function typedFields(request: FastifyRequest): LookFields | null {
  const query = queryOf(request);
  const from = request.headers['sec-fetch-site'] ?? 'same-origin';
  if (query['typed'] !== '1' || from !== 'same-origin') return null;
  const fields = cleanFields(query);
  for (const { field } of judgeFields(fields)) fields[field] = '';
  return fields;
}
