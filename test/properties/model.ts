/**
 * A simple model of orders, money and codes: no batches, no locks, one request after another. The property tests
 * compare the real platform with it.
 */
export interface ModelClient {
  fundsKopecks: number;
  heldKopecks: number;
  salesKopecks: number;
  creditKopecks: number;
  shortfallKopecks: number;
  delayedMode: boolean;
}

export interface ModelProduct {
  /** Codes left, by face. */
  free: Map<number, number>;
  /** How many of them are promised to queued requests. */
  promised: Map<number, number>;
  ordersLimit: number | null;
  /** Issued, and promised to queued requests. */
  ordersUsed: number;
}

export type ModelState = 'queued' | 'delayed' | 'issued' | 'failed' | 'cancelled';

export interface ModelRequest {
  client: number;
  product: number;
  face: number;
  testmode: boolean;
  ttlAtMs: number | null;
  state: ModelState;
  errorCode: number | null;
  refunded: boolean;
}

export interface ModelAsk {
  client: number;
  product: number;
  face: number;
  testmode: boolean;
  /** 0: no uuid. */
  uuid: number;
  ttlSeconds: number | null;
}

/** `request` is the model's own number of the request: its index in `requests`. */
export type ModelAnswer = { is: 'placed'; request: number } | { is: 'refused'; code: number };

export interface Model {
  clients: ModelClient[];
  products: ModelProduct[];
  requests: ModelRequest[];
  uuids: Map<string, { asked: string; request: number }>;
}

const availableOf = ({ free, promised }: ModelProduct, face: number): number =>
  (free.get(face) ?? 0) - (promised.get(face) ?? 0);

function promise(
  model: Model,
  request: Pick<ModelRequest, 'product' | 'face' | 'testmode'>,
  count: 1 | -1,
): void {
  if (request.testmode) return;
  const product = model.products[request.product] as ModelProduct;
  product.promised.set(request.face, (product.promised.get(request.face) ?? 0) + count);
  product.ordersUsed += count;
}

export function modelPlace(model: Model, asks: ModelAsk[], nowMs: number): ModelAnswer[] {
  return asks.map((ask) => placeOne(model, ask, nowMs));
}

function placeOne(model: Model, ask: ModelAsk, nowMs: number): ModelAnswer {
  const client = model.clients[ask.client] as ModelClient;
  const product = model.products[ask.product] as ModelProduct;
  const asked = JSON.stringify(ask);
  const key = `${ask.client}:${ask.uuid}`;
  const earlier = ask.uuid === 0 ? undefined : model.uuids.get(key);
  if (earlier !== undefined)
    return earlier.asked === asked
      ? { is: 'placed', request: earlier.request }
      : { is: 'refused', code: 1207 };
  if (!product.free.has(ask.face)) return { is: 'refused', code: 3601 };
  const available = availableOf(product, ask.face);
  if (!ask.testmode) {
    if (product.ordersLimit !== null && product.ordersUsed >= product.ordersLimit)
      return { is: 'refused', code: 1102 };
    if (available === 0 && !client.delayedMode) return { is: 'refused', code: 3601 };
    if (client.fundsKopecks + client.creditKopecks < ask.face) return { is: 'refused', code: 5000 };
    client.fundsKopecks -= ask.face;
    client.heldKopecks += ask.face;
  }
  const request = model.requests.push({
    client: ask.client,
    product: ask.product,
    face: ask.face,
    testmode: ask.testmode,
    ttlAtMs: ask.ttlSeconds === null ? null : nowMs + ask.ttlSeconds * 1000,
    state: available === 0 && !ask.testmode ? 'delayed' : 'queued',
    errorCode: null,
    refunded: false,
  });
  if (available > 0) promise(model, ask, 1);
  if (ask.uuid !== 0) model.uuids.set(key, { asked, request: request - 1 });
  return { is: 'placed', request: request - 1 };
}

/** Processes every queued request, oldest first. */
export function modelIssue(model: Model, nowMs: number): void {
  const due = model.requests.filter(
    (request) => request.state === 'queued' && (request.ttlAtMs === null || request.ttlAtMs > nowMs),
  );
  // Shortfalls are checked first, before anything is released or captured.
  const short = model.clients.map((client) => client.shortfallKopecks);
  for (const request of due) {
    if (request.testmode) {
      request.state = 'issued';
      continue;
    }
    if ((short[request.client] ?? 0) > 0) {
      short[request.client] = (short[request.client] ?? 0) - request.face;
      endRequest(model, request, 'failed', 5000);
      continue;
    }
    issueOne(model, request);
  }
}

function issueOne(model: Model, request: ModelRequest): void {
  const client = model.clients[request.client] as ModelClient;
  const product = model.products[request.product] as ModelProduct;
  product.promised.set(request.face, (product.promised.get(request.face) ?? 0) - 1);
  product.free.set(request.face, (product.free.get(request.face) ?? 0) - 1);
  client.heldKopecks -= request.face;
  client.salesKopecks += request.face;
  request.state = 'issued';
}

function endRequest(model: Model, request: ModelRequest, state: 'failed' | 'cancelled', code: number): void {
  if (request.state === 'queued') promise(model, request, -1);
  request.state = state;
  request.errorCode = code;
  if (request.testmode) return;
  const client = model.clients[request.client] as ModelClient;
  client.heldKopecks -= request.face;
  addFunds(client, request.face);
}

function addFunds(client: ModelClient, kopecks: number): void {
  client.fundsKopecks += kopecks;
  const below = Math.max(0, -(client.fundsKopecks + client.creditKopecks));
  client.shortfallKopecks = kopecks < 0 ? below : Math.min(client.shortfallKopecks, below);
}

/** Why it cannot be refunded, or 'refunded'. */
export function modelRefund(model: Model, place: number): string {
  const request = model.requests[place];
  if (request === undefined) return 'no-order';
  if (request.testmode) return 'test-order';
  if (request.state !== 'issued') return 'not-issued';
  if (request.refunded) return 'refunded-before';
  request.refunded = true;
  const client = model.clients[request.client] as ModelClient;
  client.salesKopecks -= request.face;
  addFunds(client, request.face);
  return 'refunded';
}

export const modelTopUp = (model: Model, client: number, kopecks: number): void =>
  addFunds(model.clients[client] as ModelClient, kopecks);

export const modelChargeBack = (model: Model, client: number, kopecks: number): void =>
  addFunds(model.clients[client] as ModelClient, -kopecks);

export function modelSetCredit(model: Model, client: number, kopecks: number): void {
  const one = model.clients[client] as ModelClient;
  one.creditKopecks = kopecks;
  one.shortfallKopecks = Math.max(0, -(one.fundsKopecks + kopecks));
}

export function modelImport(model: Model, product: number, face: number, count: number): void {
  const { free } = model.products[product] as ModelProduct;
  free.set(face, (free.get(face) ?? 0) + count);
}

/** Requeues delayed requests, oldest first, as many as codes and the limit allow. */
/** Orders that wait, or only those of one product. */
export function modelWake(model: Model, only: number | null = null): void {
  for (const one of model.requests) {
    if (only !== null && one.product !== only) continue;
    const product = model.products[one.product] as ModelProduct;
    const withinLimit = product.ordersLimit === null || product.ordersUsed < product.ordersLimit;
    if (one.state !== 'delayed' || one.testmode || !withinLimit || availableOf(product, one.face) <= 0)
      continue;
    one.state = 'queued';
    promise(model, one, 1);
  }
}

export function modelExpire(model: Model, nowMs: number): void {
  for (const request of model.requests) {
    const waits = request.state === 'queued' || request.state === 'delayed';
    if (waits && request.ttlAtMs !== null && request.ttlAtMs <= nowMs)
      endRequest(model, request, 'cancelled', 1210);
  }
}
