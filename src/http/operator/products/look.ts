import type { FastifyInstance } from 'fastify';
import { findPlaces } from '../../../catalog/find-places.ts';
import type { GiftView } from '../../../certificates/certificate-view.ts';
import { findSampleProduct, sampleView } from '../../../certificates/sample-view.ts';
import { giftLetter } from '../../../messaging/letters/gift/gift-letter.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/text/language.ts';
import { findTemplate } from '../../../templates/list-templates.ts';
import { sendFailure } from '../../../web/failures.ts';
import { languageOf } from '../../../web/request-language.ts';
import { sendPage } from '../../../web/send-page.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { OperatorContext } from '../operator.ts';

const placesShown = 5;

/** A sample certificate of a product as it would be sold now; null: there is no such product. */
async function sampleOf(db: Sql, productId: number, language: Language, now: Date): Promise<GiftView | null> {
  const [product, template] = await Promise.all([
    findSampleProduct(db, productId),
    findTemplate(db, { productId, version: null }),
  ]);
  if (product === null) return null;
  return sampleView(product, { template: template?.template ?? null, greeting: null, language }, now);
}

export interface LetterText {
  subject: string;
  text: string;
}

/** The letter that brings such a certificate. */
export async function letterOf(
  db: Sql,
  productId: number,
  language: Language,
  now: Date,
): Promise<LetterText | null> {
  const view = await sampleOf(db, productId, language, now);
  if (view === null) return null;
  const { subject, text } = giftLetter({
    view,
    link: 'https://gifts.example/g/sample',
    code: null,
    language,
    picture: null,
  });
  return { subject, text };
}

/** `/o/products/:id/look`: the gift page of a sample, before and after it is opened, in both languages. */
export function addLook(scope: FastifyInstance, ctx: OperatorContext): void {
  scope.get('/o/products/:id/look', { config: { needs: 'catalogue.read' } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { opened } = request.query as { opened?: string };
    const productId = idIn(id) ?? 0;
    const language = languageOf(request);
    const now = ctx.clock.now();
    const view = await sampleOf(ctx.pageDb, productId, language, now);
    if (view === null) return sendFailure(request, reply.code(404), 'not-found');
    const places = await findPlaces(ctx.pageDb, productId, placesShown);
    const path = `/o/products/${productId}/look`;
    return sendPage(reply, ctx.sampleGift({ view, places, now, language, path, opened: opened === '1' }));
  });
}
