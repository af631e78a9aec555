/** Orders a test certificate, waits until it is issued, and prints its gift page. */
import { Facevalue } from '../src/index.ts';

const { BASE_URL = '', ID = '', SECRET = '', PRODUCT = '', FACE = '' } = process.env;
const facevalue = new Facevalue({ baseUrl: BASE_URL, id: ID, secret: SECRET });

const { id } = await facevalue.makeOrder({
  product_id: Number(PRODUCT),
  face: Number(FACE),
  delivery_type: 'link',
  comment: 'Подарок маме',
  testmode: true,
  // The number of the order in your shop: a program that was killed calls again with the same and orders once.
  uuid: process.env['ORDER_NUMBER'],
});
const order = await facevalue.waitForOrder(id);
if (order.status !== 'ok') throw new Error(`The order ended with ${order.error_code}: ${order.error_text}`);
process.stdout.write(`${order.link}\n`);
