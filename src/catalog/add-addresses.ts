import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';

/** A shop that accepts certificates of a product. */
export interface AddressToAdd {
  productId: number;
  /** Region of the country, for example «Новосибирская область». */
  area: string;
  locality: string;
  address: string;
  /** Degrees as text, exactly as getAddress answers them. */
  lat: string;
  lon: string;
}

const addresses = insertion('addresses', {
  product_id: 'bigint',
  area: 'text',
  locality: 'text',
  address: 'text',
  lat: 'text',
  lon: 'text',
});

export async function addAddresses(tx: Tx, toAdd: AddressToAdd[]): Promise<void> {
  await addresses.into(
    tx,
    toAdd.map(({ productId, ...address }) => ({ ...address, product_id: productId })),
  );
}
