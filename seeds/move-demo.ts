/** Moves the demo to another address or port. */
import type { Tx } from '../src/platform/database/database.ts';

/** Scheme and host of an address, up to the path. */
const before = (path: string): string => `^https?://[^/]+(?=${path})`;

/**
 * Updates the addresses of the demo's pictures and callbacks to the present base address. Addresses that a person has
 * changed are not touched.
 */
export async function moveDemo(tx: Tx, baseUrl: string): Promise<void> {
  const pictures = `/pictures/[a-z-]+-(small|medium|large)\\.png$`;
  await tx.query(
    `update products
     set image_small = regexp_replace(image_small, $1, $2), image_medium = regexp_replace(image_medium, $1, $2),
       image_large = regexp_replace(image_large, $1, $2)
     where image_large ~ $1 and not starts_with(image_large, $2 || '/')`,
    [before(pictures), baseUrl],
  );
  await tx.query(
    `update templates set product = jsonb_set(product, '{picture}', to_jsonb(regexp_replace(product ->> 'picture', $1, $2)))
     where product ->> 'picture' ~ $1 and not starts_with(product ->> 'picture', $2 || '/')`,
    [before(pictures), baseUrl],
  );
  await tx.query(
    `update clients set callback_url = regexp_replace(callback_url, $1, $2)
     where callback_url ~ $1 and not starts_with(callback_url, $2 || '/')`,
    [before('/demo/callbacks/[0-9]+$'), baseUrl],
  );
}
