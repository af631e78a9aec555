/** A certificate that nobody bought, for previews. */
import type { Sql } from '../platform/database/database.ts';
import { lookOf, type Look, type ProductFacts } from './templates/look.ts';
import type { TemplateFile } from './templates/template-file.ts';
import type { GiftView, Language, Use } from './certificate.ts';
import { useColumns } from './use-columns.ts';
import { sampleOrderId, sampleOrderNumber } from './sample-certificate.ts';

const sampleFaceKopecks = 300_000;
const validityMs = 365 * 86_400_000;

/** The part of a certificate that comes from its product. */
export interface SampleProduct {
  facts: ProductFacts;
  www: string;
  use: Use;
  issuer: GiftView['issuer'];
  support: GiftView['support'];
}

/** Sample product, for viewing a template without a real one. */
export const inventedProduct: Record<Language, SampleProduct> = {
  ru: invented({
    title: 'Ваш магазин',
    brief: 'Одна-две строки о том, что здесь можно купить.',
    terms: [
      'Сертификат принимается во всех магазинах сети.',
      'Остаток не сгорает.',
      'На деньги не обменивается.',
    ],
    issuer: { name: 'ООО «Ваш магазин»', legalAddress: '101000, г. Москва, ул. Образцовая, д. 1' },
  }),
  en: invented({
    title: 'Your shop',
    brief: 'A line or two about what one can buy here.',
    terms: [
      'The certificate is taken in all our shops.',
      'What is left of it is not lost.',
      'It is not paid out.',
    ],
    issuer: { name: 'Your Shop LLC', legalAddress: '1 Sample street, Moscow 101000' },
  }),
};

interface Invention {
  title: string;
  brief: string;
  terms: string[];
  issuer: GiftView['issuer'];
}

function invented({ title, brief, terms, issuer }: Invention): SampleProduct {
  return {
    facts: {
      title,
      brief,
      picture: '',
      terms: `<ol>${terms.map((line) => `<li>${line}</li>`).join('')}</ol>`,
      barcode_kind: 'code128',
      barcode_of: 'number',
    },
    www: 'https://shop.example/',
    use: { acceptance: 'any', mostInOnePurchase: null },
    issuer,
    support: { phone: '+7 800 000-00-00', email: 'help@shop.example', url: '' },
  };
}

/** The product's fields as a certificate sold now would show them; null if there is no such product. */
export async function findSampleProduct(db: Sql, productId: number): Promise<SampleProduct | null> {
  const { rows } = await db.query<
    ProductFacts & Use & Record<'www' | `issuer_${string}` | `support_${string}`, string>
  >(
    `select title, brief, image_large as picture, disclaimer as terms, barcode_kind, barcode_of, www, issuer_name,
       issuer_address, support_phone, support_email, support_url, ${useColumns}
     from products where id = $1`,
    [productId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { title, brief, picture, terms, barcode_kind, barcode_of } = row;
  return {
    facts: { title, brief, picture, terms, barcode_kind, barcode_of },
    www: row.www,
    use: { acceptance: row.acceptance, mostInOnePurchase: row.mostInOnePurchase },
    issuer: { name: row.issuer_name ?? '', legalAddress: row.issuer_address ?? '' },
    support: {
      phone: row.support_phone ?? '',
      email: row.support_email ?? '',
      url: row.support_url ?? '',
    },
  };
}

const people: Record<Language, { senderName: string; recipientName: string; greeting: string }> = {
  ru: {
    senderName: 'Иван и Ольга',
    recipientName: 'Анна',
    greeting: 'Дорогая Анна! Пусть этот день будет вашим.\nОбнимаем!',
  },
  en: {
    senderName: 'Ivan and Olga',
    recipientName: 'Anna',
    greeting: 'Dear Anna, may this day be yours.\nWith love!',
  },
};

/** A sample certificate with a product's look; marked as a sample wherever it is shown. */
export function sampleView(
  product: SampleProduct,
  {
    template,
    greeting,
    language,
  }: { template: TemplateFile | null; greeting: string | null; language: Language },
  now: Date,
): GiftView {
  const { design, title, brief, picture, terms, barcode }: Look = lookOf(product.facts, template);
  const { www, use, issuer, support } = product;
  return {
    clientId: 0,
    requestId: 0,
    orderId: sampleOrderId,
    orderNumber: sampleOrderNumber,
    productTitle: title,
    brief,
    pictureUrl: picture,
    faceKopecks: sampleFaceKopecks,
    leftKopecks: null,
    expiresAt: new Date(now.getTime() + validityMs),
    termsHtml: terms,
    www,
    use,
    issuer,
    support,
    language,
    ...people[language],
    ...(greeting === null ? {} : { greeting }),
    barcode,
    design,
    sample: true,
    state: 'active',
    redeemedAt: null,
    redeemedAtTill: '',
    refundedAt: null,
    codeErased: false,
  };
}
