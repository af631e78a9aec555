/** The orders of the shop, in memory. A real one keeps them in its database, and sends them from there. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface ShopOrder {
  /** What only its buyer knows: the address of its page. */
  key: string;
  /** Its number in the shop, and the uuid of its request. */
  number: string;
  at: number;
  productId: number;
  title: string;
  face: number;
  recipient: string;
  greeting: string;
  /** `unsent`: no answer came, so it is sent again with the same uuid. */
  state: 'new' | 'unsent' | 'placed' | 'issued' | 'failed';
  requestId: number | null;
  link: string;
  error: string;
  /** Whether a verified callback told how it ended. */
  byCallback: boolean;
}

type NewOrder = Pick<ShopOrder, 'productId' | 'title' | 'face' | 'recipient' | 'greeting'>;
type End = ({ link: string } | { error: string }) & { byCallback?: boolean };

const mostKept = 1000;

export function createOrders() {
  const kept = new Map<string, ShopOrder>();
  return {
    add(fields: NewOrder): ShopOrder {
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest);
      const order: ShopOrder = {
        ...fields,
        key: randomBytes(16).toString('base64url'),
        number: randomUUID(),
        at: Date.now(),
        state: 'new',
        requestId: null,
        link: '',
        error: '',
        byCallback: false,
      };
      kept.set(order.key, order);
      return order;
    },
    byKey: (key: string): ShopOrder | undefined => kept.get(key),
    byNumber: (number: string): ShopOrder | undefined => kept.values().find((one) => one.number === number),
    /** An order ends once: callbacks may come again. */
    end(order: ShopOrder, how: End): void {
      if (order.state === 'issued' || order.state === 'failed') return;
      order.byCallback = how.byCallback === true;
      order.state = 'link' in how ? 'issued' : 'failed';
      if ('link' in how) order.link = how.link;
      else order.error = how.error;
    },
  };
}
