/** Why a product can't be ordered yet, and what to do about it. */
import { canBeVouchedFor, readOffers, type JudgedProduct, type Lack } from '../../catalog/judge-offers.ts';
import { lackText } from '../../catalog/lack-labels.ts';
import { schemesTestedByHand } from '../../catalog/scheme.ts';
import type { Database } from '../../platform/database/database.ts';
import { say } from '../shell/output.ts';

/** Tells it of a product that is switched on; returns what the answer says of it. */
export async function tellIfNotOffered(
  db: Database,
  productId: number,
): Promise<{ offered: boolean; lacks: Lack[] }> {
  const [product] = await readOffers(db, { productIds: [productId] });
  if (product === undefined) return { offered: false, lacks: [] };
  if (product.switchedOn && product.lacks.length > 0) say(whyNotOffered(product));
  return { offered: product.offered === true, lacks: product.lacks };
}

function whyNotOffered(product: JudgedProduct): string {
  const { productId, lacks } = product;
  const texts = lacks.map((lack) => [`  ${lackText(lack, product, 'en')}`, ...nextStep(lack, product)]);
  const vouch = `Or vouch for it by name: facevalue product vouch ${productId} --reason …`;
  return [
    `Product ${productId} can't be ordered yet:`,
    ...texts.flat(),
    ...(canBeVouchedFor(product) ? [vouch] : []),
  ].join('\n');
}

function nextStep(lack: Lack, { productId, supplierId, scheme }: JudgedProduct): string[] {
  switch (lack) {
    case 'exchange':
      return [];
    case 'targets':
      return [`  Next: facevalue product exchange add ${productId} --products … --categories … --brands …`];
    case 'calls':
      return [`  Next: facevalue supplier adapter ${supplierId} --adapter … --settings …`];
    case 'supplier-codes':
      return ['  Next: facevalue catalog import gives it a pool, as long as it was never on sale.'];
    case 'test':
    case 'red-test':
      return schemesTestedByHand.includes(scheme)
        ? ['  Next: the final test by hand, on the page of the supplier’s onboarding (docs/operator.md).']
        : [`  Next: facevalue supplier certify ${supplierId} --yes`];
  }
}
