import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';

/** A place where certificates of a product are accepted. */
export interface AddressToAdd {
  productId: number;
  /** A region of the country, as «Новосибирская область». */
  area: string;
  locality: string;
  address: string;
  /** Degrees as text, as they stand in the answer. */
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
