/** Why a product cannot be as it was asked for. */
import type { ProductSet } from '../../catalog/set-product.ts';
import { Refusal } from '../shell/problems.ts';

type Unfit = Exclude<ProductSet, 'set' | 'no-product'>;

const texts: Record<Unfit, string> = {
  'activation-needs-pool': 'Only codes of a pool are activated: this product has none.',
  'parts-need-till':
    'Certificates are used in parts only where they are redeemed here: codes that the platform makes, and those of suppliers with `supplier access SUPPLIER --redeem-own on`.',
  'barcode-unfit':
    'The numbers that the platform makes have letters and no PIN, which this barcode cannot carry: choose another by --barcode.',
  'choice-needs-platform':
    'Only certificates whose numbers the platform makes are exchanged for others: this product has other codes.',
  'choice-is-fixed':
    'This product could be ordered already: whoever has a certificate of it has what it was sold as. Add another product.',
};

export const unfitProduct = (why: Unfit): Refusal => new Refusal(texts[why]);
