import type { Use } from './certificate.ts';

/** SQL: `Use`, as it is said of a product; without anybody's word one certificate a purchase means nothing. */
export const useColumns = `digital_acceptance as acceptance, digital_acceptance = 'exchange' and transfer_scheme = 'platform' as "isExchangedHere",
       case when catalog_id is not null or certificates_in_one_purchase > 1
         or 'certificates_in_one_purchase' = any(kept_columns) then certificates_in_one_purchase end as "mostInOnePurchase"`;

export const useOf = ({ acceptance, mostInOnePurchase, isExchangedHere = false }: Use): Use => ({
  acceptance,
  mostInOnePurchase,
  isExchangedHere,
});
