/** A small shop that sells gift certificates: a catalogue, an order, its callback, a page with the certificate. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { ApiError, Facevalue, nodeHandler, NoAnswerError } from '../../typescript/src/index.ts';
import { createOrders, type ShopOrder } from './orders.ts';
import { cataloguePage, messagePage, orderPage, productPage, type ShopProduct } from './pages.ts';

const { PORT = '8090', BASE_URL = 'http://127.0.0.1:8080' } = process.env;
const { ID = '', SECRET = '', CALLBACK_SECRET = '' } = process.env;
/** Where the platform reaches this shop; behind a tunnel or a proxy, its public address. */
const SHOP_URL = process.env['SHOP_URL'] ?? `http://127.0.0.1:${PORT}`;

const facevalue = new Facevalue({ baseUrl: BASE_URL, id: ID, secret: SECRET });
const orders = createOrders();
const style = readFileSync(new URL('shop.css', import.meta.url), 'utf8');

const keepCatalogueMs = 60_000;
let catalogue: { at: number; products: ShopProduct[] } = { at: 0, products: [] };

/** What can be ordered changes during the day; asking once a minute is plenty. */
async function products(): Promise<ShopProduct[]> {
  if (Date.now() - catalogue.at > keepCatalogueMs) {
    const all = await facevalue.getProducts();
    const offered = all.filter(({ faces }) => faces.some((face) => face > 0));
    catalogue = {
      at: Date.now(),
      products: offered.map(({ id, title, brief, faces, image_url: image }) => {
        return { id: Number(id), title, brief, image, faces: faces.filter((face) => face > 0) };
      }),
    };
  }
  return catalogue.products;
}

/** Here the buyer would have paid. The number of the order is its uuid, so however often it is sent, it is one order. */
async function send(order: ShopOrder): Promise<void> {
  try {
    const { id } = await facevalue.makeOrder({
      product_id: order.productId,
      face: order.face,
      to: order.recipient,
      text: order.greeting,
      delivery_type: 'link',
      uuid: order.number,
      external_id: order.number,
      callback: `${SHOP_URL}/callback`,
    });
    order.requestId = id;
    order.state = 'placed';
  } catch (error) {
    if (error instanceof NoAnswerError) order.state = 'unsent';
    else if (error instanceof ApiError) orders.end(order, { error: error.message });
    else throw error;
  }
}

/** A callback that does not come is no reason to leave a buyer waiting: after a while the shop asks. */
const askAfterMs = 10_000;

async function askIfLate(order: ShopOrder): Promise<void> {
  if (order.state !== 'placed' || order.requestId === null || Date.now() - order.at < askAfterMs) return;
  const status = await facevalue.getStatus({ id: order.requestId });
  if (status.status === 'ok') orders.end(order, { link: status.link ?? '' });
  if (status.status === 'error') orders.end(order, { error: status.error_text ?? '' });
}

const handleCallback = nodeHandler({ secret: CALLBACK_SECRET }, ({ data, status, error }) => {
  const order = orders.byNumber(data.uuid);
  if (order === undefined) return;
  if (status === 'ok') orders.end(order, { link: data.gift_page_url ?? '', byCallback: true });
  else orders.end(order, { error: error?.text ?? '', byCallback: true });
});

const longestForm = 10_000;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > longestForm) throw new Error('The form is too long.');
  }
  return new URLSearchParams(text);
}

function page(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src http: https:; form-action 'self'",
  });
  response.end(html);
}

const seeOther = (response: ServerResponse, to: string): void =>
  void response.writeHead(303, { location: to }).end();

async function buy(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await formOf(request);
  const [productId, face] = [Number(form.get('product')), Number(form.get('face'))];
  const product = (await products()).find(({ id }) => id === productId);
  if (product === undefined || !product.faces.includes(face))
    return page(response, messagePage('This is not on offer any more.'), 422);
  const order = orders.add({
    productId,
    title: product.title,
    face,
    recipient: (form.get('recipient') ?? '').slice(0, 255),
    greeting: (form.get('greeting') ?? '').slice(0, 512),
  });
  await send(order);
  seeOther(response, `/orders/${order.key}`);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', SHOP_URL);
  const [, place = '', key = ''] = pathname.split('/');
  if (request.method === 'POST') {
    if (place === 'callback') return handleCallback(request, response);
    if (place === 'orders' && key === '') return buy(request, response);
  } else if (place === '') return page(response, cataloguePage(await products()));
  else if (place === 'shop.css')
    return void response.writeHead(200, { 'content-type': 'text/css' }).end(style);
  else if (place === 'products') {
    const product = (await products()).find(({ id }) => id === Number(key));
    if (product !== undefined) return page(response, productPage(product));
  } else if (place === 'orders') {
    const order = orders.byKey(key);
    if (order?.state === 'unsent') await send(order);
    if (order !== undefined) await askIfLate(order);
    if (order !== undefined) return page(response, orderPage(order));
  }
  page(response, messagePage('There is nothing here.'), 404);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    if (!response.headersSent) page(response, messagePage('Something went wrong. Please try again.'), 500);
  });
});
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`The shop is open at ${SHOP_URL}/\n`));
