/** What the sample calls of the reference send: a product 2001, the order 3500001. */
const product = { product_id: 2001, face: 1000 };
const issued = { id: 3_500_001 };

export const fieldsOfCall: Record<string, object | undefined> = {
  test: {},
  getProducts: {},
  getCategories: {},
  getAddress: { product_id: 2001 },
  getBalance: {},
  makeOrder: { ...product, uuid: 'order-17', email_to: 'anna@mail.example', from: 'Bonus Club' },
  getStatus: issued,
  getLinks: issued,
  getCode: issued,
  getCertificate: issued,
  resend: issued,
  makeBulkOrder: {
    uuid: 'bonus-2026-11',
    orders: [{ ...product, uuid: 'bonus-2026-11-1', delivery_type: 'link' }],
  },
  getReport: { uuid: 'bonus-2026-11' },
  makeTopUp: { sum: 100_000, uuid: 'payment-17' },
  getTopUpStatus: { id: 1001 },
  getTopUpLimit: {},
  moveTestClock: { ...issued, seconds: 3600 },
};
