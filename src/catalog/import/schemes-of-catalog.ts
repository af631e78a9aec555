/** Where the codes of imported products come from, and whether they are choice certificates. */
import type { Tx } from '../../platform/database/database.ts';
import { choiceFits } from '../choice-fits.ts';
import type { PlacedProduct } from './place-products.ts';

type TransferScheme = 'platform' | 'pool' | 'api';

interface SchemeOptions {
  scheme: TransferScheme;
  /** What the operator has set is forgotten. */
  overwrite?: boolean;
}

export type SchemedProduct = PlacedProduct & {
  transfer_scheme: TransferScheme;
  /** It stays a choice certificate, or none, whatever the catalogue says. */
  keepsAcceptance: boolean;
};

type Acceptance = PlacedProduct['digital_acceptance'];

interface Known {
  id: number;
  scheme: TransferScheme;
  /** There are certificates of it, or codes. */
  keepsScheme: boolean;
  digitalAcceptance: Acceptance;
  wasOffered: boolean;
  /** Set by the operator. */
  isKept: boolean;
}

/**
 * A code that exists before it is sold is one of a pool, not one that the platform makes; that of a choice certificate is made here. A
 * product that could be ordered once, or has codes, keeps its scheme: there are certificates of it.
 */
export async function withSchemes(
  tx: Tx,
  products: PlacedProduct[],
  options: SchemeOptions,
): Promise<SchemedProduct[]> {
  const { rows } = await tx.query<Known>(
    `select p.id, p.transfer_scheme as scheme, p.first_offered_at is not null or p.activation_scheme <> 'none'
         or exists (select from imports i where i.supplier_id = p.supplier_id and i.product_id = p.id) as "keepsScheme",
       p.digital_acceptance as "digitalAcceptance", p.first_offered_at is not null as "wasOffered",
       'digital_acceptance' = any(p.kept_columns) as "isKept"
     from products p where p.id = any($1::bigint[])`,
    [products.map(({ id }) => id)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return products.map((product) => withScheme(product, known.get(product.id), options));
}

function withScheme(
  product: PlacedProduct,
  known: Known | undefined,
  { scheme, overwrite = false }: SchemeOptions,
): SchemedProduct {
  const isKept = known?.isKept === true && !overwrite;
  const wanted = isKept ? known.digitalAcceptance : product.digital_acceptance;
  const isPooled = product.is_predefined_cert && scheme === 'platform';
  const named = wanted === 'exchange' ? 'platform' : isPooled ? 'pool' : scheme;
  const transferScheme = known?.keepsScheme === true ? known.scheme : named;
  const { digitalAcceptance, wasOffered } = known ?? { digitalAcceptance: 'any' as const, wasOffered: false };
  const facts = { transferScheme, digitalAcceptance, wasOffered };
  const keepsAcceptance = choiceFits(facts, { digitalAcceptance: wanted }) !== 'fits';
  return {
    ...product,
    transfer_scheme: transferScheme,
    digital_acceptance: keepsAcceptance ? digitalAcceptance : product.digital_acceptance,
    keepsAcceptance,
  };
}
