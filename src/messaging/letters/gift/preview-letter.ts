/** The letter that an order would bring; its number, link and date are samples. Null: there is no such product. */
import { findSampleProduct, sampleView } from '../../../certificates/sample-view.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/text/language.ts';
import { inlineLogo } from '../../../certificates/looks/client-look.ts';
import { findOrderLook, withColours } from '../../../certificates/looks/find-looks.ts';
import { currentLook } from '../../../certificates/templates/current-look.ts';
import type { Letter } from '../layout.ts';
import { giftLetter } from './gift-letter.ts';

export interface PreviewAsk {
  clientId: number;
  serviceCode: string;
  productId: number;
  faceKopecks: number;
  senderName: string;
  recipientName: string;
  greeting: string;
  language: Language;
  /** Stands where the link will be. */
  link: string;
}

export interface PreviewedLetter extends Letter {
  pictureUrl: string | null;
}

export async function previewLetter(db: Sql, ask: PreviewAsk, now: Date): Promise<PreviewedLetter | null> {
  const { productId, language, link, faceKopecks, senderName, recipientName, greeting } = ask;
  const [product, look, clientLook] = await Promise.all([
    findSampleProduct(db, productId),
    currentLook(db, productId),
    findOrderLook(db, { clientId: ask.clientId, campaign: ask.serviceCode }),
  ]);
  if (product === null) return null;
  const plain = sampleView(product, { template: null, greeting, language }, now);
  const pictureUrl = look === null ? plain.pictureUrl : look.picture;
  const letter = giftLetter({
    view: {
      ...plain,
      ...(look !== null && { productTitle: look.title, termsHtml: look.terms }),
      design: withColours(look?.design ?? plain.design, clientLook),
      clientLook,
      sample: false,
      faceKopecks,
      senderName: senderName === '' ? (clientLook?.senderName ?? '') : senderName,
      recipientName,
      greeting,
    },
    link,
    code: null,
    language,
    picture: pictureUrl,
    logo: clientLook?.logo ? inlineLogo(clientLook.logo.png) : null,
  });
  return { ...letter, pictureUrl };
}
