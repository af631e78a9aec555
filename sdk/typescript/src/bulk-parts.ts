import type { Order } from './operations.ts';

/** What makeBulkOrder takes at once: orders, and bytes of a form-encoded body with some space for its other fields. */
const MAX_ORDERS = 1_000;
const MAX_BODY_BYTES = 64_000;

/** With the comma between two orders, `%2C`. */
const encodedBytes = (order: Order): number =>
  new URLSearchParams([[JSON.stringify(order), '']]).toString().length + 2;

/** Cuts the orders into parts, each small enough for one request. The same orders are always cut alike. */
export function bulkParts(orders: readonly Order[]): Order[][] {
  const parts: Order[][] = [];
  let part: Order[] = [];
  let bytes = 0;
  for (const order of orders) {
    const more = encodedBytes(order);
    if (part.length === MAX_ORDERS || (part.length > 0 && bytes + more > MAX_BODY_BYTES)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(order);
    bytes += more;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
