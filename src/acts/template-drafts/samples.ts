/** Samples of a template: page, letter and PDF of an invented certificate. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findPlaces, type Places } from '../../catalog/find-places.ts';
import { findProduct } from '../../catalog/find-product.ts';
import type { GiftView } from '../../certificates/certificate.ts';
import { sampleView } from '../../certificates/sample-view.ts';
import type { Context } from '../../context.ts';
import { giftLetter } from '../../messaging/letters/gift/gift-letter.ts';
import type { Permission } from '../../people/access/rights.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import { sendFailure } from '../../web/failures.ts';
import type { Page } from '../../web/frame.ts';
import { pageInScheme } from '../../web/in-scheme.ts';
import { languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import { sendLetter } from '../../web/shell/framed-letter.ts';
import { idIn } from '../../web/shell/page-call.ts';
import { sendDownload } from '../../web/shell/pages.ts';
import { partyIn } from '../../web/signed-in.ts';
import { findShownLook, lookName, readLookName, type LookKey } from './look-key.ts';

const placesShown = 5;
export const sampleLink = 'https://gifts.example/g/sample';

/** What the gift page of a sample needs. */
export interface SampleAsk {
  view: GiftView;
  places: Places;
  now: Date;
  language: Language;
  path: string;
  opened: boolean;
}

export interface SampleContext extends Pick<Context, 'pageDb' | 'clock'> {
  /** The gift page of a sample certificate. */
  sampleGift: (sample: SampleAsk) => Page;
  /** The certificate of a sample, to print or to keep. */
  samplePdf: (view: GiftView) => Promise<Buffer>;
}

/** A sample certificate with one look of a product; null: there is no such look. */
async function sampleOf(
  db: Sql,
  ask: { supplierId: number; productId: number; look: LookKey },
  language: Language,
  now: Date,
): Promise<GiftView | null> {
  const shown = await findShownLook(db, ask);
  if (shown === null) return null;
  return sampleView(shown.product, { template: shown.template, greeting: null, language }, now);
}

/** The letter that brings such a certificate. */
export const letterOf = (view: GiftView): ReturnType<typeof giftLetter> =>
  giftLetter({ view, link: sampleLink, code: null, language: view.language, picture: view.pictureUrl });

interface SampleRoutes {
  /** The address of a product, with its number as `:id`. */
  path: string;
  needs: Permission;
}

/** `/look`, `/letter` and `/pdf` below a product: samples as a recipient sees them; `/file`: the template as a file. */
export function addSamples(scope: FastifyInstance, ctx: SampleContext, { path, needs }: SampleRoutes): void {
  scope.get(`${path}/look`, { config: { needs } }, async (request, reply) => {
    const sample = await findSample(ctx, request);
    if (sample === null) return sendFailure(request, reply.code(404), 'not-found');
    const { productId, view, now } = sample;
    const places = await findPlaces(ctx.pageDb, productId, placesShown);
    const query = request.query as { opened?: string; scheme?: string };
    const opened = query.opened === '1';
    const own = request.url.split('?')[0] ?? '';
    const page = ctx.sampleGift({ view, places, now, language: view.language, path: own, opened });
    const { scheme } = query;
    const shown = scheme === 'light' || scheme === 'dark' ? pageInScheme(page, scheme) : page;
    return sendPage(reply, { ...shown, needs: { ...shown.needs, framed: true } });
  });
  scope.get(`${path}/letter`, { config: { needs } }, async (request, reply) => {
    const sample = await findSample(ctx, request);
    if (sample === null) return sendFailure(request, reply.code(404), 'not-found');
    return sendLetter(reply, { html: letterOf(sample.view).html, pictureUrl: sample.view.pictureUrl });
  });
  scope.get(`${path}/pdf`, { config: { needs } }, async (request, reply) => {
    const found = await findSample(ctx, request);
    if (found === null) return sendFailure(request, reply.code(404), 'not-found');
    const bytes = await ctx.samplePdf(found.view);
    const name = `sample-${found.productId}-${found.view.language}.pdf`;
    return sendDownload(reply, { name, contentType: 'application/pdf', bytes });
  });
  scope.get(`${path}/file`, { config: { needs } }, async (request, reply) => {
    const asked = await askedLook(ctx, request);
    const shown = asked && (await findShownLook(ctx.pageDb, asked));
    if (asked === null || shown === null) return sendFailure(request, reply.code(404), 'not-found');
    const text = JSON.stringify(shown.template ?? { facevalue_template: 1 }, null, 2);
    const name = `template-${asked.productId}-${lookName(asked.look)}.json`;
    return sendDownload(reply, { name, contentType: 'application/json', bytes: Buffer.from(`${text}\n`) });
  });
}

async function findSample(
  ctx: SampleContext,
  request: FastifyRequest,
): Promise<{ productId: number; view: GiftView; now: Date } | null> {
  const ask = await askedLook(ctx, request);
  if (ask === null) return null;
  const now = ctx.clock.now();
  const view = await sampleOf(ctx.pageDb, ask, languageOf(request), now);
  return view && { productId: ask.productId, view, now };
}

/** The look that an address names; null: it is of no product, or of another supplier's. */
async function askedLook(
  ctx: SampleContext,
  request: FastifyRequest,
): Promise<{ supplierId: number; productId: number; look: LookKey } | null> {
  const { id } = request.params as { id: string };
  const { of } = request.query as { of?: string };
  const productId = idIn(id) ?? 0;
  const product = await findProduct(ctx.pageDb, productId);
  const party = partyIn(request);
  if (product === null || (party.side === 'supplier' && party.partyId !== product.supplierId)) return null;
  return { supplierId: product.supplierId, productId, look: readLookName(of) };
}
