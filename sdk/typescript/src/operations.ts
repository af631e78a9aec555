// Made by sdk/generate.ts from docs/openapi.json. Do not edit.

export interface TestAnswer {
  sample_text: 'Test function works!';
  available_methods: string[];
}

/** Fields of getProducts. */
export interface GetProductsRequest {
  /** Names of further fields, comma-separated. Every field is always sent. */
  extended?: string | undefined;
}

export interface Product {
  id: string;
  title: string;
  url: string;
  brief: string;
  supplier_id: number;
  certificates_in_one_purchase: number;
  region: string;
  code: string;
  main_image: ProductImage;
  image_url: string;
  categories: number[];
  /** Roubles, ascending, orderable now. 0 means a free amount from face_min to face_max. */
  faces: number[];
  face_step: string;
  face_min: string;
  face_max: string;
  digital_acceptance: 'eshop' | 'offline' | 'any' | 'no' | 'exchange';
  is_merchant_cert: '0' | '1';
  is_predefined_cert: '0' | '1';
  www: string;
  /** Terms of use, HTML. */
  disclaimer: string;
  catalog_comment: string;
  activation_delay: number;
  face_multiplier: number;
}

export interface ProductImage {
  small: string;
  medium: string;
  large: string;
}

export interface Category {
  id: string;
  code: string;
  url: string;
  title: string;
  title_en: string;
  type: 'catalog';
  active: '1';
  seo_h1: string;
  seo_text: string;
  sort: string;
  visible_since: string | null;
  visible_until: string | null;
  visible_yearly: number;
  products_count: number;
  elements: number;
  region: string | null;
}

/** Fields of getAddress. */
export interface GetAddressRequest {
  /** Products to list; all when absent. */
  product_id?: number[] | undefined;
  /** Only this area. */
  area_name?: string | undefined;
  /** Only this locality. */
  locality_name?: string | undefined;
}

export interface GetBalanceAnswer {
  /** Whole roubles, rounded towards zero. */
  balance: number;
}

/** Fields of makeOrder. */
export interface Order {
  /** A product of getProducts. */
  product_id: number;
  /** Roubles; one of the faces of the product, or a free amount where it has one. */
  face: number;
  /** Protects from duplicates: the same uuid brings the same request. */
  uuid?: string | undefined;
  /** Sender's e-mail. */
  email_from?: string | undefined;
  /** Recipient's e-mail; without it nothing is sent. */
  email_to?: string | undefined;
  /** Sender's name, for the letter. */
  from?: string | undefined;
  /** Recipient's name, for the letter. */
  to?: string | undefined;
  /** Recipient's phone, 7XXXXXXXXXX. */
  to_phone?: string | undefined;
  /** When to send: YYYY-MM-DDThh:mm:ss±hh:mm (or Z), within ten years from now. */
  date_send?: string | undefined;
  /** Greeting. */
  text?: string | undefined;
  /** Service code of the order. */
  code?: string | undefined;
  /** Service comment; scripts the outcome of test orders. */
  comment?: string | undefined;
  /** Identifier in the client's own system. */
  external_id?: string | undefined;
  /** How the certificate is handed over. */
  delivery_type?: 'email' | 'sms' | 'link' | 'download' | 'code' | undefined;
  /** Seconds after which an unprocessed order is cancelled. */
  ttl?: number | undefined;
  /** A test order: canned values, no money; also 1, "1", "true". */
  testmode?: boolean | undefined;
  /** This order's own callback address: http or https without user name and password, not in a private network unless the installation allows that. */
  callback?: string | undefined;
}

export interface MakeOrderAnswer {
  /** Id of the queue request, for getStatus. */
  id: number;
  /** The uuid that was sent; the SDK adds it to the answer. */
  uuid: string;
}

/** Fields of getStatus. */
export interface GetStatusRequest {
  /** Id of the queue request, from makeOrder. */
  id: number;
}

export interface OrderStatus {
  status: 'processing' | 'delayed' | 'ok' | 'error';
  id: number;
  order_id: number | null;
  product_id: number;
  face: number;
  balance: null;
  sum: number | null;
  /** YYYY-MM-DD hh:mm:ss, Moscow time. */
  expire_date: string | null;
  /** The order's service code, not the certificate's. */
  code: string;
  comment: string;
  external_id: string | null;
  testmode: 0 | 1;
  /** Gift page, once issued. */
  link?: string | undefined;
  /** What became of the letter and the text that bring the certificate, once issued. */
  delivery?: Delivery[] | undefined;
  /** Only for a refunded certificate: when its sum was returned, Moscow time. */
  refunded_at?: string | undefined;
  /** Only for a refunded certificate: what was returned, less than sum if a part of it was used. */
  refunded_sum?: number | undefined;
  /** Only and always when status is error. */
  error_code?: number | undefined;
  error_text?: string | undefined;
  /** Only and always when status is error: it failed, its ttl expired, or it was refunded. */
  reason?: 'failed' | 'cancelled' | 'refunded' | undefined;
}

export interface Delivery {
  channel: 'email' | 'sms';
  /** The certificate itself, a notice that it went by e-mail, or a code for later receipt. */
  kind: 'certificate' | 'notice' | 'receipt';
  /** Masked. */
  to: string;
  state: 'scheduled' | 'waiting' | 'retrying' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'dropped';
  /** Since when; of scheduled and retrying the next try. Moscow time. */
  at: string;
  /** Why it was not delivered, without an address. */
  reason?: string | undefined;
}

/** Fields of getLinks. */
export interface GetLinksRequest {
  /** Id of the queue request, from makeOrder. */
  queue_id?: number | undefined;
  /** The same under the name of getStatus. */
  id?: number | undefined;
}

export interface GetLinksAnswer {
  /** Gift page. */
  download_url: string | null;
  /** Of a choice certificate the page on which it is exchanged for others; else null. */
  exchange_url: string | null;
}

/** Fields of getCode. */
export interface GetCodeRequest {
  /** Id of the queue request, from makeOrder. */
  queue_id?: number | undefined;
  /** The same under the name of getStatus. */
  id?: number | undefined;
}

export interface GetCodeAnswer {
  /** The certificate's number. */
  code: string;
  /** Empty when the brand has none. */
  pin: string;
  /** YYYY-MM-DD hh:mm:ss, Moscow time. */
  expire_date: string | null;
  /** Kind of barcode: code128, ean13, qr, … or none. */
  format: string;
}

/** Fields of getCertificate. */
export interface GetCertificateRequest {
  /** Id of the queue request, from makeOrder. */
  queue_id?: number | undefined;
  /** The same under the name of getStatus. */
  id?: number | undefined;
}

export interface GetCertificateAnswer {
  /** PDF, base64. */
  certificate: string;
}

/** Fields of resend. */
export interface ResendRequest {
  /** Id of the queue request, from makeOrder. */
  queue_id?: number | undefined;
  /** The same under the name of getStatus. */
  id?: number | undefined;
  /** The corrected e-mail; the certificate goes there. */
  email_to?: string | undefined;
  /** The corrected phone, 7XXXXXXXXXX; a code for later receipt goes there. */
  to_phone?: string | undefined;
}

export interface ResendAnswer {
  /** The request. */
  id: number;
  /** How it is being sent. */
  channels: ('email' | 'sms')[];
  /** Resends of this order that are left today, Moscow time. */
  left_today: number;
}

/** Fields of makeBulkOrder. */
export interface MakeBulkOrderRequest {
  /** Names the bulk order; all its parts carry the same. */
  uuid: string;
  /** Orders, each with the fields of makeOrder. */
  orders: Order[];
  /** Which part this is; 1 when absent. */
  part?: number | undefined;
  /** How many parts there are; 1 when absent. */
  parts?: number | undefined;
  /** all: nothing is placed if any order is wrong; right: wrong ones are left out; asked: a person confirms. */
  placing?: 'all' | 'right' | 'asked' | undefined;
}

export interface MakeBulkOrderAnswer {
  /** Id of the bulk order, for getReport. */
  id: number;
  status: 'reading' | 'preview' | 'placing' | 'paused' | 'done' | 'cancelled';
  parts_received: number;
  /** Received so far. */
  orders: number;
  /** Of these filled incorrectly. */
  wrong: number;
}

/** Fields of getReport. */
export interface GetReportRequest {
  /** Id of the bulk order, from makeBulkOrder; or. */
  id?: number | undefined;
  /** its uuid. */
  uuid?: string | undefined;
  /** Only lines after this one: `next` of the answer before. */
  after?: number | undefined;
}

export interface BulkReport {
  id: number;
  uuid: string | null;
  status: 'reading' | 'preview' | 'placing' | 'paused' | 'done' | 'cancelled';
  /** Why it is paused, or why nothing was placed. */
  reason: string | null;
  orders: number;
  wrong: number;
  placed: number;
  refused: number;
  issued: number;
  failed: number;
  /** Moscow time. */
  added_at: string;
  ended_at: string | null;
  /** At most 500. */
  lines: BulkLine[];
  /** For `after` of the next request; null: these are the last. */
  next: number | null;
}

export interface BulkLine {
  /** Place of the order in what was sent, from 1. */
  line: number;
  status: 'right' | 'wrong' | 'placed' | 'issued' | 'failed' | 'refused';
  /** Id of the queue request, for getStatus. */
  id: number | null;
  order_id: number | null;
  external_id: string;
  /** Gift page, once issued. */
  link: string | null;
  problems: BulkProblem[];
}

export interface BulkProblem {
  field: string;
  reason: string;
  text: string;
}

/** Fields of makeTopUp. */
export interface MakeTopUpRequest {
  /** Roubles that will be paid. */
  sum: number;
  /** Protects from duplicates: the same uuid brings the same request. */
  uuid?: string | undefined;
}

export interface MakeTopUpAnswer {
  /** For getTopUpStatus. */
  id: number;
  /** Name it in the payment: the operator books it under this. */
  reference: string;
  sum: number;
  status: 'waiting' | 'booked' | 'reversed' | 'withdrawn';
  /** What was booked; it may differ from what was announced. */
  booked_sum: number | null;
  /** Moscow time. */
  booked_at: string | null;
  /** The uuid that was sent; the SDK adds it to the answer. */
  uuid: string;
}

/** Fields of getTopUpStatus. */
export interface GetTopUpStatusRequest {
  /** Id of the top-up, from makeTopUp. */
  id: number;
}

export interface GetTopUpStatusAnswer {
  /** For getTopUpStatus. */
  id: number;
  /** Name it in the payment: the operator books it under this. */
  reference: string;
  sum: number;
  status: 'waiting' | 'booked' | 'reversed' | 'withdrawn';
  /** What was booked; it may differ from what was announced. */
  booked_sum: number | null;
  /** Moscow time. */
  booked_at: string | null;
}

export interface GetTopUpLimitAnswer {
  /** Roubles that one top-up has at the least. */
  min: number;
  max: number;
  /** Top-ups that are announced and not booked. */
  waiting: number;
  /** How many may wait at once. */
  waiting_max: number;
}

/** Fields of moveTestClock. */
export interface MoveTestClockRequest {
  /** Id of the queue request, from makeOrder. */
  id: number;
  /** By how much the clock of this order goes forward. */
  seconds: number;
}

export interface MoveTestClockAnswer {
  id: number;
  /** By how many seconds its clock is ahead in all. */
  ahead: number;
}

/** Whether the same request may get another answer: never, at once, later, or after a correction. */
export type Retry = 'after-fix' | 'later' | 'no' | 'yes';

/** Every error code of the API and its callbacks. */
export const errorTable: Readonly<Record<number, { meaning: string; retry: Retry }>> = {
  1000: { meaning: 'The request could not be read', retry: 'after-fix' },
  1001: { meaning: 'There is no such operation', retry: 'after-fix' },
  1002: { meaning: 'Client, signature or address is not accepted', retry: 'after-fix' },
  1003: { meaning: 'Too many requests are waiting', retry: 'later' },
  1004: { meaning: 'The certificate is not issued yet', retry: 'later' },
  1005: { meaning: 'Not possible with this kind of key, test or live', retry: 'after-fix' },
  1102: { meaning: 'Restricted by the limits of the brand', retry: 'later' },
  1201: { meaning: 'The client has no such request', retry: 'no' },
  1207: { meaning: 'The uuid was used before with other parameters', retry: 'no' },
  1208: { meaning: 'The order waits for codes, or its code for activation', retry: 'later' },
  1209: { meaning: 'The order ended without a certificate, or it was taken back', retry: 'no' },
  1210: { meaning: 'The ttl ran out before the order was processed', retry: 'no' },
  1211: { meaning: 'The certificate was sent again too often, or is being sent', retry: 'later' },
  1212: { meaning: 'The order was cancelled before it was processed', retry: 'no' },
  1301: { meaning: 'The supplier could not issue the certificate', retry: 'later' },
  3601: { meaning: 'Fields are filled incorrectly, or the face is not available', retry: 'after-fix' },
  5000: { meaning: 'The balance does not suffice', retry: 'later' },
  9000: { meaning: 'Nothing could be decided', retry: 'yes' },
};

/** Operations whose request gets a uuid when it has none, so that they can be repeated safely. */
export const commandsWithUuid: readonly string[] = ['makeOrder', 'makeTopUp'];

/** One method an operation. */
export abstract class Operations {
  protected abstract call<Answer>(cmd: string, fields: object): Promise<Answer>;

  /** Checks the connection and the signature. */
  test(): Promise<TestAnswer> {
    return this.call('test', {});
  }

  /** The catalogue: products that are on, with the faces that can be ordered now. */
  getProducts(fields: GetProductsRequest = {}): Promise<Product[]> {
    return this.call('getProducts', fields);
  }

  /** The categories of the catalogue. */
  getCategories(): Promise<Category[]> {
    return this.call('getCategories', {});
  }

  /** Where certificates can be spent: area, locality, product, addresses. */
  getAddress(
    fields: GetAddressRequest = {},
  ): Promise<Record<string, Record<string, Record<string, [string, string][]>>>> {
    return this.call('getAddress', fields);
  }

  /** What can be spent now: balance and credit line less what is held. */
  getBalance(): Promise<GetBalanceAnswer> {
    return this.call('getBalance', {});
  }

  /** Orders one certificate. */
  makeOrder(fields: Order): Promise<MakeOrderAnswer> {
    return this.call('makeOrder', fields);
  }

  /** What has become of a request. */
  getStatus(fields: GetStatusRequest | number): Promise<OrderStatus> {
    return this.call('getStatus', typeof fields === 'number' ? { id: fields } : fields);
  }

  /** The receiving link of a certificate. */
  getLinks(fields: GetLinksRequest | number = {}): Promise<GetLinksAnswer> {
    return this.call('getLinks', typeof fields === 'number' ? { id: fields } : fields);
  }

  /** Number and PIN of a certificate. Each reading is recorded. */
  getCode(fields: GetCodeRequest | number = {}): Promise<GetCodeAnswer> {
    return this.call('getCode', typeof fields === 'number' ? { id: fields } : fields);
  }

  /** The certificate as a PDF. Each reading is recorded. */
  getCertificate(fields: GetCertificateRequest | number = {}): Promise<GetCertificateAnswer> {
    return this.call('getCertificate', typeof fields === 'number' ? { id: fields } : fields);
  }

  /** Sends an issued certificate again, to the same or a corrected address. */
  resend(fields: ResendRequest = {}): Promise<ResendAnswer> {
    return this.call('resend', fields);
  }

  /** Orders many certificates, in one part or several. */
  makeBulkOrder(fields: MakeBulkOrderRequest): Promise<MakeBulkOrderAnswer> {
    return this.call('makeBulkOrder', fields);
  }

  /** What has become of a bulk order and of its lines. */
  getReport(fields: GetReportRequest = {}): Promise<BulkReport> {
    return this.call('getReport', fields);
  }

  /** Announces a payment and gives it a reference; books nothing. */
  makeTopUp(fields: MakeTopUpRequest): Promise<MakeTopUpAnswer> {
    return this.call('makeTopUp', fields);
  }

  /** Whether an announced payment was booked. */
  getTopUpStatus(fields: GetTopUpStatusRequest | number): Promise<GetTopUpStatusAnswer> {
    return this.call('getTopUpStatus', typeof fields === 'number' ? { id: fields } : fields);
  }

  /** What sums makeTopUp takes, and how many may wait. */
  getTopUpLimit(): Promise<GetTopUpLimitAnswer> {
    return this.call('getTopUpLimit', {});
  }

  /** Moves the clock of one test order forward; only with a test key. */
  moveTestClock(fields: MoveTestClockRequest): Promise<MoveTestClockAnswer> {
    return this.call('moveTestClock', fields);
  }
}
