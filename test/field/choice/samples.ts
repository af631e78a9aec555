import type { FieldSample } from '../field-sample.ts';

/** What is sent instead of a face of 500 roubles (`50000`) of a certificate of 1000; the sum that it takes, in kopecks. */
export const faces: FieldSample<string, number>[] = (
  [
    ['zero', 'odoo/odoo#135393', '0', 0],
    ['below zero', 'JDutil/spree_gift_card#48', '-50000', 0],
    ['a sum with a tail', 'CraftingStore/Suggestions#7', '49999.99999999999', 0],
    ['an exponent', 'own', '5e4', 0],
    ['in hexadecimal', 'own', '0xc350', 0],
    ['with a sign', 'own', '+50000', 0],
    ['roubles for kopecks', 'CraftingStore/Suggestions#7', '500', 0],
    ['a face that is not sold', 'saleor/saleor#10700', '33333', 0],
    ['more than there is', 'Azuriom/Plugin-Shop#285', '100001', 0],
    ['beyond 2^53', 'own', '9007199254740993', 0],
    ['nothing', 'own', '', 0],
    ['as it is sold', 'own', '50000', 50_000],
    ['the whole', 'solidusio-contrib/solidus_virtual_gift_card#99', '100000', 100_000],
  ] as const
).map(([name, source, input, right]) => ({ name, source, input, right }));

/** What is sent as a basket of two products, each by its letter: `A` has faces of 500 and 1000, `B` is sold out, `C` is the choice certificate's own product. */
export const baskets: FieldSample<string, number>[] = (
  [
    ['each fits, and all together not', 'saleor/saleor#13640', 'A-100000.A-50000', 0],
    ['one of two is sold out', 'nopSolutions/nopCommerce#1986', 'A-50000.B-50000', 0],
    ['a certificate for another of its kind', 'Setono/SyliusGiftCardPlugin#236', 'C-100000', 0],
    ['one of its kind beside another', 'nopSolutions/nopCommerce#7318', 'A-50000.C-50000', 0],
    ['two of the same, which is just all', 'saleor/saleor#13640', 'A-50000.A-50000', 100_000],
  ] as const
).map(([name, source, input, right]) => ({ name, source, input, right }));

/**
 * What people do, one after the other, once the holder has exchanged 500 of 1000 roubles: `cancel` what is on its way, `issue` it, `refund` what was
 * chosen, `refund-card`, or let it `fail`.
 */
export type Act = 'cancel' | 'issue' | 'fail' | 'refund' | 'refund-card';

export interface Rest {
  /** What the holder can exchange in the end, in kopecks. */
  left: number;
  /** Certificates that the holder has. */
  has: number;
  /** What its client has got back, in roubles. */
  back: number;
}

export const courses: FieldSample<Act[], Rest>[] = (
  [
    ['cancelled: all comes back, not a unit of it', 'mollie/magento2#873', ['cancel'], 100_000, 0, 0],
    ['cancelled twice', 'magento/magento2#38815', ['cancel', 'cancel', 'issue'], 100_000, 0, 0],
    ['it fails: the balance is not lost', 'buckaroo-it/Magento2#670', ['fail'], 100_000, 0, 0],
    ['it fails, and is cancelled then', 'Adyen/adyen-magento2#3327', ['fail', 'cancel'], 100_000, 0, 0],
    [
      'refunded: nothing was paid in money, and the balance has it again',
      'woocommerce/woocommerce#16234',
      ['issue', 'refund'],
      100_000,
      0,
      0,
    ],
    ['refunded twice', 'odoo/odoo#134944', ['issue', 'refund', 'refund'], 100_000, 0, 0],
    ['cancelled when it has come', 'nopSolutions/nopCommerce#1986', ['issue', 'cancel'], 50_000, 1, 0],
    [
      'what was chosen is refunded, then the certificate',
      'Setono/SyliusGiftCardPlugin#284',
      ['issue', 'refund', 'refund-card'],
      0,
      0,
      1000,
    ],
    [
      'what was chosen is refunded after the certificate',
      'Setono/SyliusGiftCardPlugin#284',
      ['cancel', 'refund-card', 'refund', 'cancel'],
      0,
      0,
      1000,
    ],
    [
      'the certificate is refunded, of which a half is used',
      'magento/magento2#38953',
      ['issue', 'refund-card', 'refund-card'],
      0,
      1,
      500,
    ],
    [
      'that half comes back later, to whoever has paid it',
      'nopSolutions/nopCommerce#506',
      ['issue', 'refund-card', 'refund', 'refund'],
      0,
      0,
      1000,
    ],
    ['refunded while a choice is on its way', 'own', ['refund-card', 'issue'], 50_000, 1, 0],
  ] as const
).map(([name, source, input, left, has, back]) => ({
  name,
  source,
  input: [...input],
  right: { left, has, back },
}));

/** What happens between the question and the press, and whether 500 of 1000 roubles are taken then. */
export const between: FieldSample<'refund-card' | 'off-sale' | 'nothing', boolean>[] = (
  [
    ['the certificate is refunded', 'Setono/SyliusGiftCardPlugin#278', 'refund-card', false],
    ['what was chosen goes off sale', 'PrestaShop/PrestaShop#21644', 'off-sale', false],
    ['nothing', 'own', 'nothing', true],
  ] as const
).map(([name, source, input, right]) => ({ name, source, input, right }));
