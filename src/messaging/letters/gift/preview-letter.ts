/** The letter that an order would bring; its number, link and date are samples. Null: there is no such product. */
import { findSampleProduct, sampleView } from '../../../certificates/sample-view.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/text/language.ts';
import { currentLook } from '../../../templates/current-look.ts';
import type { Letter } from '../layout.ts';
import { giftLetter } from './gift-letter.ts';

export interface PreviewAsk {
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
  const [product, look] = await Promise.all([findSampleProduct(db, productId), currentLook(db, productId)]);
  if (product === null) return null;
  const plain = sampleView(product, { template: null, greeting, language }, now);
  const pictureUrl = look === null ? plain.pictureUrl : look.picture;
  const letter = giftLetter({
    view: {
      ...plain,
      ...(look !== null && { design: look.design, productTitle: look.title, termsHtml: look.terms }),
      sample: false,
      faceKopecks,
      senderName,
      recipientName,
      greeting,
    },
    link,
    code: null,
    language,
    picture: pictureUrl,
  });
  return { ...letter, pictureUrl };
}
