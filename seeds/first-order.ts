import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of the order that the demo places for itself over its own public API. */
export interface FirstOrder {
  requestId: number;
  orderId: number;
  productId: number;
  productTitle: string;
  face: number;
  giftPageUrl: string;
  /** From the answer of makeOrder until getStatus answered `ok`. */
  issuedAfterMs: number;
  /** False: placed by an earlier start of this demo. */
  placedNow: boolean;
}

export interface ApiClient {
  baseUrl: string;
  id: number;
  secret: string;
}

const pollMs = 10;
const issueLimitMs = 20_000;

interface Envelope {
  status: 'ok' | 'error';
  data: Record<string, unknown> & unknown[];
  error?: { code: number; text: string };
}

/** The API's error in place of data. */
export class ApiRefusal extends Error {}

interface PlacedOrder {
  requestId: number;
  productId: number;
  productTitle: string;
  face: number;
}

/** Gets the catalogue and places one signed order, for a different product than the last one if possible. */
export async function placeOrder(client: ApiClient, lastProductId: number | null): Promise<PlacedOrder> {
  const products = (await call(client, 'getProducts', {})) as {
    id: string;
    title: string;
    faces: number[];
  }[];
  const offered = products.flatMap(({ id, title, faces }) => {
    const face = faces.find((one) => one > 0);
    return face === undefined ? [] : [{ productId: Number(id), productTitle: title, face }];
  });
  const last = offered.findIndex(({ productId }) => productId === lastProductId);
  const chosen = offered[(last + 1) % Math.max(1, offered.length)];
  if (chosen === undefined) throw new ApiRefusal('The demo world has nothing to sell.');
  const order = firstOrderData(chosen.productId, chosen.face);
  const { id: requestId } = (await call(client, 'makeOrder', order)) as { id: number };
  return { requestId, ...chosen };
}

/** The link of an issued certificate. */
export async function giftLinkOf(client: ApiClient, requestId: number): Promise<string> {
  const links = (await call(client, 'getLinks', { queue_id: requestId })) as { download_url: string };
  return links.download_url;
}

/** Buys one certificate as any client would: catalogue, signed order, status, link. */
export async function placeFirstOrder(client: ApiClient): Promise<FirstOrder> {
  const placed = await placeOrder(client, null);
  const placedAt = performance.now();
  const orderId = await waitUntilIssued(client, placed.requestId);
  const issuedAfterMs = Math.round(performance.now() - placedAt);
  const giftPageUrl = await giftLinkOf(client, placed.requestId);
  return { ...placed, orderId, issuedAfterMs, giftPageUrl, placedNow: true };
}

/** Tells the orders of the demo's button from those of its month before. */
export const demoComment = 'An order of the demo world';

export function firstOrderData(productId: number, face: number): Record<string, unknown> {
  return {
    product_id: productId,
    face,
    uuid: randomUUID(),
    email_from: 'masha@family.example',
    email_to: 'anna@family.example',
    to_phone: '79001234567',
    from: 'Маша и Тимофей',
    to: 'Анна Сергеевна',
    text: 'С днём рождения! Пусть этот год будет тёплым, а подарок — по душе.',
    comment: demoComment,
  };
}

async function waitUntilIssued(client: ApiClient, requestId: number): Promise<number> {
  const deadline = performance.now() + issueLimitMs;
  while (performance.now() < deadline) {
    const status = (await call(client, 'getStatus', { id: requestId })) as {
      status: string;
      order_id: number;
    };
    if (status.status === 'ok') return status.order_id;
    if (status.status !== 'processing') throw new Error(`The first order ended as ${status.status}.`);
    await sleep(pollMs);
  }
  throw new Error(`The first order was not issued within ${issueLimitMs / 1000} seconds.`);
}

async function call(client: ApiClient, cmd: string, data: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(signedUrl(client, cmd, data));
  const envelope = (await response.json()) as Envelope;
  if (envelope.status === 'ok') return envelope.data;
  throw new ApiRefusal(`${cmd} answered ${envelope.error?.code}: ${envelope.error?.text}`);
}

/** The complete address of a signed GET request. */
export function signedUrl(
  { baseUrl, id, secret }: ApiClient,
  cmd: string,
  data: Record<string, unknown>,
): string {
  const text = JSON.stringify(data);
  const sig = createHash('sha256')
    .update(cmd + text + secret)
    .digest('hex');
  const query = new URLSearchParams({ cmd, id: String(id), in: 'json', out: 'json', data: text, sig });
  return `${baseUrl}/?${query.toString()}`;
}
